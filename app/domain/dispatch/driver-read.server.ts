import { and, asc, desc, eq, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, dumpsters, jobs, units } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { listFacilities, type Facility } from "../fleet/fleet.server";
import { yardPlace } from "./our-yard.server";
import { inOrder } from "./plan.server";
import { isAtTheGate, isOurs, ON_A_LIST } from "../states/job-places";
import { readSettings } from "../settings/settings.server";
import { phoneView } from "../kernel/phone";
import { listMismatchesOf } from "./mismatches.server";
import { POUNDS_A_TON } from "./ticket-question";

// Column by column on purpose: a driver's page never holds a price, a card or an email address (domain.md, section 5).
const COLUMNS = {
  id: jobs.id,
  kind: jobs.kind,
  state: jobs.state,
  day: jobs.day,
  window: jobs.delivery_window,
  priority: jobs.priority,
  attempt: jobs.attempt,
  failureReason: jobs.failure_reason,
  note: jobs.note,
  facility: jobs.facility,
  size: units.size_yards,
  material: units.material_category,
  dumpster: dumpsters.number,
  // Of a swap: the empty one that comes.
  brings: sql<number | null>`(select b.size_yards from units as b where b.id = ${jobs.brings_unit_id})`,
  bringsDumpster: sql<
    string | null
  >`(select d.number from units as b join dumpsters as d on d.id = b.dumpster_id where b.id = ${jobs.brings_unit_id})`,
  bookingNumber: bookings.booking_number,
  onHold: bookings.on_hold_reason,
  firstName: bookings.first_name,
  lastName: bookings.last_name,
  phone: bookings.phone,
  phone_extension: bookings.phone_extension,
  address: bookings.address,
  city: bookings.city,
  zip: bookings.zip,
  instructions: bookings.special_instructions,
  gateCode: bookings.gate_code,
  placement: bookings.placement,
  association_approval: bookings.association_approval,
  permit_number: bookings.permit_number,
  permit_from: bookings.permit_from,
  permit_until: bookings.permit_until,
  eco: bookings.eco_friendly_options,
};

/** Before or under way; written as a literal so that SQLite may use the partial index of migration 0001. */
export const OPEN = sql`${jobs.state} in ('assigned','en_route','arrived','serviced','to_disposal','at_disposal','ticketed','returned')`;

const DONE = ["completed", "dump_later", "attempted"] as const;

function select(orm: Orm) {
  return orm
    .select(COLUMNS)
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .leftJoin(dumpsters, eq(dumpsters.id, units.dumpster_id));
}

export type DriverJob = ReturnType<typeof listDriverJobs>[number];

type Row = ReturnType<ReturnType<typeof select>["all"]>[number];

/** What a driver reads and their map is asked for; some addresses are words for a gate, so its name goes along. */
const placeOf = ({ name, address, zip }: Facility): string =>
  [name, address.trim(), `FL ${zip}`].filter(Boolean).join(", ");

/**
 * Where this job's load is, or can be, brought: the one that was said, else all that are in use. For every load that is
 * still to be emptied, as a phone goes on without signal.
 */
function dumpsOf({ kind, state, facility }: Row, known: readonly Facility[]): string[] {
  if (!OF_A_LOAD.some((one) => one === state) || !goesToDisposal(kind)) return [];
  if (facility === null || state === "to_disposal")
    return known.flatMap((one) => (one.is_active ? [placeOf(one)] : []));
  const found = known.find(({ name }) => name === facility);
  return [found ? placeOf(found) : facility];
}
/** What those take and when they are open, as the office has written it: a load that is refused at the scale costs an hour. */
function dumpNotesOf(row: Row, known: readonly Facility[]): string {
  const where = dumpsOf(row, known);
  return known
    .filter((one) => where.includes(placeOf(one)))
    .flatMap(({ name, materials, hours }) => {
      const said = [materials, hours].flatMap((one) => one.trim().replace(/\.$/, "") || []).join("; ");
      return said ? `${name}: ${said}.` : [];
    })
    .join(" ");
}
const OF_A_LOAD = ["assigned", "en_route", "arrived", "serviced", "to_disposal", "at_disposal"] as const;
const goesToDisposal = (kind: Row["kind"]) => kind !== "delivery" && kind !== "relocate";

/** A gate is opened for a truck that is still to come: nobody keeps its code afterwards. */
function shown(orm: Orm, row: Row, { known, mostPounds } = commonFacts(orm)) {
  const { phone_extension, ...job } = row;
  return {
    ...job,
    gateCode: isAtTheGate(job) ? job.gateCode : "",
    phone: phoneView({ phone: job.phone, phone_extension }),
    dumps: dumpsOf(row, known),
    dumpNotes: dumpNotesOf(row, known),
    mostPounds,
    ...(isOurs(job) && inOurYard(orm)),
  };
}

