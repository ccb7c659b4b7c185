import { describe, expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { dayOn } from "~/domain/kernel/moments";
import { readStep, stepForm } from "~/routes/driver/step-forms.server";
import { REPORT_FORM } from "~/routes/driver/report-forms.server";
import { isEmptyReport } from "~/domain/dispatch/report-rules";
import { LINES, MISSING, netOf, questionOf, reportMissing, stepAsks, stepMissing, unanswered } from "./step-words";

const TICKET = { ticketNumber: "T-1", grossPounds: "46,000", tarePounds: "26,000", netPounds: "20,000" };
const TODAY = day("2026-12-03");
const job = { size: 20, material: "general", day: TODAY };

describe("what a phone can tell without signal", () => {
  it("asks what was found, and how many of it, as the server does", () => {
    for (const [data, hasPhoto] of [
      [{}, false],
      [{}, true],
      [{ cleaning: "on" }, false],
      [{ secondNumber: " " }, false],
      [{ prohibited: "mattresses" }, false],
      [{ prohibited: "mattresses", prohibitedCount: "100" }, true],
      [{ prohibited: "mattresses", prohibitedCount: "2" }, false],
      [{ prohibited: "", prohibitedCount: "2", moved: "on" }, false],
    ] as [Record<string, string>, boolean][]) {
      const onPhone = Object.keys(reportMissing(data, hasPhoto));
      const read = REPORT_FORM.safeParse(data);
      const byServer = read.success
        ? isEmptyReport(read.data) && !hasPhoto
          ? ["material"]
          : []
        : read.error.issues.map((issue) => String(issue.path[0]));
      expect([data, onPhone]).toEqual([data, byServer]);
    }
  });

  it("asks for both numbers of a swap, and for one of anything else", () => {
    const one = { dumpsterNumber: "20-01" };
    expect(stepMissing("serviced", one, "swap")).toEqual({ secondNumber: MISSING.secondNumber });
    expect(stepMissing("serviced", one, "delivery")).toEqual({});
    expect(stepMissing("serviced", { ...one, secondNumber: "20-02" }, "swap")).toEqual({});
    const same = { ...one, secondNumber: "20 01" };
    expect(stepMissing("serviced", same, "swap")).toEqual({ secondNumber: MISSING.sameNumber });
    expect(stepForm("serviced", "swap").safeParse(same).error?.issues).toMatchObject([
      { path: ["secondNumber"], message: MISSING.sameNumber },
    ]);
    // What a phone kept before it asked is not refused.
    expect(readStep("serviced", same, "swap")).toMatchObject({ to: "serviced", ...same });
  });

  it("asks about an odd weight once for each figure", () => {
    const ask = (step: string, data: Record<string, string>) => unanswered(questionOf(step, data, job, TODAY), data);
    expect(ask("ticketed", TICKET)).toEqual({ netPounds: expect.stringContaining("20,000 pounds is a lot") });
    expect(ask("ticketed", { ...TICKET, sure: "20000" })).toEqual({});
    expect(ask("ticketed", { ...TICKET, sure: "19000" })).not.toEqual({});
    expect(ask("ticketed", { ...TICKET, netPounds: "4,000" })).toEqual({});
    expect(ask("arrived", TICKET)).toEqual({});
  });

  it("has no line that is too long for the office, and says so as the server does", () => {
    const typed = { ...TICKET, dumpsterNumber: "20-808", secondNumber: "20-809", facility: "East" };
    for (const [step, kind, field] of [
      ["serviced", "delivery", "dumpsterNumber"],
      ["serviced", "swap", "secondNumber"],
      ["at_disposal", "pickup", "facility"],
      ["ticketed", "pickup", "ticketNumber"],
    ] as const) {
      const [name, most] = LINES[field];
      const data = { ...typed, [field]: ` ${"7".repeat(most)}  ` };
      expect([field, stepMissing(step, data, kind), stepForm(step, kind).safeParse(data).success]).toEqual([
        field,
        {},
        true,
      ]);
      const long = { ...typed, [field]: `${"7".repeat(most + 1)}` };
      const words = `Shorten ${name} to ${most} characters or fewer.`;
      expect(stepMissing(step, long, kind)).toEqual({ [field]: words });
      expect(stepForm(step, kind).safeParse(long).error?.issues[0]).toMatchObject({ path: [field], message: words });
    }
    const found = { cleaning: "on", secondNumber: "7".repeat(21) };
    expect(reportMissing(found, false)).toEqual({ secondNumber: expect.stringContaining("20 characters") });
    expect(reportMissing({ ...found, secondNumber: "7" }, false)).toEqual({});
  });

  it("asks about a weight only once it adds up, as the server does", () => {
    const ask = (data: Record<string, string>) =>
      stepAsks("ticketed", data, { ...job, kind: "pickup", mostPounds: 6_000 }, TODAY);
    const over = { ...TICKET, grossPounds: "33000", tarePounds: "26000", netPounds: "7000" };
    const sum = expect.stringContaining("33,000 minus 26,000 is 7,000, not 6,900");
    expect(ask({ ...over, netPounds: "6900" })).toEqual({ missing: { netPounds: sum } });
    const swapped = { ...over, grossPounds: "26000", tarePounds: "33000" };
    expect(ask(swapped).missing).toEqual({ netPounds: expect.stringMatching(/gross of 26,000 .* tare of 33,000/) });
    expect(ask(over)).toEqual({ missing: { netPounds: expect.stringContaining("over the 3 tons") }, sure: "7000" });
    expect(ask({ ...over, sure: "7000" }).missing).toEqual({});
    expect(ask({ ...over, grossPounds: "32000", netPounds: "6000" })).toEqual({ missing: {} });
  });

  it("asks for each weight that no scale shows: nothing at all, letters, more than six figures; as the server does", () => {
    for (const field of ["grossPounds", "tarePounds", "netPounds"] as const)
      for (const typed of ["", "0", "000", "0,000", "12a", "1234567"]) {
        const data = { ...TICKET, [field]: typed };
        const byServer = stepForm("ticketed", "pickup").safeParse(data).error?.issues ?? [];
        expect([typed, byServer.map(({ path, message }) => [path[0], message])]).toEqual([
          typed,
          [[field, MISSING[field]]],
        ]);
        expect([typed, stepMissing("ticketed", data, "pickup")]).toEqual([typed, { [field]: MISSING[field] }]);
      }
    // As tickets print them, and thumbs type them.
    for (const net of ["20 000", "20,000 lb", "20,000lbs.", " 20000 LB "]) {
      const data = { ...TICKET, netPounds: net };
      expect([net, stepMissing("ticketed", data, "pickup"), netOf(data)]).toEqual([net, {}, 20_000]);
      expect(readStep("ticketed", data, "pickup")).toMatchObject({ ticket: { net: 20_000 } });
    }
    for (const net of ["20,000 kg", "lb", "20 lb 000"])
      expect(stepMissing("ticketed", { ...TICKET, netPounds: net }, "pickup")).not.toEqual({});
    // A scale may show leading noughts.
    expect(stepMissing("ticketed", { ...TICKET, tarePounds: "026,000" }, "pickup")).toEqual({});
  });

  it("asks before a truck leaves for a later day, whose customer would be told at once", () => {
    const tomorrow = { ...job, day: day("2026-12-04") };
    const ask = (data: Record<string, string>, today = TODAY) =>
      unanswered(questionOf("en_route", data, tomorrow, today), data);
    expect(ask({})).toEqual({ "": expect.stringContaining("This job is for Friday, December 4") });
    expect(ask({ sure: "2026-12-05" })).not.toEqual({});
    expect(ask({ sure: "2026-12-04" })).toEqual({});
    expect(ask({}, day("2026-12-04"))).toEqual({});
    expect(ask({}, day("2026-12-05"))).toEqual({});
    expect(unanswered(questionOf("arrived", {}, tomorrow, TODAY), {})).toEqual({});
  });

  it("knows the day in New York, wherever it is", () => {
    expect([dayOn(Date.UTC(2026, 11, 4, 4, 59)), dayOn(Date.UTC(2026, 11, 4, 5))]).toEqual([
      "2026-12-03",
      "2026-12-04",
    ]);
  });
});

it("a swap's two numbers are asked for in words of their own", () => {
  const asked = stepForm("serviced", "swap").safeParse({ dumpsterNumber: "", secondNumber: "" });
  expect(asked.error?.issues.map(({ message }) => message)).toEqual([MISSING.dumpsterNumber, MISSING.secondNumber]);
  expect(MISSING.dumpsterNumber).not.toBe(MISSING.secondNumber);
});

describe("a step from a phone's journal", () => {
  it("of a swap has both numbers, or is none", () => {
    expect(readStep("serviced", { dumpsterNumber: "20-01" }, "swap")).toBeNull();
    const numbers = { dumpsterNumber: "20-01", secondNumber: "20-02" };
    expect(readStep("serviced", numbers, "swap")).toEqual({ to: "serviced", ...numbers });
    expect(readStep("serviced", numbers, "delivery")).toEqual({ to: "serviced", dumpsterNumber: "20-01" });
  });

  it("brings the place of an attempt, and nonsense is no place", () => {
    const attempt = { reason: "Nobody lets us in", note: "" };
    const place = { latitude: "28.538400", longitude: "-81.378900", accuracy: "11" };
    expect(readStep("attempted", { ...attempt, ...place }, "delivery")).toMatchObject({
      place: { latitude: 28.5384, longitude: -81.3789, accuracy: 11 },
    });
    expect(readStep("attempted", { ...attempt, ...place, latitude: "north" }, "delivery")).toMatchObject({
      place: null,
    });
    expect(readStep("dance", {}, "delivery")).toBeNull();
  });
});
