import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { mayBeWithdrawn } from "~/domain/changes/withdraw-extra.server";
import { isPaymentDisputed, paidFor } from "~/domain/dispatch/paid-truck.server";
import { fallingWords, seenFalls } from "~/domain/changes/extra-rules";
import { offerPickup } from "~/domain/changes/pickup-request.server";
import { listProposals, offerExtra } from "~/domain/changes/extra-job.server";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt } from "~/domain/kernel/time.server";
import { readCatalogue } from "~/domain/pricing/pricing.server";
import { findBookingRecord } from "~/domain/records/office.server";
import { isBeforeItLeaves, isExtra } from "~/domain/states/job-places";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter, type Scope } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { NeedsForm, NeedsReview, PlannedExtras } from "~/ui/office/NeedsForm";
import { PickupByPhone } from "~/ui/office/PickupByPhone";
import { useSent } from "~/ui/office/use-sent";
import { EXTRA_FORM, extraProblem, NEEDS_INTENTS, offeredKinds } from "./needs-intents.server";

export const meta: MetaFunction = ({ params }) => [
  { title: `Needs · ${params["number"]} · CRM Dashboard` },
  { name: "robots", content: "noindex" },
];

function find(scope: Scope, number: string | undefined) {
  const booking = findBooking(scope.services.db.orm, { number: number ?? "" });
  if (!booking) throw new Response("There is no booking with this number.", { status: 404 });
  return booking;
}

/** What it would cost stands in the address with what was asked: nothing is planned before somebody has seen it. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { services } = scope;
  const { db, clock } = services;
  const booking = find(scope, args.params["number"]);
  const typed = Object.fromEntries(new URL(args.request.url).searchParams);
  const units = listUnits(db.orm, booking.id).filter(
    ({ state }) => state === "on_site" || state === "pickup_requested",
  );
  const unit = units.find(({ id }) => id === typed["unit"]) ?? units[0];
  // The same again, where nothing else is said: of the dumpster that it is for.
  const { size, material } = typed;
  const asked = {
    ...typed,
    ...(unit && { size: size || String(unit.size_yards), material: material || unit.material_category }),
  };
  const wish = typed["kind"] === undefined ? null : EXTRA_FORM.safeParse(asked);
  const offer = unit && wish?.success ? offerExtra(db.orm, services.settings(), unit.id, wish.data, clock.now()) : null;
  const fallsWith = (id: Id<"unit">) => {
    const pickup = offerPickup(db.orm, services.settings(), id, clock.now(), { early: services.flags().early_pickup });
    const falls = pickup.ok ? pickup.falls : [];
    return {
      isTooEarly: !pickup.ok && pickup.code === "too_early",
      falls: falls.map((one) => `Picked up now: ${fallingWords(one)}`),
      seenFalls: seenFalls(falls),
    };
  };
  const prices = new Map(listProposals(db.orm, booking.id).map(({ job_id, price }) => [job_id, price]));
  return {
    number: booking.booking_number,
    name: `${booking.first_name} ${booking.last_name}`.trim(),
    today: dayAt(clock.now()),
    kinds: offeredKinds(services.flags()),
    sizes: readCatalogue(db.orm).sizes.map(({ size }) => size),
    units: units.map(({ id, unit_number, size_yards, material_category, pickup_date, pickup_asked_at }) => ({
      id,
      number: unit_number,
      size: size_yards,
      material: material_category,
      pickup: pickup_date,
      stoppedAt: pickup_asked_at,
      ...fallsWith(id),
    })),
    values: { ...typed, unit: unit?.id ?? "" },
    asked: { ...asked, unit: unit?.id ?? "" },
    problem:
      wish && !wish.success ? wish.error.issues.map(({ path, message }) => [String(path[0]), message] as const) : [],
    refused: offer && !offer.ok ? extraProblem(offer) : null,
    price: offer?.ok ? offer.price : null,
    paid: (offer?.ok && offer.paid?.paid) || 0,
    planned: (findBookingRecord(db.orm, booking.booking_number)?.jobs ?? [])
      .filter(({ job }) => isExtra(job.kind) && job.state !== "cancelled")
      .map(({ job }) => ({
        id: job.id,
        kind: job.kind,
        state: job.state,
        day: job.day,
        note: job.note,
        onBoard: isBeforeItLeaves(job.state),
        mayEnd: mayBeWithdrawn(db.orm, job),
        paid: paidFor(db.orm, job.change_id),
        isDisputed: isPaymentDisputed(db.orm, job.change_id),
        proposed: prices.get(job.id)?.total ?? 0,
      })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  return answerIntent(
    NEEDS_INTENTS,
    scope,
    args.request,
    () => find(scope, args.params["number"]),
    ({ booking_number }) => crmPaths.extra(booking_number),
  );
}

export default function NeedsPage() {
  const view = useLoaderData<typeof loader>();
  const sent = useSent();
  const looked = [...view.problem, ...(view.refused ? [view.refused] : [])];
  const problem =
    sent ??
    (looked.length > 0 ? { ok: false as const, fields: Object.fromEntries(looked), values: view.values } : undefined);
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>What does the customer need?</h1>
        <p className="hint">
          {view.name}, <Link to={crmPaths.booking(view.number, "units")}>{view.number}</Link>
        </p>
      </header>
      <PlannedExtras planned={view.planned} />
      <PickupByPhone units={view.units} />
      {view.units.length === 0 ? (
        <p className="empty">None of this booking’s dumpsters stands at the customer now.</p>
      ) : (
        <div className="two">
          <NeedsForm view={view} problem={problem} />
          {view.price && !problem && <NeedsReview view={view} price={view.price} paid={view.paid} />}
        </div>
      )}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
