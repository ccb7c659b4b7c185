import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, dumpsters, facilities, jobs, units } from "#db/schema/index";
import { driversOfDay, drivesOn } from "~/domain/dispatch/drivers-of-day.server";
import { inOrder } from "~/domain/dispatch/plan.server";
import { keepReport } from "~/domain/dispatch/reports.server";
import type { Report } from "~/domain/dispatch/report-rules";
import { takeStep, type Step } from "~/domain/dispatch/steps.server";
import { findOpenVisit, hasWaited, reportBlocked } from "~/domain/dispatch/visits.server";
import { driverActor } from "~/domain/fleet/drivers.server";
import type { Actor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt, minuteOfDay } from "~/domain/kernel/time.server";
import { windowHours } from "~/domain/schedule/rules";
import { JOB_KIND, JOB_STATE } from "~/domain/states/job-labels";
import { stateAfter } from "~/domain/states/presses";
import type { JobKind, JobState } from "~/domain/states/transitions";
import { photograph, type Play } from "./play.server";

/** What the drivers do in a made-up month: each their own list, one step at a time, by the verbs that their phones call. */

interface Stop {
  id: Id<"job">;
  kind: JobKind;
  state: JobState;
  window: string;
  /** The same in each month of a seed: ids are not. */
  key: string;
  size: number;
  material: string;
  /** Of the dumpster that stands there, or comes; of a swap the one that it takes. */
  number: string | null;
  bringsNumber: string | null;
}

const UNDER_WAY: readonly JobState[] = [
  "en_route",
  "arrived",
  "serviced",
  "to_disposal",
  "at_disposal",
  "ticketed",
  "returned",
];

/** A driver of today with the stops that may be next: the one that they are at, or those whose time has come. */
interface Driving {
  driverId: Id<"driver">;
  name: string;
  stops: Stop[];
}

export function listDriving(play: Play): Driving[] {
  const { orm } = play.services.db;
  return driversOfDay(orm, play.day)
    .filter((driver) => drivesOn(driver, play.day))
    .map(({ id: driverId, name }) => ({ driverId, name, stops: nextStops(play, driverId) }));
}

/** How long before its window begins a truck may leave, in minutes. */
const EARLY = 20;

function nextStops(play: Play, driverId: Id<"driver">): Stop[] {
  const list = stopsOf(play.services.db.orm, driverId, play.day);
  const minute = minuteOfDay(play.services.clock.now());
  const now = list.find(({ state }) => UNDER_WAY.includes(state));
  return now ? [now] : list.filter(({ window }) => minute >= windowHours(window).startHour * 60 - EARLY);
}

function stopsOf(orm: Orm, driverId: Id<"driver">, today: string): Stop[] {
  const brought = sql<
    string | null
  >`(select ${dumpsters.number} from units as new join dumpsters on dumpsters.id = new.dumpster_id where new.id = ${jobs.brings_unit_id})`;
  return orm
    .select({
      id: jobs.id,
      kind: jobs.kind,
      state: jobs.state,
      window: jobs.delivery_window,
      attempt: jobs.attempt,
      unit: units.unit_number,
      booking: bookings.booking_number,
      size: units.size_yards,
      material: units.material_category,
      number: dumpsters.number,
      bringsNumber: brought,
    })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .leftJoin(dumpsters, eq(dumpsters.id, units.dumpster_id))
    .where(
      and(
        eq(jobs.driver_id, driverId),
        inArray(jobs.state, ["assigned", ...UNDER_WAY]),
        lte(jobs.day, today as never),
        sql`${bookings.on_hold_reason} is null`,
        // A pickup whose dumpster never came waits for its delivery.
        sql`not (${jobs.kind} = 'pickup' and ${units.state} = 'reserved')`,
      ),
    )
    .orderBy(jobs.day, ...inOrder)
    .limit(60)
    .all()
    .map(({ attempt, unit, booking, ...stop }) => ({ ...stop, key: `${booking}/${unit}/${stop.kind}/${attempt}` }));
}

/** Pounds that such a load weighs, from the least to the most. */
const POUNDS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  general: [900, 2_900],
  furniture: [700, 2_100],
  yard: [1_200, 3_400],
  wood: [1_300, 3_200],
  mixed_construction: [1_900, 5_200],
  roofing: [2_600, 5_800],
  concrete: [3_900, 6_300],
};
const USUAL_POUNDS = [900, 3_000] as const;
const OBSTACLES = ["A parked car blocks the driveway", "The gate is locked", "Low branches over the driveway"];

/** So many stops are tried when a truck cannot leave for the first: no dumpster of its size is in the yard. */
const MOST_TRIED = 4;

/** One step on: of the stop that the driver is at, or to the first one that the truck can leave for. */
export async function driveOn(play: Play, { driverId, stops }: Driving): Promise<boolean | null> {
  for (const stop of stops.slice(0, MOST_TRIED)) if (await oneStep(play, driverId, stop)) return true;
  return stops.length === 0 ? null : false;
}

