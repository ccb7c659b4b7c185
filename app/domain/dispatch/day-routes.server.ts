import { and, eq, ne, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, jobs, units } from "#db/schema/index";
import type { Day } from "../kernel/days";
import { sha256, type Id } from "../kernel/ids.server";
import { isKeptJob } from "../states/kept";
import { isBeforeItLeaves, isOurs, notThere } from "../states/job-places";
import type { JobKind, JobState } from "../states/transitions";
import type { Settings } from "../settings/schema";
import { driversOfDay, drivesOn, type DriverOfDay } from "./drivers-of-day.server";
import { readPlaces } from "./places.server";
import type { LeftOut } from "./plan-data";
import { inOrder } from "./plan.server";
import { ALL_DAY, isProposed, type Hours, type RouteDay, type RouteJob } from "./route";
import { withoutTruck } from "./trucks-of-day";

/** A day as its roads are worked out: every job that is still to leave and whose place is known. */
export interface DayRoutes extends RouteDay {
  jobs: DayJob[];
  /** Those, and the ones of other kinds that are still to leave: how late a stop is depends on all before it. */
  toLeave: DayJob[];
  /** Those, the ones that have left or are done, and of other kinds: what each driver's day is as a whole. */
  whole: DayJob[];
  /** Of which none is planned as long as nobody has it: kept until its customer asks, on hold, or nothing stands there. */
  unplanned: DayJob[];
  drivers: Id<"driver">[];
  everybody: DriverOfDay[];
  /** Who drives on the day and is given nothing new, as they have no truck to go out with. */
  idle: LeftOut[];
  /** Jobs in ZIPs that we do not know. */
  unknown: { id: Id<"job">; zip: string }[];
  /** Of a kind that no route has, and nobody has them yet. */
  byHand: Id<"job">[];
  /** Pickups that nobody has of dumpsters that could not be delivered: nothing stands there. */
  notThere: Id<"job">[];
  /** Of orders on hold, with their numbers: what no person gave by hand is proposed to nobody, and stays where it is. */
  held: { id: Id<"job">; booking: string; isGiven: boolean }[];
  version: string;
}

export interface DayJob extends RouteJob {
  id: Id<"job">;
  driverId: Id<"driver"> | null;
  position: number | null;
  address: string;
}

/**
 * The day's jobs that have not left, in the order in which they stand, and who may drive them. `fixed` is what a person
 * gave; where an order goes to one driver (`oneDriver`), its jobs are a group.
 */
export function readDayRoutes(
  orm: Orm,
  settings: Pick<Settings, "address">,
  day: Day,
  { oneDriver }: { oneDriver: boolean },
): DayRoutes {
  const rows = orm
    .select({
      id: jobs.id,
      kind: jobs.kind,
      state: jobs.state,
      window: jobs.delivery_window,
      driverId: jobs.driver_id,
      position: jobs.position,
      isFixed: jobs.is_fixed,
      size: units.size_yards,
      unit: units.state,
      mayKeep: bookings.flexible_extension,
      booking: jobs.booking_id,
      number: bookings.booking_number,
      isHeld: sql<0 | 1>`${bookings.on_hold_reason} is not null`,
      zip: bookings.zip,
      address: bookings.address,
    })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(and(eq(jobs.day, day), ne(jobs.state, "cancelled")))
    .orderBy(...inOrder)
    .all();
  const places = readPlaces(
    orm,
    settings,
    rows.map(({ zip }) => zip),
  );
  // A parked load is dumped from our yard, wherever it came from.
  const placeOf = (job: { kind: JobKind; zip: string }) => (isOurs(job) ? places.yard : places.of(job.zip));
  const everybody = driversOfDay(orm, day);
  // Whoever has it by hand drives there; else no truck is planned for what stands until its customer asks.
  const kept = new Set(
    rows.filter((row) => row.driverId === null && isBeforeItLeaves(row.state) && isKeptJob(row)).map(({ id }) => id),
  );
  const open = rows.filter(({ id, state }) => isBeforeItLeaves(state) && !kept.has(id));
  const missing = open
    .filter((row) => isProposed(row.kind) && notThere(row) !== null && row.driverId === null)
    .map(({ id }) => id);
  const held = open.filter(
    (row) => isProposed(row.kind) && row.isHeld && !(row.isFixed && row.driverId) && !missing.includes(row.id),
  );
  const nobodyGoes = new Set([
    ...missing,
    ...kept,
    ...held.flatMap(({ id, driverId }) => (driverId === null ? id : [])),
  ]);
  const placed = rows.flatMap(
    ({
      kind,
      zip,
      driverId,
      isFixed,
      booking,
      unit: _,
      mayKeep: _may,
      number: _number,
      isHeld: _held,
      ...row
    }): (DayJob & { state: JobState })[] => {
      const place = placeOf({ kind, zip });
      if (!place) return [];
      const fixed = isFixed ? driverId : null;
      return [
        {
          ...row,
          ...place,
          kind,
          driverId,
          fixed,
          facility: places.nearestFacility(place),
          ...(oneDriver && { group: booking }),
        },
      ];
    },
  );
  const whole = placed.filter(({ id }) => !nobodyGoes.has(id));
  const hours = everybody.flatMap(({ id, begins, ends }): [Id<"driver">, Hours][] =>
    begins === null && ends === null ? [] : [[id, { begins: begins ?? ALL_DAY.begins, ends: ends ?? ALL_DAY.ends }]],
  );
  const toLeave = whole.filter(({ state }) => isBeforeItLeaves(state));
  const isLeftOut = new Set(held.map(({ id }) => id));
  const jobsToLeave = toLeave.filter(({ id, kind }) => isProposed(kind) && !isLeftOut.has(id));
  const withFixed = new Set(jobsToLeave.map(({ fixed }) => fixed));
  // What a person gave, and what has left, is out with its driver's truck whatever the calendar says.
  const withWork = new Set(
    rows.flatMap(({ driverId, isFixed, state }) => (driverId && (isFixed || !isBeforeItLeaves(state)) ? driverId : [])),
  );
  const outOrIn = everybody.filter((one) => drivesOn(one, day) || withWork.has(one.id));
  const noTruck = withoutTruck(outOrIn, withWork, new Map(hours));
  const idle = noTruck.filter(({ driverId }) => everybody.some((one) => one.id === driverId && drivesOn(one, day)));
  const mayHaveNew = everybody.filter(
    (one) => drivesOn(one, day) && !noTruck.some(({ driverId }) => driverId === one.id),
  );
  return {
    jobs: jobsToLeave,
    toLeave,
    whole,
    unplanned: placed.filter(({ id }) => nobodyGoes.has(id)),
    drivers: everybody.filter((one) => mayHaveNew.includes(one) || withFixed.has(one.id)).map(({ id }) => id),
    onlyFixed: new Set(everybody.filter((one) => !mayHaveNew.includes(one)).map(({ id }) => id)),
    everybody,
    idle,
    unknown: open.filter((row) => placeOf(row) === null && !isLeftOut.has(row.id)).map(({ id, zip }) => ({ id, zip })),
    byHand: open
      .filter((row) => placeOf(row) !== null && !isProposed(row.kind) && row.driverId === null)
      .map(({ id }) => id),
    notThere: missing,
    held: held.map(({ id, number, driverId }) => ({ id, booking: number, isGiven: driverId !== null })),
    yard: places.yard,
    facility: places.nearestFacility(places.yard),
    hours: Object.fromEntries(hours),
    version: sha256(JSON.stringify([rows.map(({ address: _, ...row }) => row), everybody, oneDriver])).slice(0, 24),
  };
}
