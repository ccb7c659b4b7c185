import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import {
  blockedVisits,
  changes,
  events,
  jobAttempts,
  jobProposals,
  jobReports,
  jobs,
  photos,
  weightTickets,
} from "#db/schema/index";
import { listItems, listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { paidStay, promisedOn } from "../booking/order/paid-stay.server";
import { hasWaited } from "../dispatch/visits.server";
import { onlyOfWay } from "../dispatch/way.server";
import { later, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { COUNTS } from "../photos/photos.server";
import { readPricingConfig } from "../pricing/pricing.server";
import type { ChangePrice } from "../pricing/priced-lines";
import { costOf } from "../pricing/rules";
import { materialTerms } from "../pricing/materials";
import { isMaterialId } from "../pricing/types";
import type { Settings } from "../settings/schema";
import { orderedAs, taxRateOf, type OrderedAs, type Stay } from "./amounts";
import type { BookingFacts, JobFacts, UnitFacts } from "./wanted";

type Job = typeof jobs.$inferSelect;

/** What the drivers brought back from a booking, as the rule of its later charges needs it. */
export function readFacts(orm: Orm, settings: Settings, booking: Booking): BookingFacts {
  const jobsOf = groupBy(listJobs(orm, booking.id), ({ unit_id }) => unit_id);
  const brought = readBrought(orm, booking.id);
  const all = [...jobsOf.values()].flat();
  return {
    keepsLonger: booking.flexible_extension,
    taxRate: taxRateOf(booking.price, settings),
    units: listUnits(orm, booking.id)
      .filter(({ state }) => state !== "cancelled")
      .map((unit) => unitFacts(orm, settings, booking, unit, jobsOf.get(unit.id) ?? [], all, brought)),
  };
}

function listJobs(orm: Orm, bookingId: Id<"booking">): Job[] {
  const mine = eq(jobs.booking_id, bookingId);
  return orm.select().from(jobs).where(mine).orderBy(asc(jobs.done_at), asc(jobs.created_at), asc(jobs.id)).all();
}

function readBrought(orm: Orm, bookingId: Id<"booking">) {
  const tickets = orm
    .select({ ticket: weightTickets })
    .from(weightTickets)
    .innerJoin(jobs, eq(jobs.id, weightTickets.job_id))
    .where(eq(jobs.booking_id, bookingId))
    .all()
    .map(({ ticket }) => ticket);
  const standing = and(eq(jobReports.booking_id, bookingId), isNull(jobReports.withdrawn_at));
  return {
    tickets: new Map(tickets.map((ticket) => [ticket.job_id, ticket])),
    reports: groupBy(
      orm.select().from(jobReports).where(standing).orderBy(asc(jobReports.reported_at), asc(jobReports.id)).all(),
      ({ job_id }) => job_id,
    ),
    attempts: new Map(
      orm
        .select()
        .from(jobAttempts)
        .where(eq(jobAttempts.booking_id, bookingId))
        .all()
        .map((attempt) => [attempt.job_id, attempt]),
    ),
    visits: groupBy(
      orm.select().from(blockedVisits).where(eq(blockedVisits.booking_id, bookingId)).all(),
      ({ job_id }) => job_id,
    ),
    prices: new Map(
      orm
        .select()
        .from(jobProposals)
        .where(eq(jobProposals.booking_id, bookingId))
        .all()
        .map(({ job_id, price }) => [job_id, price]),
    ),
    photos: groupBy(
      orm
        .select()
        .from(photos)
        .where(and(eq(photos.booking_id, bookingId), COUNTS))
        .orderBy(asc(photos.created_at), asc(photos.id))
        .all(),
      ({ job_id }) => job_id,
    ),
  };
}
type Brought = ReturnType<typeof readBrought>;

function groupBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function unitFacts(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  unit: Unit,
  mine: readonly Job[],
  all: readonly Job[],
  brought: Brought,
): UnitFacts {
  const broughtBy = all.find(({ brings_unit_id }) => brings_unit_id === unit.id) ?? null;
  const moments = momentsOf(orm, unit, mine);
  return {
    id: unit.id,
    state: unit.state,
    size: unit.size_yards,
    ordered: priceOf(orm, settings, booking, unit, broughtBy && priceOfJob(orm, broughtBy, brought)),
    stay: stayOf(orm, settings, booking, unit, broughtBy !== null, moments),
    setDownAt: moments.setDown,
    endedAt: moments.ended?.at ?? null,
    // In the order in which they were weighed: the first load uses up the included weight.
    jobs: mine.toSorted((a, b) => whenOf(a, brought) - whenOf(b, brought)).map((job) => jobFacts(orm, job, brought)),
  };
}

const whenOf = (job: Job, { tickets }: Brought): number =>
  tickets.get(job.id)?.recorded_at ?? job.done_at ?? Number.MAX_SAFE_INTEGER;

function jobFacts(
  orm: Orm,
  job: Job,
  { tickets, reports, attempts, visits, prices, photos: taken }: Brought,
): JobFacts {
  const ticket = tickets.get(job.id);
  const attempt = attempts.get(job.id);
  // Who drove on before the time that was said gave the customer no chance to clear the way.
  const leftEarly = (visits.get(job.id) ?? []).some(
    (visit) =>
      visit.ended_as === "attempted" &&
      visit.answer !== "another_day" &&
      visit.ended_at !== null &&
      !hasWaited(visit, visit.ended_at),
  );
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    doneAt: job.done_at,
    ticket: ticket
      ? {
          is: "ticket",
          id: ticket.id,
          number: ticket.ticket_number,
          facility: ticket.facility,
          gross: ticket.gross_pounds,
          tare: ticket.tare_pounds,
          net: ticket.net_pounds,
        }
      : null,
    findings: reports.get(job.id) ?? [],
    attempt: attempt
      ? {
          is: "attempt",
          job: job.id,
          reason: attempt.reason,
          at: attempt.attempted_at,
          arrivedAt: attempt.arrived_at,
          missing: [...attempt.missing, ...(leftEarly ? ["waiting"] : [])],
        }
      : null,
    price: prices.get(job.id) ?? null,
    photos: onlyOfWay(orm, job, taken.get(job.id) ?? []).map(({ capability, step, created_at }) => ({
      is: "photo",
      capability,
      step,
      at: created_at,
    })),
  };
}

export interface Moments {
  setDown: Instant | null;
  ended: { at: Instant; on: Day; by: "asked" | "collected" } | null;
}

/** When a dumpster came, and what ended its days, as our dated record says. */
function momentsOf(orm: Orm, unit: Unit, mine: readonly Job[]): Moments {
  const moved = orm
    .select({ at: events.at, to: events.to_state })
    .from(events)
    .where(
      and(
        eq(events.booking_id, unit.booking_id),
        eq(events.subject_kind, "unit"),
        eq(events.subject_id, unit.id),
        eq(events.action, "unit_moved"),
        inArray(events.to_state, ["on_site", "pickup_requested", "off_site"]),
      ),
    )
    .orderBy(asc(events.id))
    .all();
  const setDown = moved.find(({ to }) => to === "on_site")?.at ?? null;
  const gone = moved.findLast(({ to }) => to === "off_site")?.at ?? null;
  if (gone === null) return { setDown, ended: null };
  const asked = unit.pickup_asked_at ?? askedBefore(moved);
  const swap = mine.find(({ kind, state }) => kind === "swap" && (state === "completed" || isAfterSite(state)));
  const request = [asked, swap?.created_at].filter((at) => at != null).sort((a, b) => a - b)[0];
  if (request !== undefined) return { setDown, ended: { at: request, on: dayAt(request), by: "asked" } };
  // Our lateness costs nothing: what we had planned counts, where we came after it.
  const pickup = mine.findLast(
    ({ kind, state }) => kind === "pickup" && state !== "cancelled" && state !== "attempted",
  );
  const came = dayAt(gone);
  return { setDown, ended: { at: gone, on: pickup && pickup.day < came ? pickup.day : came, by: "collected" } };
}

/**
 * Of a dumpster whose pickup was asked for before the minute was a fact of its own (`pickup_asked_at`): by its events. Taken
 * back by its customer, a request ends nothing.
 */
function askedBefore(moved: readonly { at: Instant; to: string | null }[]): Instant | undefined {
  const stayed = moved.findLastIndex(({ to }) => to === "on_site");
  return moved.slice(stayed + 1).find(({ to }) => to === "pickup_requested")?.at;
}

const isAfterSite = (state: Job["state"]): boolean =>
  ["serviced", "to_disposal", "at_disposal", "ticketed", "returned", "dump_later"].includes(state);

/** How long it stays, of one that came and whose days have ended; null for any other. */
export function stayOf(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  unit: Unit,
  isSwapped: boolean,
  { setDown, ended }: Moments,
): Stay | null {
  if (setDown === null || ended === null) return null;
  const came = dayAt(setDown);
  return {
    // Sooner than it was promised, the promised days count.
    setDownOn: later(came, promisedOn(unit)),
    ...paidStay(orm, settings, booking, unit, isSwapped),
    waivedDays: unit.waived_days,
    ended,
  };
}

/** What a job was said to cost when it was planned, or bought for. */
function priceOfJob(orm: Orm, { id, change_id }: Job, { prices }: Brought): ChangePrice | null {
  const bought = change_id === null ? undefined : orm.select().from(changes).where(eq(changes.id, change_id)).get();
  return bought?.price ?? prices.get(id) ?? null;
}

/** What a dumpster was priced from: its line of the order; what came with a swap, from that swap's price. */
function priceOf(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  unit: Unit,
  swap: ChangePrice | null,
): OrderedAs | null {
  const line = listItems(orm, booking.id).find(({ id }) => id === unit.booking_item_id);
  const item = line && booking.price.items[line.line_number - 1];
  if (unit.replaces_unit_id === null) return item ? orderedAs(item, booking.price) : null;
  if (!isMaterialId(unit.material_category)) return null;
  const { prices, discountPercent } = readPricingConfig(orm, settings);
  const basePrice = prices[unit.size_yards];
  if (basePrice === undefined) return null;
  const discount = discountPercent / 100;
  const { cost } = costOf(basePrice, materialTerms(unit.material_category, settings.materials), 1);
  const paid = swap?.lines.find(({ kind }) => kind === "rental")?.cents ?? Math.round(cost * (1 - discount));
  return { material: unit.material_category, basePrice, paid, discount };
}
