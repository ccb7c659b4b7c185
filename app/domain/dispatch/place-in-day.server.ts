import type { Orm } from "#db/client.server";
import type { Id } from "../kernel/ids.server";
import { takesAway } from "../states/job-places";
import type { DayJob, DayRoutes } from "./day-routes.server";
import type { Job } from "./jobs.server";
import { ofUnit, placeBefore, stopsOfDriver } from "./plan.server";
import { routeCost } from "./route";

/**
 * Where jobs stand in a driver's day, one behind the other: which stop the first becomes, from 1, undefined where they are
 * the last ones; and the stops that are still to leave with them among these (`list`), null where no road to them is known.
 */
export interface Place {
  position: number | undefined;
  list: DayJob[] | null;
  /** Those stops without them. */
  without: DayJob[];
}

/**
 * The place that a driver's day has for these jobs: the one that was asked for (`position`), else where any of them has
 * to stand (`placeBefore`), else where they make the stops late least, as late as that can be. What is warned of is judged
 * there, and there they are put.
 */
export function placeInDay(
  orm: Orm,
  day: DayRoutes,
  group: readonly Job[],
  driverId: Id<"driver">,
  position?: number,
): Place {
  const [first] = group;
  if (!first) return { position: undefined, list: null, without: [] };
  const stops = stopsOfDriver(orm, driverId, first.day).filter((stop) => !group.some(({ id }) => id === stop.id));
  const asked = group.flatMap((job) => known(day, job));
  const isKnown = asked.length > 0;
  const fixed = position ?? placeBeforeOf(orm, group, driverId);
  const list = stops.flatMap((stop) => known(day, stop));
  if (fixed !== null) {
    const behind = stops.slice(Math.max(0, fixed - 1));
    const isTaken = behind.some((stop) => group.some((job) => takesAway(ofUnit(job), ofUnit(stop))));
    // One has to go before a stop, and another behind a later one: each where it has to stand, by itself.
    if (position === undefined && isTaken)
      return { position: undefined, list: isKnown ? eachInPlace() : null, without: list };
    const at = behind.map(({ id }) => list.findIndex((one) => one.id === id)).find((one) => one >= 0) ?? list.length;
    return { position: fixed, list: isKnown ? list.toSpliced(at, 0, ...asked) : null, without: list };
  }
  if (!isKnown) return { position: undefined, list: null, without: list };
  // Nothing goes before an emergency, or takes away what an errand is still for.
  const stays = ({ id }: DayJob) =>
    stops.some(
      (stop) =>
        stop.id === id && (stop.priority === "emergency" || group.some((job) => takesAway(ofUnit(job), ofUnit(stop)))),
    );
  const at = bestPlace(day, list, asked, { from: list.findLastIndex(stays) + 1, driverId });
  const next = list[at];
  return {
    position: next && stops.findIndex(({ id }) => id === next.id) + 1,
    list: list.toSpliced(at, 0, ...asked),
    without: list,
  };

  /** As they are put one after the other: before the stop that each has to be before, else at the end. */
  function eachInPlace(): DayJob[] {
    const order = [...list];
    for (const job of group) {
      const place = placeBefore(orm, job, driverId);
      const next = place === null ? undefined : stops[place - 1]?.id;
      const at = order.findIndex(({ id }) => id === next);
      order.splice(at < 0 ? order.length : at, 0, ...[known(day, job)].flat());
    }
    return order;
  }
}

const known = (day: DayRoutes, { id }: Pick<Job, "id">): DayJob | [] =>
  day.toLeave.find((one) => one.id === id) ?? day.unplanned.find((one) => one.id === id) ?? [];

/** The first place that one of them has to have; null where none has to stand anywhere. */
function placeBeforeOf(orm: Orm, group: readonly Job[], driverId: Id<"driver">): number | null {
  const places = group.flatMap((job) => placeBefore(orm, job, driverId) ?? []);
  return places.length > 0 ? Math.min(...places) : null;
}

/** Where in the list they make the stops late least; of places that are the same in this, the last. */
function bestPlace(
  day: DayRoutes,
  list: DayJob[],
  asked: DayJob[],
  { from, driverId }: { from: number; driverId: Id<"driver"> },
): number {
  const hours = day.hours?.[driverId];
  const late = (at: number) => routeCost(list.toSpliced(at, 0, ...asked), day, { hours }).late;
  const places = Array.from({ length: list.length + 1 - from }, (_, i) => ({ at: from + i, late: late(from + i) }));
  return places.reduce((best, place) => (place.late <= best.late ? place : best)).at;
}
