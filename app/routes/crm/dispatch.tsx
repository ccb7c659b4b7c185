import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { readBoard } from "~/domain/dispatch/board.server";
import { parseDay } from "~/domain/kernel/days";
import { dayAt, minuteOfDay } from "~/domain/kernel/time.server";
import { requireCrm } from "~/http/access/guards.server";
import type { Problem } from "~/http/answers/forms.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import type { RouteHandle } from "~/root";
import type { BoardView, ChosenJob, ShownDriver } from "~/ui/office/board";
import { SENT_BOARD, type BoardLine } from "~/ui/office/board-lines";
import { DayColumns } from "~/ui/office/BoardColumns";
import { PlanPanel } from "~/ui/office/BoardPlan";
import { BoardTools } from "~/ui/office/BoardTools";
import { BoardTop } from "~/ui/office/BoardTop";
import { MovePanel } from "~/ui/office/BoardMove";
import { ErrorSummary } from "~/ui/form";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { useSent } from "~/ui/office/use-sent";
import { boardView, findChosen } from "./dispatch-view.server";
import { DISPATCH_DAY_INTENTS } from "./dispatch-day-intents.server";
import { DISPATCH_INTENTS } from "./dispatch-intents.server";
import { DISPATCH_OFFER_INTENTS } from "./dispatch-offer-intents.server";
import { DISPATCH_ORDER_INTENTS } from "./dispatch-order-intents.server";
import { DISPATCH_OUT_INTENTS } from "./dispatch-out-intents.server";

export const meta: MetaFunction = () => [{ title: "Dispatch · CRM Dashboard" }, { name: "robots", content: "noindex" }];

/** Whatever happens to a booking may move a job. */
export const handle: LiveHandle & RouteHandle = {
  live: ({ kind, booking }) => kind !== "presence" && Boolean(booking),
  // The stops stand in the page (board-lines.ts).
  handOver: (handed) => {
    const view = handed as Awaited<ReturnType<typeof loader>>;
    const drivers = view.drivers.map((one) => ({ ...one, jobs: null }));
    return { ...view, waiting: null, kept: null, outstanding: null, inVain: null, drivers };
  },
};

/** What the loader says, or in the browser's first page what stands there. */
type Handed = Omit<BoardView, "waiting" | "kept" | "outstanding" | "inVain" | "drivers"> & {
  waiting: BoardLine[] | null;
  kept: BoardLine[] | null;
  outstanding: BoardLine[] | null;
  inVain: BoardLine[] | null;
  drivers: (Omit<ShownDriver, "jobs"> & { jobs: BoardLine[] | null })[];
};
const whole = (view: Handed): BoardView => ({
  ...view,
  waiting: view.waiting ?? SENT_BOARD?.waiting ?? [],
  kept: view.kept ?? SENT_BOARD?.kept ?? [],
  outstanding: view.outstanding ?? SENT_BOARD?.outstanding ?? [],
  inVain: view.inVain ?? SENT_BOARD?.inVain ?? [],
  drivers: view.drivers.map((one) => ({ ...one, jobs: one.jobs ?? SENT_BOARD?.of.get(one.id) ?? [] })),
});

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { services } = scope;
  const { searchParams } = new URL(args.request.url);
  const now = services.clock.now();
  const today = dayAt(now);
  const day = parseDay(searchParams.get("day") ?? "") ?? today;
  const board = readBoard(services.db.orm, day, { today, minuteNow: minuteOfDay(now) }, services.settings());
  const [, given, elsewhere, against] = /^(\d{1,3})-(\d{1,3})-(\d{1,3})$/.exec(searchParams.get("copied") ?? "") ?? [];
  return {
    ...boardView(services, board, {
      today,
      chosen: searchParams.get("job"),
      me: account.id,
      wantsPlan: searchParams.has("plan"),
    }),
    copied: given ? { given: Number(given), elsewhere: Number(elsewhere), against: Number(against) } : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { searchParams } = new URL(args.request.url);
  const answer = await answerIntent(
    {
      ...DISPATCH_INTENTS,
      ...DISPATCH_ORDER_INTENTS,
      ...DISPATCH_DAY_INTENTS,
      ...DISPATCH_OUT_INTENTS,
      ...DISPATCH_OFFER_INTENTS,
    },
    scope,
    args.request,
    () => null,
    () => crmPaths.dispatch(searchParams.get("day") ?? undefined),
  );
  if (!("data" in answer)) return answer;
  // Dropped where it may not go: its panel opens, where the field is that the refusal is about.
  const { jobId } = answer.data.values;
  const isBesideField = Object.keys(answer.data.fields).some(Boolean);
  const isOpen = searchParams.get("job") === jobId;
  const chosen = isBesideField && !isOpen && typeof jobId === "string" ? findChosen(scope.services, jobId) : null;
  return data({ ...answer.data, chosen }, answer.init ?? undefined);
}

export default function DispatchPage() {
  const handed: Handed = useLoaderData<typeof loader>();
  const view = useMemo(() => whole(handed), [handed]);
  const problem: Refused | undefined = useSent();
  const chosen = problem?.chosen ?? view.chosen;
  return (
    <>
      <ErrorSummary problem={problem} />
      <BoardTop view={view} />
      <BoardTools view={view} />
      {view.plan && view.wantsPlan && <PlanPanel plan={view.plan} day={view.day} />}
      {chosen && <MovePanel key={keyOf(chosen, problem)} view={view} job={chosen} problem={problem} />}
      <DayColumns view={view} />
    </>
  );
}

/** What the action adds where it opens a job's panel. */
type Refused = Problem & { chosen?: ChosenJob | null };

/** Dropped on another driver in turn, the panel shows that one. */
const keyOf = ({ id }: ChosenJob, refused?: Refused): string =>
  refused?.chosen?.id === id ? `${id} ${String(refused.values["driverId"])}` : id;

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
