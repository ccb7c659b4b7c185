import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { checkZip } from "~/domain/service-area/service-area.server";
import { cleanZip, ZIP_CHECK_FAILED, ZIP_CHECK_FAILED_LATER } from "~/domain/service-area/rules";
import { enter, type Scope } from "~/http/context.server";
import { readForm } from "~/http/forms.server";
import { paths } from "~/paths";
import { DrawingParts } from "~/ui/art/SizeDrawing";
import { pageMeta, publicDataIn, usePublicData } from "~/ui/frame/public-data";
import { faq } from "~/ui/home/faq";
import { Hero } from "~/ui/home/Hero";
import { ContactCards, Faq, HowItWorks, SizeAdvisor } from "~/ui/home/sections";
import { businessNode, faqNode, offers } from "~/ui/home/structured-data";
import { countiesInWords, inWords } from "~/ui/home/words";
import type { ZipAnswer } from "~/ui/home/ZipCheck";

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const known = publicDataIn(matches);
  if (!known) return pageMeta(matches, { title: "Page not shown", description: "Rent a roll-off dumpster online." });
  const { facts, figures, counties, site } = known;
  const description = `Rent a ${inWords(figures.sizes.map(({ size }) => size), "or")}-yard roll-off dumpster in ${countiesInWords(counties)}. Same-day or next-day delivery. Price and booking online.`;
  return pageMeta(matches, {
    title: `${loaded?.answer?.refused ? "Error: " : ""}Roll-off dumpster rental in ${site.address.city}, ${site.address.state}`,
    description,
    path: paths.home,
    graph: [{ ...businessNode(known, description), makesOffer: offers(known) }, faqNode(faq(figures, { ...facts, counties }))],
  });
};

/** The ZIP check asks by GET, so that its answer has an address (`/?zip=32801`) and a reload does not send a form. */
export async function loader(args: LoaderFunctionArgs) {
  const zip = new URL(args.request.url).searchParams.get("zip");
  const answer = zip === null ? null : answerFor(await enter(args), zip);
  return data({ answer }, answer?.refused ? { status: 400, headers: { "Cache-Control": "no-store" } } : undefined);
}

/** A page from before this change posts its ZIP. */
export async function action({ request }: ActionFunctionArgs) {
  return redirect(paths.zipCheck(String((await readForm(request)).get("zip") ?? "")), 303);
}

/** Without a connection the page stays and says so (specification, section 8). */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<{ answer: ZipAnswer | null }> {
  const zip = new URL(request.url).searchParams.get("zip");
  const asked = serverLoader<typeof loader>();
  return zip === null ? asked : asked.catch(() => ({ answer: { zip, state: "invalid", message: ZIP_CHECK_FAILED } }));
}

function answerFor({ services }: Scope, typed: string): ZipAnswer & { refused?: boolean } {
  const zip = typed.trim().slice(0, 20);
  try {
    const found = checkZip(services.db.orm, zip);
    return { zip, state: found.isServiced ? "valid" : "invalid", message: found.message, refused: cleanZip(zip) === null };
  } catch {
    return { zip, state: "invalid", message: ZIP_CHECK_FAILED_LATER };
  }
}

export default function Home() {
  const { facts, figures, counties } = usePublicData();
  const { answer } = useLoaderData<typeof loader>();
  return (
    <>
      <DrawingParts />
      <Hero facts={facts} figures={figures} counties={counties} answer={answer} />
      <HowItWorks />
      <SizeAdvisor figures={figures} />
      <Faq figures={figures} facts={facts} counties={counties} />
      <ContactCards facts={facts} />
    </>
  );
}
