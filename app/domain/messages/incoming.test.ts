import { describe, expect, it } from "vitest";
import { day } from "../kernel/days";
import { formatInstant, instant, instantAt, plus } from "../kernel/time.server";
import { readTextWord } from "./incoming";
import { quietUntil } from "./quiet-hours.server";

describe("a word that steers our texts", () => {
  it.each(["STOP", "stopall", "Unsubscribe", "CANCEL", "end", " quit ", "Stop.", "STOP!", '"stop"', "\nstop\n"])(
    "%j stops them",
    (body) => expect(readTextWord(body)).toBe("stop"),
  );
  // The law's own words, and what phones make of them: signs, accents by mistake, wide letters, marks that nobody sees.
  it.each([
    "Revoke",
    "opt out",
    "OPT-OUT",
    "OptOut.",
    "stop all",
    "‘stop’",
    "“STOP”",
    "(stop)",
    "- stop",
    "stop,",
    "STOP?",
    "stop 🛑",
    "ＳＴＯＰ",
    "S.T.O.P.",
    "STOP\u200b",
    "\u202aSTOP\u202c",
    "stop\ufe0f",
    "Stop please",
    "Please stop texting me!",
    "pls stop sending messages",
    "unsubscribe me from these texts.",
  ])("%j stops them as well", (body) => expect(readTextWord(body)).toBe("stop"));
  it.each([
    ["start", "start"],
    ["UNSTOP", "start"],
    ["Yes", "yes"],
    ["help", "help"],
    ["Help?", "help"],
    ["info", "help"],
    ["stop it", null],
    ["no stop", null],
    ["5 pm stop", null],
    ["Stop by at noon, please", null],
    ["don't stop", null],
    ["please stop now", null],
    ["Please stop the truck", null],
    ["please cancel", null],
    ["text me please", null],
    ["please stop sending messages to my old number", null],
    ["stopp", null],
    ["toString", null],
    ["constructor", null],
    ["", null],
    ["!", null],
  ])("%j is %s", (body, word) => expect(readTextWord(body)).toBe(word));

  it("is looked for in a time that grows with the text alone", () => {
    const begun = performance.now();
    for (const sign of ["!", '"', ".", " "]) readTextWord(`a${sign.repeat(200_000)}b`);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe("quiet hours", () => {
  const at = (on: string, hour: number, minute = 0) => instantAt(day(on), hour, minute);
  const until = (now: ReturnType<typeof at>) => {
    const end = quietUntil("sms.booking-confirmed", now);
    return end === null ? null : formatInstant(end);
  };

  it.each([
    [8, 0, null],
    [20, 59, null],
    [21, 0, "December 2, 2026, 8:00 am"],
    [23, 59, "December 2, 2026, 8:00 am"],
    [0, 0, "December 1, 2026, 8:00 am"],
    [7, 59, "December 1, 2026, 8:00 am"],
  ])("at %i:%i o'clock in New York a text waits until %s", (hour, minute, end) => {
    expect(until(at("2026-12-01", hour, minute))).toBe(end);
  });

  it("end at eight by the clock also in the nights in which it is changed", () => {
    // 10 hours and 12 hours after 21:00, not 11.
    for (const [on, hours, end] of [
      ["2027-03-13", 10, "March 14, 2027, 8:00 am"],
      ["2026-10-31", 12, "November 1, 2026, 8:00 am"],
    ] as const) {
      const evening = at(on, 21);
      expect(until(evening)).toBe(end);
      expect(quietUntil("sms.booking-confirmed", evening)).toBe(plus(evening, hours * 3_600_000));
    }
  });

  it("are none for a code", () => {
    expect(quietUntil("sms.account-code", at("2026-12-01", 3))).toBeNull();
    expect(quietUntil("sms.sign-request", instant(at("2026-12-01", 3)))).not.toBeNull();
  });
});
