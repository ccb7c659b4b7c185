import { and, eq, gt, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { drivers, jobOffers, jobs } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { hoursWords } from "../kernel/hours";
import { dayAt, type Instant } from "../kernel/time.server";
import { conflictsOfDay } from "./conflicts.server";
import { readDayRoutes, type DayJob, type DayRoutes } from "./day-routes.server";
import { drivesOn } from "./drivers-of-day.server";
import { listOnTheWayFull, listOnTheWayTwice } from "./on-the-way.server";
import { listUntaken } from "./offers.server";
import type { PlanRules } from "./plan-day.server";
import { chainSaves, proposeChain, routeCost } from "./route";
import { listLeftOver } from "./straight-on.server";

/** What a driver's column says beside the stops. Miles are whole ones, about; `saved` by going straight on. */
export interface DriverNotes {
  miles: number;
  saved: number;
  isAway: boolean;
  truck: string | null;
  /** Of this day, where they are other than always: "6:00 am to 2:30 pm"; else empty. */
  hours: string;
  conflicts: string[];
  /** A delivery that would go straight on with an emptied dumpster; miles are whole ones, about. */
  chain: { jobId: Id<"job">; afterId: Id<"job">; saves: number } | null;
}

export interface DayNotes {
  drivers: Map<Id<"driver">, DriverNotes>;
  /** To whom a waiting job is offered, and until when. */
  offers: Map<Id<"job">, { driver: string; until: Instant }>;
  /** Who did not take a waiting job when it was offered last, and why; `null`: not answered in time. */
  untaken: ReturnType<typeof listUntaken>;
  /** The day as it stands, as proposals are made from it. */
  version: string;
}

/** What the board adds to a day's jobs: roads, what is wrong with somebody's day, and open offers. */
export function readDayNotes(orm: Orm, rules: PlanRules, day: Day, now: Instant): DayNotes {
  // By the rules of a proposal: else each would look as if the day had changed since it was made.
  const routes = readDayRoutes(orm, rules.settings, day, rules);
  const offers = orm
    .select({ jobId: jobOffers.job_id, driver: drivers.name, until: jobOffers.expires_at })
    .from(jobOffers)
    .innerJoin(drivers, eq(drivers.id, jobOffers.driver_id))
    .innerJoin(jobs, eq(jobs.id, jobOffers.job_id))
    .where(and(sql`${jobOffers.state} = 'open'`, gt(jobOffers.expires_at, now), eq(jobs.day, day)))
    .all();
  const everybody = routes.everybody.map(({ id }) => id);
  const twice = listOnTheWayTwice(orm, day, everybody);
  const full = listOnTheWayFull(orm, day, everybody);
  const leftOver = day === dayAt(now) ? listLeftOver(orm, now) : [];
  return {
    drivers: new Map(
      routes.everybody.map((driver) => {
        const list = routes.whole.filter(({ driverId }) => driverId === driver.id);
        return [
          driver.id,
          {
            miles: Math.round(routeCost(list, routes).miles),
            saved: Math.round(chainSaves(list, routes)),
            isAway: !drivesOn(driver, day),
            truck: driver.truck?.name ?? null,
            hours: hoursWords(driver),
            conflicts: [
              ...(twice.get(driver.id) ?? []),
              ...full(driver.id),
              ...leftOver
                .filter(({ driverId }) => driverId === driver.id)
                .map(
                  ({ number }) =>
                    `Dumpster ${number} is still on ${driver.name}’s truck, and no delivery of theirs takes it. Once it stands in the yard, say so on its page.`,
                ),
              ...conflictsOfDay(routes, day, driver),
            ],
            chain: chainOf(list, routes, driver.id),
          },
        ];
      }),
    ),
    version: routes.version,
    untaken: listUntaken(orm, day),
    offers: new Map(offers.map(({ jobId, ...offer }) => [jobId, offer])),
  };
}

function chainOf(list: readonly DayJob[], day: DayRoutes, driverId: Id<"driver">): DriverNotes["chain"] {
  const toLeave = new Set<string>(day.jobs.map(({ id }) => id));
  const chain = proposeChain(list, day, ({ id }) => toLeave.has(id), day.hours?.[driverId]);
  return (
    chain && {
      jobId: chain.jobId as Id<"job">,
      afterId: chain.afterId as Id<"job">,
      saves: Math.round(chain.saves),
    }
  );
}
