import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useMatches, useSearchParams } from "@remix-run/react";
import { enter } from "~/http/context.server";
import { paths } from "~/paths";
import { focusedFacts, type FocusedFacts } from "~/ui/frame/facts";
import { FocusedFrame, stepMarks, type StepName } from "~/ui/frame/FocusedFrame";

/** Each step says where one is: in the tab, and aloud after a navigation. */
export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const step = location.pathname.startsWith(paths.signAgreement(""))
    ? STEP_TITLES[paths.book.agreement()]
    : STEP_TITLES[location.pathname];
  return [
    { title: [step, "Book a dumpster", data?.facts.name].filter(Boolean).join(" | ") },
    { name: "robots", content: "noindex" },
  ];
};
const STEP_TITLES: Record<string, string | undefined> = {
  [paths.book.schedule()]: "Day and place",
  [paths.book.agreement()]: "Agreement",
  [paths.book.payment()]: "Check and pay",
  [paths.book.callback()]: "Call-back",
  [paths.book.expired()]: "Draft not found",
};

export interface BookContext {
  facts: FocusedFacts;
}

/** The frame of the booking. A step names itself in its `handle`. */
export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enter(args);
  return { facts: focusedFacts(services.settings()) };
}

export const shouldRevalidate = () => false;

export default function BookLayout() {
  const { facts } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const step = useMatches()
    .map((match) => (match.handle as { step?: StepName } | undefined)?.step)
    .findLast(Boolean);
  return (
    <FocusedFrame facts={facts} steps={step && stepMarks(step, search.get("draft") ?? undefined)}>
      <Outlet context={{ facts } satisfies BookContext} />
    </FocusedFrame>
  );
}
