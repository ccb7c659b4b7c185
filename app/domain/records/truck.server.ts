import { and, asc, eq, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { events, jobs, units } from "#db/schema/index";
import { listUnits } from "../booking/order/bookings.server";
import type { Id } from "../kernel/ids.server";
import { shortDay, yearOf } from "../kernel/moments";
import { dayAt, formatTime, type Instant } from "../kernel/time.server";
import { JOB_OF_CUSTOMER, jobSizes } from "../states/job-labels";
import type { TruckView } from "./customer-views";

type Job = typeof jobs.$inferSelect;

/** What a customer is told of a truck, step by step, with the words for each kind of job. */
const STEPS = ["en_route", "arrived", "serviced"] as const;
/** What is emptied is not done before it is back. */
const AND_BACK = [...STEPS, "returned"] as const;
const ON_ITS_WAY_BACK = ["serviced", "to_disposal", "at_disposal", "ticketed"] as const;
const stepsOfKind = (kind: string) => (kind === "dump_and_return" ? AND_BACK : STEPS);
const DONE: Readonly<Record<string, string>> = {
  delivery: "Delivered",
  pickup: "Picked up",
  dump_and_return: "Taken to be emptied",
};
const label = (step: (typeof AND_BACK)[number], kind: string) => {
  if (step === "en_route") return "On the way";
  if (step === "returned") return "Brought back";
  return step === "arrived" ? "At your site" : (DONE[kind] ?? "Done");
};

/** Of these nothing is told: no truck has left for them, or it was called back. */
const NOT_OUT = ["unscheduled", "scheduled", "assigned"] as const;

/** Dumping what we parked is our own matter, in our own yard. */
const OF_CUSTOMER = and(eq(jobs.booking_id, sql.placeholder("booking")), ne(jobs.kind, "disposal"));

const jobsOf = prepared((orm) =>
  orm
    .select({
      id: jobs.id,
      kind: jobs.kind,
      state: jobs.state,
      size: units.size_yards,
      number: units.unit_number,
      bringsId: jobs.brings_unit_id,
      brings: sql<number | null>`(select b.size_yards from units as b where b.id = ${jobs.brings_unit_id})`,
    })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .where(and(OF_CUSTOMER, notInArray(jobs.state, [...NOT_OUT])))
    .orderBy(asc(jobs.created_at), asc(jobs.id))
    .prepare(),
);

const stepsOf = prepared((orm) =>
  orm
    .select({ id: events.subject_id, to: events.to_state, at: events.at })
    .from(jobs)
    .innerJoin(events, and(eq(events.subject_kind, "job"), eq(events.subject_id, jobs.id)))
    .where(
      and(
        eq(jobs.booking_id, sql.placeholder("booking")),
        inArray(events.to_state, [...AND_BACK, "scheduled", "attempted"]),
      ),
    )
    .orderBy(asc(events.id))
    .prepare(),
);

const IS_OUT = or(
  inArray(jobs.state, ["en_route", "arrived"]),
  and(eq(jobs.kind, "dump_and_return"), inArray(jobs.state, [...ON_ITS_WAY_BACK])),
);

const out = prepared((orm) =>
  orm.select({ kind: jobs.kind, state: jobs.state }).from(jobs).where(and(OF_CUSTOMER, IS_OUT)).prepare(),
);

/** The booking's trucks that are out for its customer, an emptied dumpster's until it is back. */
export const listTrucksOut = (orm: Orm, bookingId: Id<"booking">): Pick<Job, "kind" | "state">[] =>
  out(orm).all({ booking: bookingId });

/** Of the same, from where it stands: the dumpster is on its truck. */
export const isAway = ({ kind, state }: Pick<Job, "kind" | "state">): boolean =>
  kind === "dump_and_return" && ON_ITS_WAY_BACK.some((one) => one === state);

const onTruckDay = prepared((orm) =>
  orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        OF_CUSTOMER,
        or(IS_OUT, and(eq(jobs.day, sql.placeholder("today")), inArray(jobs.state, ["scheduled", "assigned"]))),
      ),
    )
    .limit(1)
    .prepare(),
);

/**
 * The booking's trucks that are out, or were here today: when each step was, as the driver took it; with its day where not all
 * of them are of today.
 */
export function readTrucks(orm: Orm, bookingId: Id<"booking">, now: Instant): TruckView[] {
  const rows = jobsOf(orm).all({ booking: bookingId });
  if (rows.length === 0) return [];
  // Those that a swap is to bring are not there to be taken for another.
  const there = listUnits(orm, bookingId).filter(
    ({ state, replaces_unit_id }) => state !== "cancelled" && (state !== "reserved" || replaces_unit_id === null),
  );
  const steps = stepsOf(orm).all({ booking: bookingId });
  return rows.flatMap((job) => {
    const told = stepsOfKind(job.kind);
    // A load that comes back to the yard is no step of its customer's.
    const mine = steps.filter(({ id, to }) => id === job.id && (to !== "returned" || told === AND_BACK));
    // A truck that was taken back begins anew.
    const since = mine.slice(mine.findLastIndex(({ to }) => to === "scheduled") + 1);
    const at = (step: string) => since.findLast(({ to }) => to === step)?.at ?? null;
    const last = since.at(-1)?.at ?? null;
    const isOut = job.state === "en_route" || job.state === "arrived" || isAway(job);
    const wasToday = last !== null && dayAt(last) === dayAt(now) && at("serviced") !== null;
    if (!isOut && !wasToday) return [];
    const today = dayAt(now);
    const isOneOf = there.filter(({ id }) => id !== job.bringsId).length > 1;
    const isOfToday = told.every((step) => at(step) === null || dayAt(at(step)!) === today);
    return {
      id: job.id,
      // "Swap of your 20-yard dumpster", among several "… (number 2)"; of two sizes: "Swap: bring 15, take 20 yards".
      what: `${JOB_OF_CUSTOMER[job.kind]}${job.brings && job.brings !== job.size ? `: ${jobSizes(job)}` : ` of your ${job.size}-yard dumpster`}${isOneOf ? ` (number ${job.number})` : ""}`,
      steps: told.map((step) => {
        const when = at(step);
        const words =
          when === null ? null : `${isOfToday ? "" : `${shortDay(dayAt(when), yearOf(now))}, `}${formatTime(when)}`;
        return { label: label(step, job.kind), at: words };
      }),
    };
  });
}

/** Whether something may happen at the site today: then the customer's page follows it. */
export function isTruckDay(orm: Orm, bookingId: Id<"booking">, now: Instant): boolean {
  return onTruckDay(orm).get({ booking: bookingId, today: dayAt(now) }) !== undefined;
}

/** Which truck it is, where an order has several dumpsters: "Delivery of dumpster 2 of 3". Null where it has but one. */
export function nameTruck(orm: Orm, bookingId: Id<"booking">, job: Pick<Job, "unit_id" | "kind">): string | null {
  const all = listUnits(orm, bookingId);
  const unit = all.find(({ id }) => id === job.unit_id);
  return unit && all.length > 1
    ? `${JOB_OF_CUSTOMER[job.kind]} of dumpster ${unit.unit_number} of ${all.length}`
    : null;
}
