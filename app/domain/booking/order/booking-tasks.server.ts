import { and, eq, inArray, or, sql } from "drizzle-orm";
import { prepared, type Db, type Tx } from "#db/client.server";
import { bookings, tasks, units } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import { notServedOf } from "../../customers/serve.server";
import { addDays } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { HOUR, instantAt, plus } from "../../kernel/time.server";
import { permitGap, type PermitGap } from "../../schedule/placement-rules";
import type { BookingStatus, UnitState } from "../../states/transitions";
import { PERMIT_DAYS_AHEAD, QUOTE_ENDS_WITHIN_HOURS } from "../../tasks/kinds";
import { closeTask, needPerson, openTask } from "../../tasks/tasks.server";
import { BOOKING_OVER, textedCancelCause } from "../../tasks/texted-cancel";
import { renewAfterHold } from "./after-hold.server";
import { renewClosedDay } from "./closed-day.server";
import { renewVisitTasks } from "./visits-in-vain.server";

const ID = sql.placeholder("id");
const factsOf = prepared((orm) =>
  orm
    .select({
      status: bookings.status,
      delivery: bookings.scheduled_delivery_date,
      quoteEnds: bookings.quote_expires_at,
      placement: bookings.placement,
      permit_number: bookings.permit_number,
      permit_from: bookings.permit_from,
      permit_until: bookings.permit_until,
      customer_id: bookings.customer_id,
      email: bookings.email,
      phone: bookings.phone,
    })
    .from(bookings)
    .where(eq(bookings.id, ID))
    .prepare(),
);
const unitsOf = prepared((orm) =>
  orm
    .select({ state: units.state, delivery_date: units.delivery_date, pickup_date: units.pickup_date })
    .from(units)
    .where(eq(units.booking_id, ID))
    .prepare(),
);

/** Who ordered it is not served any more, and nobody has decided about it. */
export const notServedCause = (bookingId: Id<"booking">): string => `not_served:${bookingId}`;

/** Paid and not over: only then somebody goes for the street's permit. */
const UNDER_WAY = new Set<BookingStatus>([
  "paid_pending_scheduling",
  "confirmed",
  "out_for_delivery",
  "on_site",
  "pickup_requested",
  "out_for_pickup",
  "delivery_failed",
  "pickup_failed",
]);

/**
 * What a booking needs of a person follows from its facts as they are now: called in each transaction that changes its
 * status, its dates or its permit. A quote that is about to end is found by the hour (`askAboutEndingQuotes`), and ends here.
 */
export function renewBookingTasks(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  const facts = factsOf(tx).get({ id: bookingId });
  if (!facts) return;
  const about = { subject: { kind: "booking" as const, id: bookingId }, bookingId };
  const gap = findGap(tx, bookingId, facts);
  needPerson(tx, deed, gap !== null, {
    kind: "permit",
    cause: `permit:${bookingId}`,
    ...about,
    due: instantAt(addDays(gap?.day ?? facts.delivery, -PERMIT_DAYS_AHEAD), 9),
  });
  renewVisitTasks(tx, deed, bookingId);
  renewClosedDay(tx, deed, bookingId);
  renewAfterHold(tx, deed, bookingId);
  askWhetherServed(tx, deed, bookingId, facts);
  if (BOOKING_OVER.includes(facts.status)) closeTask(tx, deed, textedCancelCause(bookingId));
  const ends = facts.status === "quoted" ? facts.quoteEnds : null;
  if (ends === null || ends > plus(deed.now, QUOTE_ENDS_WITHIN_HOURS * HOUR))
    closeTask(tx, deed, `quote_ending:${bookingId}`);
}

/** What is paid, or on account, and still to be set down. */
const TO_COME = new Set<UnitState>(["reserved", "delivering", "delivery_failed"]);

/**
 * Somebody who is not served any more has dumpsters to come, ordered before or paid at the same moment: a person decides
 * whether they still get them. Nothing is cancelled by itself.
 */
function askWhetherServed(
  tx: Tx,
  deed: Deed,
  id: Id<"booking">,
  facts: Parameters<typeof notServedOf>[1] & { status: BookingStatus },
): void {
  const isToCome =
    UNDER_WAY.has(facts.status) &&
    unitsOf(tx)
      .all({ id })
      .some(({ state }) => TO_COME.has(state));
  needPerson(tx, deed, isToCome && notServedOf(tx, facts) !== null, {
    kind: "not_served",
    cause: notServedCause(id),
    subject: { kind: "booking", id },
    bookingId: id,
    due: deed.now,
  });
}

/** Asks anew of the bookings of these customers that are under way, and of those that are asked about already. */
export function renewServiceTasks(tx: Tx, deed: Deed, of: readonly Id<"customer">[]): void {
  const asked = tx
    .select({ id: tasks.booking_id })
    .from(tasks)
    // Written out as in the partial index.
    .where(sql`${tasks.state} = 'open' and ${tasks.kind} = 'not_served'`);
  const underWay = tx
    .select({
      id: bookings.id,
      status: bookings.status,
      customer_id: bookings.customer_id,
      email: bookings.email,
      phone: bookings.phone,
    })
    .from(bookings)
    .where(
      or(
        and(inArray(bookings.customer_id, [...of]), inArray(bookings.status, [...UNDER_WAY])),
        inArray(bookings.id, asked),
      ),
    )
    .all();
  for (const { id, ...facts } of underWay) askWhetherServed(tx, deed, id, facts);
}

function findGap(
  tx: Tx,
  id: Id<"booking">,
  { status, ...place }: NonNullable<ReturnType<ReturnType<typeof factsOf>["get"]>>,
): PermitGap | null {
  if (place.placement !== "street" || !UNDER_WAY.has(status)) return null;
  return permitGap(place, unitsOf(tx).all({ id }));
}

/**
 * Asks the office to call about each quote that ends within the day, in slices: only time brings it about. By the index of
 * the quotes' ends; what has ended leaves it.
 */
export function askAboutEndingQuotes(db: Db, deed: Deed): Promise<Slices> {
  const isEnding = sql`${bookings.status} = 'quoted' and ${bookings.quote_expires_at} < ${plus(deed.now, QUOTE_ENDS_WITHIN_HOURS * HOUR)}`;
  const isNew = sql`not exists (select 1 from tasks where cause = 'quote_ending:' || ${bookings.id} and state <> 'closed')`;
  return inSlices(db, (tx, most) => {
    const ending = tx
      .select({ id: bookings.id, due: bookings.quote_expires_at })
      .from(bookings)
      .where(sql`${isEnding} and ${isNew}`)
      .limit(most)
      .all();
    for (const { id, due } of ending)
      openTask(tx, deed, {
        kind: "quote_ending",
        cause: `quote_ending:${id}`,
        subject: { kind: "booking", id },
        bookingId: id,
        due: due ?? deed.now,
      });
    return ending.length;
  });
}
