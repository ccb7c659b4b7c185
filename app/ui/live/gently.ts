/** Never more often than this. */
export const EVERY_MS = 2_000;
/** Whoever pressed a key so lately is typing. */
export const TYPING_MS = 3_000;
/** An open page is nobody at work: after this long without a touch it reads nothing by itself, so that a session ends. */
export const ALONE_MS = 2 * 3_600_000;

export interface Moment {
  now: number;
  lastRead: number;
  lastKey: number;
  lastTouch: number;
  /** A form in the page has something that would be lost. */
  halfTyped: boolean;
  /** The page sends something, or goes elsewhere. */
  busy: boolean;
  hidden: boolean;
}

/**
 * What to do about a page that is out of date: read it again, wait and ask once more, or say so and leave it to the
 * person. Pure.
 */
export function whatNow({
  now,
  lastRead,
  lastKey,
  lastTouch,
  halfTyped,
  busy,
  hidden,
}: Moment): "read" | "wait" | "say" {
  if (hidden || busy || now - lastTouch > ALONE_MS) return "wait";
  if (halfTyped) return "say";
  return now - lastKey < TYPING_MS || now - lastRead < EVERY_MS ? "wait" : "read";
}
