import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { checkZip } from "~/domain/service-area/service-area.server";
import { cleanZip, ZIP_CHECK_FAILED, ZIP_CHECK_FAILED_LATER } from "~/domain/service-area/rules";
import { enter, type Scope } from "~/http/context.server";
import { readForm } from "~/http/forms.server";
import { DrawingParts } from "~/ui/art/Dumpster";
import { publicDataIn, usePublicData } from "~/ui/frame/public-data";
import { businessSchema } from "~/ui/home/business-schema";
import { Hero } from "~/ui/home/Hero";
import { ContactCards, Faq, HowItWorks, SizeAdvisor } from "~/ui/home/sections";
import type { ZipAnswer } from "~/ui/home/ZipCheck";

export const meta: MetaFunction = ({ matches }) => {
  const known = publicDataIn(matches);
  const description = "Rent a 15, 20 or 25-yard roll-off dumpster in Orange, Osceola and Seminole counties. Same-day or next-day delivery, price and booking online.";
  return [
    { title: `Dumpster rental in Orlando and Central Florida | ${known?.facts.name ?? "Book online"}` },
    { name: "description", content: description },
    ...(known ? [{ "script:ld+json": businessSchema(known, description) }] : []),
  ];
};

/** `/?zip=32801` answers as the form does, so that the check can be linked to. */
export async function loader(args: LoaderFunctionArgs) {
  const zip = new URL(args.request.url).searchParams.get("zip");
  return { answer: zip === null ? null : answerFor(await enter(args), zip) };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const zip = String((await readForm(args.request)).get("zip") ?? "");
  const answer = answerFor(scope, zip);
  return data(answer, { status: answer.refused ? 400 : 200, headers: { "Cache-Control": "no-store" } });
}

/** Without a connection the page stays and says so (specification, section 8). */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<ZipAnswer> {
  const typed = String((await request.clone().formData()).get("zip") ?? "");
  return serverAction<ZipAnswer>().catch(() => ({ zip: typed, state: "invalid", message: ZIP_CHECK_FAILED }));
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
  const { facts, figures } = usePublicData();
  const linked = useLoaderData<typeof loader>().answer;
  const checked = useActionData<ZipAnswer>() ?? linked;
  return (
    <>
      <DrawingParts />
      <Hero facts={facts} figures={figures} answer={checked} />
      <HowItWorks />
      <SizeAdvisor figures={figures} />
      <Faq figures={figures} facts={facts} />
      <ContactCards facts={facts} />
    </>
  );
}
