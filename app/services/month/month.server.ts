import { setTimeout as pause } from "node:timers/promises";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Actor, Deed } from "~/domain/kernel/deed";
import { dayAt, minuteOfDay } from "~/domain/kernel/time.server";
import { hasDueWork, type LaneKind } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";
import { keepHouse } from "../work/housekeeping.server";
import { runDueWork, systemDeed } from "../work/worker.server";
import { BEHAVIOURS } from "./behaviours.server";
import { chanceOf } from "./chance";
import { clockTo, findStaff, type PayAtCheckout, type Play } from "./play.server";

/** How often each thing was done, by its name. */
export type Counts = Record<string, number>;

export interface MonthWish {
  seed: number;
  days: number;
  pay: PayAtCheckout;
  /** After each part of a day: which day of the month it is, from 0, and what was done so far. False ends the month. */
  goesOn: (dayNumber: number, day: Day, counts: Counts) => Promise<boolean>;
}

/** How long the mails and texts of a moment, and the papers of a day, are waited for, in wall milliseconds. */
const MESSAGES_MS = 3_000;
const PAPERS_MS = 15_000;
/** Housekeeping looks at the hours, and what is due at each of them leaves. */
const HOURS = Array.from({ length: 16 }, (_, i) => (6 + i) * 60);

/**
 * Lives through some days of business from now on, with the sandbox's clock: customers, drivers and the office act by the
 * product's own verbs, as the table of behaviours says. The same seed on the same data is the same month. Throws where
 * nobody of the office is there to act.
 */
export async function liveMonth(services: Services, { seed, days, pay, goesOn }: MonthWish): Promise<Counts> {
  const counts: Counts = {};
  const staff = findStaff(services);
  if (!staff) throw new Error("nobody of the office works here: staff@example.com is missing or may not");
  const first = dayAt(services.clock.now());
  for (let dayNumber = 0; dayNumber < days; dayNumber++) {
    const day = addDays(first, dayNumber);
    let at = services.clock.now();
    const play: Play = {
      services: { ...services, clock: { now: () => at } },
      chance: chanceOf(seed),
      day,
      dayNumber,
      minute: 0,
      pay,
      deed: <By extends Actor>(by: By): Deed<By> => ({ by, now: at, requestId: `month-${seed}` }),
      staff: () => staff,
      count: (what) => void (counts[what] = (counts[what] ?? 0) + 1),
    };
    for (const minute of minutesOf(services, day)) {
      if (!(await goesOn(dayNumber, day, counts))) return counts;
      // Exactly then, however long the machine takes: a wait of a quarter of an hour is over a quarter of an hour later.
      at = await clockTo(services, day, minute);
      play.minute = minute;
      if (HOURS.includes(minute)) await keepHouse(play.services, systemDeed(play.services, `month-${seed}`));
      for (const behaviour of BEHAVIOURS) if (behaviour.at.includes(minute)) await behaviour.live(play);
      await drain(play.services, ["card-company", "messages"], MESSAGES_MS);
    }
    await drain(play.services, ["documents", "messages"], PAPERS_MS);
  }
  return counts;
}

/** Every moment of a day at which something may happen, in order, as far as it is still to come: the minute it is, is over. */
function minutesOf({ clock }: Pick<Services, "clock">, day: Day): number[] {
  const all = [...new Set([...HOURS, ...BEHAVIOURS.flatMap(({ at }) => at)])].sort((a, b) => a - b);
  const now = clock.now();
  return dayAt(now) < day ? all : all.filter((minute) => minute > minuteOfDay(now));
}

/** Does what is due, as the worker does beside it; what takes longer is left to that. */
async function drain(services: Services, lanes: readonly LaneKind[], most: number): Promise<void> {
  const until = performance.now() + most;
  for (const lane of lanes)
    while (hasDueWork(services.db, lane) && performance.now() < until)
      await Promise.race([runDueWork(services, lane), pause(Math.max(1, until - performance.now()))]);
}
