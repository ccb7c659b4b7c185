import { eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { jobs } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { getJob, type Job } from "./jobs.server";
import { stopsOfDriver } from "./plan.server";

/** A job as far as its list goes. Its stored number only orders that list, and is no place: numbers of stops that left are missing. */
export interface OnList {
  id: Id<"job">;
  driverId: Id<"driver"> | null;
  day: Day;
}
export const onList = ({ id, driver_id, day }: Pick<Job, "id" | "driver_id" | "day">): OnList => ({
  id,
  driverId: driver_id,
  day,
});

/** Drivers' stops of a day in their order, by driver and day. */
export type StopLists = ReadonlyMap<string, readonly Id<"job">[]>;
const keyOf = ({ driverId, day }: OnList) => `${driverId} ${day}`;

/** The lists on which these jobs stand, as they are now. */
export function stopListsOf(orm: Orm, list: readonly OnList[]): StopLists {
  const lists = new Map<string, Id<"job">[]>();
  for (const job of list) {
    if (job.driverId === null || lists.has(keyOf(job))) continue;
    const stops = stopsOfDriver(orm, job.driverId, job.day);
    lists.set(
      keyOf(job),
      stops.map(({ id }) => id),
    );
  }
  return lists;
}

/** A job's place among its driver's stops of its day, from 1; null where it stands on none of these lists. */
export function placeOn(lists: StopLists, job: OnList): number | null {
  const at = lists.get(keyOf(job))?.indexOf(job.id) ?? -1;
  return at < 0 ? null : at + 1;
}

/** Whether a stop stands where it stood among those that are still on its list: others have only come and gone. */
export function stoodStill(before: StopLists, after: StopLists, job: OnList): boolean {
  const [was, is] = [before, after].map((lists) => lists.get(keyOf(job)) ?? []);
  const among = (those: readonly Id<"job">[] = [], others: readonly Id<"job">[] = []) =>
    those.filter((id) => others.includes(id)).indexOf(job.id);
  return among(was, is) === among(is, was);
}

/**
 * Puts jobs that are back with their drivers at the places that they had (from 1), all at once: one after the other they
 * would push each other away. Who else stands there keeps the order around them.
 */
export function putInPlaces(tx: Tx, places: ReadonlyMap<Id<"job">, number>): void {
  const placeOf = (id: Id<"job">) => places.get(id) ?? 0;
  const back = [...places.keys()].map((id) => onList(getJob(tx, id)));
  for (const list of stopListsOf(tx, back).values()) {
    const order = list.filter((id) => !places.has(id));
    const mine = list.filter((id) => places.has(id)).sort((a, b) => placeOf(a) - placeOf(b));
    for (const id of mine) order.splice(placeOf(id) - 1, 0, id);
    for (const [i, id] of order.entries())
      tx.update(jobs)
        .set({ position: i + 1 })
        .where(eq(jobs.id, id))
        .run();
  }
}
