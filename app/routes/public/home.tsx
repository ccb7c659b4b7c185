import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { areaWords } from "~/domain/service-area/areas.server";
import { checkZip } from "~/domain/service-area/service-area.server";
import { cleanZip, ZIP_CHECK_FAILED, ZIP_CHECK_FAILED_LATER, zipDigits } from "~/domain/service-area/rules";
import { enter, type Scope } from "~/http/context.server";
import { readForm, type Problem } from "~/http/answers/forms.server";
import { deleteFromPanel, readLocalPanels } from "~/http/local/panels.server";
import { paths } from "~/paths";
import type { RouteHandle } from "~/root";
import { DrawingParts } from "~/ui/art/Dumpster";
import { pageMeta, publicDataIn, usePublicData } from "~/ui/frame/public-data";
import { faq } from "~/ui/home/faq";
import { Hero } from "~/ui/home/Hero";
import { deletionFailed, type DeletionAnswer } from "~/ui/home/local-panels";
import { LocalPanels } from "~/ui/home/LocalPanels";
import { ShownProof } from "~/ui/home/ShownProof";
import { ContactCards, Faq, HowItWorks, SizeAdvisor } from "~/ui/home/sections";
import { businessNode, faqNode, offers } from "~/ui/home/structured-data";
import { countiesInWords, inWords } from "~/ui/home/words";
import { ZipRefused, type ZipAnswer } from "~/ui/home/ZipCheck";

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const known = publicDataIn(matches);
  if (!known) return pageMeta(matches, { title: "Page not shown", description: "Rent a roll-off dumpster online." });
  const { facts, figures, counties, site } = known;
  const sizes = figures.sizes.map(({ size }) => size);
  const description = `Rent a ${sizes.length === 0 ? "" : `${inWords(sizes, "or")}-yard `}roll-off dumpster in ${countiesInWords(counties)}. Same-day or next-day delivery. Price and booking online.`;
  return pageMeta(matches, {
    title: `Roll-off dumpster rental in ${site.address.city}, ${site.address.state}`,
    description,
    // A refused ZIP is nobody's page to share.
    ...(!loaded?.answer?.refused && { path: paths.home }),
    // The answer to a ZIP is no page of its own to search engines, and 700 bytes shorter without.
    graph: loaded?.answer
      ? []
      : [
          { ...businessNode(known, description), makesOffer: offers(known) },
          faqNode(faq(figures, { ...facts, counties })),
        ],
  });
};

/** The ZIP check asks by GET, so that its answer has an address (`/?zip=32801`) and a reload does not send a form. */
export async function loader(args: LoaderFunctionArgs) {
  const zip = new URL(args.request.url).searchParams.get("zip");
  const panels = await readLocalPanels(args);
  const answer = zip === null ? null : answerFor(await enter(args), zip);
  return data(
    { answer, ...(panels && { panels }) },
    { status: answer?.refused ? 400 : 200, headers: answer?.refused || panels ? { "Cache-Control": "no-store" } : {} },
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** The health panel counts seconds and memory. */
export const handle: RouteHandle = {
  momentary: (loaded) => (loaded as { panels?: object } | null)?.panels !== undefined,
};

/** The owner's delete button; and a page from before the ZIP check asked by GET posts its ZIP. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return (
    (await deleteFromPanel(await enter(args), form)) ?? redirect(paths.zipCheck(String(form.get("zip") ?? "")), 303)
  );
}

/** What went wrong is said in the panel and in its toast (specification, section 8). */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<DeletionAnswer> {
  const answer = await serverAction<DeletionAnswer | Problem>();
  return "fields" in answer ? deletionFailed(answer.fields[""] ?? "") : answer;
}

/** Without a connection the page stays and says so (specification, section 8). */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const zip = new URL(request.url).searchParams.get("zip");
  const asked = serverLoader<typeof loader>();
  return zip === null
    ? asked
    : asked.catch(() => ({
        answer: { zip: zipDigits(zip), state: "invalid" as const, message: ZIP_CHECK_FAILED, failed: true },
      }));
}

function answerFor({ services }: Scope, typed: string): ZipAnswer {
  const clean = cleanZip(typed);
  const zip = clean ?? typed.trim().slice(0, 20);
  try {
    const found = checkZip(services.db.orm, zip);
    const message = [found.message, found.area ? areaWords(found.area) : ""].filter(Boolean).join(" ");
    return { zip, state: found.isServiced ? "valid" : "invalid", message, refused: clean === null };
  } catch {
    return { zip, state: "invalid", message: ZIP_CHECK_FAILED_LATER, failed: true };
  }
}

export default function Home() {
  const { facts, figures, counties, proof } = usePublicData();
  const { answer, panels } = useLoaderData<typeof loader>();
  const acted = useActionData<DeletionAnswer>();
  return (
    <>
      {panels && <LocalPanels panels={panels} answer={acted?.deletion} />}
      <ZipRefused answer={answer} />
      <DrawingParts />
      <Hero facts={facts} figures={figures} counties={counties} answer={answer} />
      <HowItWorks />
      <SizeAdvisor figures={figures} />
      <ShownProof proof={proof} />
      <Faq figures={figures} facts={facts} counties={counties} />
      <ContactCards facts={facts} />
    </>
  );
}