/** The next step of this stop, or what went wrong instead of it. */
async function oneStep(play: Play, driverId: Id<"driver">, stop: Stop): Promise<boolean> {
  const by = driverActor(play.services.db.orm, driverId);
  const one = { play, by, driverId, stop };
  switch (stop.state) {
    case "assigned":
      return step(one, { to: "en_route" });
    case "en_route":
      return step(one, { to: "arrived" });
    case "arrived":
      return atSite(one);
    case "serviced":
      if (stop.kind === "delivery" || stop.kind === "relocate") return step(one, { to: "completed" });
      await report(one);
      return step(
        one,
        stop.kind === "pickup" && luck(one, "parked") < 0.02 ? { to: "dump_later" } : { to: "to_disposal" },
      );
    case "to_disposal":
      return step(one, { to: "at_disposal", facility: facilityOf(one) });
    case "at_disposal":
      return weigh(one);
    case "ticketed":
      return step(one, { to: "returned" });
    default:
      return step(one, { to: "completed" });
  }
}

interface One {
  play: Play;
  by: Actor;
  driverId: Id<"driver">;
  stop: Stop;
}

const luck = ({ play, stop }: One, word: string): number => play.chance.of(stop.key, word);

async function step({ play, by, driverId, stop }: One, to: Step): Promise<boolean> {
  const { services } = play;
  const rules = { movesDumpster: services.flags().auto_sync_dumpster_status };
  const done = await services.db.write((tx) => takeStep(tx, play.deed(by), driverId, stop.id, to, rules));
  if (done.ok)
    play.count(`driver: ${JOB_KIND[stop.kind].toLowerCase()}, ${JOB_STATE[stateAfter(to.to)].toLowerCase()}`);
  return done.ok;
}

/** There: set down or loaded, or something is in the way. */
async function atSite(one: One): Promise<boolean> {
  const { play, driverId, stop } = one;
  const visit = findOpenVisit(play.services.db.orm, stop.id);
  if (visit) {
    if (visit.answer === "clearing") return service(one);
    if (!hasWaited(visit, play.services.clock.now())) return true;
    return leave(one, visit.reason);
  }
  const trouble = luck(one, "trouble");
  const mayBlock = stop.kind === "delivery" || stop.kind === "pickup";
  if (mayBlock && trouble < 0.05) {
    const reason = play.chance.pick(OBSTACLES, stop.key, "obstacle");
    const asked = { reason, note: "", minutes: play.services.settings().accessWaitMinutes };
    await photograph(play, one.by, { jobId: stop.id, driverId, step: "attempted", key: stop.key });
    return (await play.services.db.write((tx) => reportBlocked(tx, play.deed(one.by), driverId, stop.id, asked))).ok;
  }
  if (stop.kind === "pickup" && trouble < 0.08) return leave(one, "Overloaded above the rim");
  return service(one);
}

async function leave(one: One, reason: string): Promise<boolean> {
  const { play, by, driverId, stop } = one;
  await photograph(play, by, { jobId: stop.id, driverId, step: "attempted", key: `${stop.key}/leaves` });
  return step(one, { to: "attempted", reason, note: "" });
}

async function service(one: One): Promise<boolean> {
  const { play, by, driverId, stop } = one;
  const isMisread = stop.kind === "pickup" && luck(one, "misread") < 0.012;
  const theirs = isMisread ? `${stop.size}-99` : (stop.number ?? `${stop.size}-01`);
  if (stop.kind === "delivery")
    await photograph(play, by, { jobId: stop.id, driverId, step: "serviced", key: stop.key });
  return step(
    one,
    stop.kind === "swap"
      ? { to: "serviced", dumpsterNumber: stop.bringsNumber ?? `${stop.size}-01`, secondNumber: theirs }
      : { to: "serviced", dumpsterNumber: theirs },
  );
}

const NOTHING: Report = {
  material: null,
  prohibited: null,
  prohibited_count: null,
  cleaning: false,
  moved: false,
  overloaded: false,
  second_number: null,
};

/** What the driver finds in it, of some. */
async function report(one: One): Promise<void> {
  const { play, by, driverId, stop } = one;
  const found = luck(one, "found");
  const said: Report | null =
    found < 0.05
      ? { ...NOTHING, prohibited: "mattresses", prohibited_count: play.chance.whole(1, 3, stop.key, "mattresses") }
      : found < 0.09
        ? { ...NOTHING, cleaning: true }
        : found < 0.1
          ? { ...NOTHING, moved: true }
          : found < 0.12 && stop.material === "general"
            ? { ...NOTHING, material: "mixed_construction" }
            : null;
  if (!said) return;
  await photograph(play, by, { jobId: stop.id, driverId, step: "report", key: stop.key });
  const kept = await play.services.db.write((tx) => keepReport(tx, play.deed(by), driverId, stop.id, said));
  if (kept.ok) play.count("driver: report");
}

const facilityOf = ({ play, stop }: One): string => {
  const names = play.services.db.orm
    .select({ name: facilities.name })
    .from(facilities)
    .orderBy(facilities.name)
    .all()
    .map(({ name }) => name);
  return names.length > 0 ? play.chance.pick(names, stop.key, "facility") : "Orange County Landfill";
};

async function weigh(one: One): Promise<boolean> {
  const { play, by, driverId, stop } = one;
  const [least, most] = POUNDS[stop.material] ?? USUAL_POUNDS;
  const net = play.chance.whole(least / 20, most / 20, stop.key, "net") * 20;
  const tare = play.chance.whole(1_280, 1_390, stop.key, "tare") * 20;
  // No load has the number of another.
  const number = `${dayAt(play.services.clock.now()).replaceAll("-", "")}-${stop.key.replace(/^DMP-\d+-0*/, "").replaceAll("/", "")}`;
  await photograph(play, by, { jobId: stop.id, driverId, step: "ticketed", key: stop.key });
  return step(one, { to: "ticketed", ticket: { number, gross: tare + net, tare, net } });
}
