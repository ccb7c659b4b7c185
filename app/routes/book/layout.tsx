import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useMatches, useSearchParams } from "@remix-run/react";
import { enter } from "~/http/context.server";
import { businessFacts, type BusinessFacts } from "~/ui/frame/facts";
import { FocusedFrame, stepMarks, type StepName } from "~/ui/frame/FocusedFrame";

export const meta: MetaFunction = () => [{ title: "Book a dumpster" }, { name: "robots", content: "noindex" }];

export interface BookContext {
  facts: BusinessFacts;
}

/** The frame of the booking. A step names itself in its `handle`. */
export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enter(args);
  return { facts: businessFacts(services.settings()) };
}

export const shouldRevalidate = () => false;

export default function BookLayout() {
  const { facts } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const step = useMatches().map((match) => (match.handle as { step?: StepName } | undefined)?.step).findLast(Boolean);
  return (
    <FocusedFrame facts={facts} steps={step && stepMarks(step, search.get("draft") ?? undefined)}>
      <Outlet context={{ facts } satisfies BookContext} />
    </FocusedFrame>
  );
}
