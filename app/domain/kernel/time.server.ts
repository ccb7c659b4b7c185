import { keptTexts } from "./kept";
import { Temporal } from "temporal-polyfill";
import { day, formatDay, type Day } from "./days";
import { formatTime, NEW_YORK } from "./moments";

export { formatInstant, formatTime, NEW_YORK } from "./moments";
export { formatEnd } from "./full-dates";

/** Milliseconds since 1970, domain time (the sandbox clock moves it). */
export type Instant = number & { readonly __instant: never };

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
/** 24 hours. A calendar day in New York may be shorter or longer: those are counted in `days.ts`. */
export const DAY = 24 * HOUR;

export function instant(ms: number): Instant {
  return ms as Instant;
}
export function plus(from: Instant, ms: number): Instant {
  return (from + ms) as Instant;
}

export function later(one: Instant, other: Instant): Instant {
  return one > other ? one : other;
}

/** The New York date at an instant. */
export function dayAt(at: Instant): Day {
  return wallClock(at).on;
}

/** "Tuesday, December 8, 1:01 pm"; `short`: "Tue, Dec 8, 1:01 pm". New York's clock. */
export const saidMoment = (at: Instant, options: { short?: boolean } = {}): string =>
  `${formatDay(dayAt(at), options)}, ${formatTime(at)}`;

/** Minutes since midnight on New York's wall clock. */
export function minuteOfDay(at: Instant): number {
  return wallClock(at).minutes;
}

// Nearly every page asks for the present minute, several times; New York's clock is only moved by whole minutes.
let lastRead = { minute: NaN, on: "" as Day, minutes: 0 };

function wallClock(at: Instant): typeof lastRead {
  const minute = Math.floor(at / MINUTE);
  if (minute === lastRead.minute) return lastRead;
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(NEW_YORK);
  lastRead = { minute, on: day(zoned.toPlainDate().toString()), minutes: zoned.hour * 60 + zoned.minute };
  return lastRead;
}

/** The instant of a wall-clock hour on a New York day; days are not always 24 hours. */
export function instantAt(on: Day, hour: number, minute = 0): Instant {
  const key = `${on} ${hour}:${minute}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  const made = instant(
    Temporal.PlainDate.from(on).toZonedDateTime({ timeZone: NEW_YORK, plainTime: { hour, minute } }).epochMilliseconds,
  );
  instants.set(key, made);
  return made;
}

/** A page asks for some of them, most of the same days: each took 20 µs. */
const instants = keptTexts<Instant>(2_000);

export interface Clock {
  /** Domain time. Signatures, tokens and cookies use Date.now() instead (architecture.md). */
  now(): Instant;
}