/** What is the same for every job, read once for a list of them. */
const commonFacts = (orm: Orm) => ({
  known: listFacilities(orm),
  mostPounds: readSettings(orm).maxTons * POUNDS_A_TON,
});

/** What we parked stands in our yard: its driver goes there, and asks the office, not the customer. */
function inOurYard(orm: Orm) {
  const { phone } = readSettings(orm);
  return {
    ...{ firstName: "The", lastName: "office", phone: phoneView({ phone, phone_extension: null }) },
    ...{ ...yardPlace(orm), gateCode: "", instructions: "" },
    ...{ placement: "lot" as const, association_approval: false },
    ...{ permit_number: null, permit_from: null, permit_until: null, onHold: null },
  };
}

/**
 * A driver's jobs from a day on, oldest first, and before them the outstanding ones: their day has passed and they are
 * not done.
 */
export function listDriverJobs(orm: Orm, driverId: Id<"driver">, fromDay: Day) {
  const mine = eq(jobs.driver_id, driverId);
  const outstanding = select(orm)
    .where(and(mine, lt(jobs.day, fromDay), OPEN))
    .orderBy(asc(jobs.day), ...inOrder)
    .limit(50)
    .all();
  const coming = select(orm)
    .where(and(mine, gte(jobs.day, fromDay), inArray(jobs.state, ON_A_LIST)))
    .orderBy(asc(jobs.day), ...inOrder)
    .limit(150)
    .all();
  const facts = commonFacts(orm);
  return [...outstanding, ...coming].map((row) => shown(orm, row, facts));
}

/** So many days' work is looked back on. */
const MOST_PAST = 30;

/** A driver's jobs of former days that are done, the newest first: at most 30. */
export function listPastJobs(orm: Orm, driverId: Id<"driver">, before: Day): DriverJob[] {
  const facts = { ...commonFacts(orm), known: [] };
  return select(orm)
    .where(and(eq(jobs.driver_id, driverId), lt(jobs.day, before), inArray(jobs.state, DONE)))
    .orderBy(desc(jobs.day), ...inOrder)
    .limit(MOST_PAST)
    .all()
    .map((row) => shown(orm, row, facts));
}

/** One job of this driver; null when it is unknown or another's (the page answers 404 to both). */
export function findDriverJob(orm: Orm, driverId: Id<"driver">, jobId: string): DriverJob | null {
  const job = select(orm)
    .where(and(eq(jobs.id, jobId as Id<"job">), eq(jobs.driver_id, driverId)))
    .get();
  return job ? withMismatch(orm, shown(orm, job)) : null;
}

/** A thumb that slipped is put right on the spot, where it is said what was typed. */
function withMismatch(orm: Orm, job: DriverJob): DriverJob {
  const said = listMismatchesOf(orm, job.id).map(
    ({ typed, ours }) =>
      `You read ${typed}, and our list says ${ours?.number ?? "nothing"}. The office looks at it: if it was a slip, call them.`,
  );
  return said.length === 0
    ? job
    : { ...job, note: [job.note.replace(/[^.!?]$/, "$&."), ...said].filter(Boolean).join(" ") };
}

/** Whether a driver still has something to do where this job was, or is: at its dumpster. */
export function goesThere(orm: Orm, driverId: Id<"driver">, jobId: Id<"job">): boolean {
  const was = orm
    .select({ unitId: jobs.unit_id, brings: jobs.brings_unit_id })
    .from(jobs)
    .where(eq(jobs.id, jobId))
    .get();
  if (!was) return false;
  const at = [was.unitId, ...(was.brings ? [was.brings] : [])];
  const mine = and(inArray(jobs.unit_id, at), eq(jobs.driver_id, driverId), OPEN);
  return orm.select({ id: jobs.id }).from(jobs).where(mine).limit(1).get() !== undefined;
}

/** Everything that the drivers have on a day, in their order: what the day sheet prints. */
export function listJobsOfDay(orm: Orm, day: Day): (DriverJob & { driverId: Id<"driver"> })[] {
  const had = orm
    .select({ id: jobs.id, driverId: jobs.driver_id })
    .from(jobs)
    .where(and(eq(jobs.day, day), isNotNull(jobs.driver_id), inArray(jobs.state, ON_A_LIST)))
    .all();
  const facts = commonFacts(orm);
  const whose = new Map(had.map(({ id, driverId }) => [id, driverId]));
  return select(orm)
    .where(and(eq(jobs.day, day), inArray(jobs.state, ON_A_LIST)))
    .orderBy(...inOrder)
    .all()
    .flatMap((job) => {
      const driverId = whose.get(job.id);
      return driverId ? [{ ...shown(orm, job, facts), driverId }] : [];
    });
}
