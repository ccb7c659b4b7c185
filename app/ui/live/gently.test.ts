import { expect, it } from "vitest";
import { ALONE_MS, EVERY_MS, TYPING_MS, whatNow, type Moment } from "./gently";

const NOW = 1_000_000_000;
const QUIET: Moment = {
  now: NOW,
  lastRead: NOW - EVERY_MS,
  lastKey: NOW - TYPING_MS,
  lastTouch: NOW - ALONE_MS,
  halfTyped: false,
  busy: false,
  hidden: false,
};

it.each<[string, Partial<Moment>, ReturnType<typeof whatNow>]>([
  ["nobody does anything", {}, "read"],
  ["it was read a moment ago", { lastRead: NOW - EVERY_MS + 1 }, "wait"],
  ["somebody types", { lastKey: NOW - TYPING_MS + 1 }, "wait"],
  ["something is half typed", { halfTyped: true }, "say"],
  ["something is half typed and being sent", { halfTyped: true, busy: true }, "wait"],
  ["nobody sees it", { hidden: true }, "wait"],
  ["nobody has touched it for two hours", { lastTouch: NOW - ALONE_MS - 1 }, "wait"],
])("%s", (_, moment, wanted) => {
  expect(whatNow({ ...QUIET, ...moment })).toBe(wanted);
});
