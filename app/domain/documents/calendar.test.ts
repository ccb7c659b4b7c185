import { describe, expect, it } from "vitest";
import { day, type Day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { bookingCalendar, type CalendarFacts } from "./calendar";
import { HOSTILE } from "../../../tests/support/hostile";

function morningOf(on: string, windowLabel = "Morning (8AM - 12PM)") {
  return { day: day(on), window: { startHour: 8, endHour: 12 }, windowLabel };
}

const facts: CalendarFacts = {
  bookingNumber: "DMP-2026-000123",
  businessName: "Example Roll-Off",
  phone: "(407) 555-0142",
  summary: "2 × 20-yard dumpster (General waste)",
  addressLines: ["418 Lake Example Street", "Orlando, FL 32803"],
  deliveries: [morningOf("2026-10-31")],
  pickups: [{ day: day("2026-11-07"), isKept: false }],
  manageUrl: "https://www.example.com/manage-booking?key=abc",
  uidHost: "www.example.com",
  madeAt: Date.UTC(2026, 9, 20, 12, 30, 5),
  sequence: 0,
};

const unfold = (ics: string) => ics.replace(/\r\n /g, "").split("\r\n");

/**
 * The offset that the file's own VTIMEZONE gives at a local date and hour: daylight from the 2nd Sunday of March to the
 * 1st of November.
 */
function offsetByFile(ics: string, on: Day, hour: number): number {
  const rule = (kind: string) =>
    /RRULE:FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(\d)SU[\s\S]*?TZOFFSETTO:-0(\d)00/
      .exec(ics.slice(ics.indexOf(`BEGIN:${kind}`)))!
      .slice(1)
      .map(Number) as [number, number, number];
  const change = ([month, nth]: [number, number, number]) => {
    const first = new Date(Date.UTC(Number(on.slice(0, 4)), month - 1, 1)).getUTCDay();
    return Date.UTC(Number(on.slice(0, 4)), month - 1, 1 + ((7 - first) % 7) + 7 * (nth - 1), 2);
  };
  const at = Date.parse(`${on}T00:00:00Z`) + hour * 3_600_000;
  const isDaylight = at >= change(rule("DAYLIGHT")) && at < change(rule("STANDARD"));
  return rule(isDaylight ? "DAYLIGHT" : "STANDARD")[2];
}

describe("the calendar file", () => {
  it("has the window in New York wall time and the pickup as a whole day", () => {
    const lines = unfold(bookingCalendar(facts));
    expect(lines).toEqual(
      expect.arrayContaining([
        "DTSTART;TZID=America/New_York:20261031T080000",
        "DTEND;TZID=America/New_York:20261031T120000",
        "DTSTART;VALUE=DATE:20261107",
        "DTEND;VALUE=DATE:20261108",
        "UID:DMP-2026-000123-delivery@www.example.com",
        "UID:DMP-2026-000123-pickup@www.example.com",
        "DTSTAMP:20261020T123005Z",
        "LOCATION:418 Lake Example Street\\, Orlando\\, FL 32803",
        "STATUS:CONFIRMED",
      ]),
    );
    expect(lines.at(-1)).toBe("");
  });

  it.each(["2026-10-31", "2026-11-01", "2026-11-02", "2026-03-07", "2026-03-08", "2026-03-09", "2027-11-07"])(
    "means the same moment as we do on %s, across the clock changes",
    (on) => {
      const ics = bookingCalendar({ ...facts, deliveries: [morningOf(on)] });
      const bySelf = Date.parse(`${on}T08:00:00Z`) + offsetByFile(ics, day(on), 8) * 3_600_000;
      expect(bySelf).toBe(instantAt(day(on), 8));
    },
  );

  it("has each coming of a truck, the first by the name that it had alone", () => {
    const lines = unfold(
      bookingCalendar({
        ...facts,
        deliveries: [morningOf("2026-10-31"), morningOf("2026-11-10")],
        pickups: [
          { day: day("2026-11-07"), isKept: false },
          { day: day("2026-11-17"), isKept: true },
        ],
      }),
    );
    expect(lines.filter((line) => /^(UID|DTSTART|SUMMARY)[:;]/.test(line) && !line.includes("T020000"))).toEqual([
      "UID:DMP-2026-000123-delivery@www.example.com",
      "DTSTART;TZID=America/New_York:20261031T080000",
      "SUMMARY:Dumpster delivery: Example Roll-Off",
      "UID:DMP-2026-000123-delivery-2@www.example.com",
      "DTSTART;TZID=America/New_York:20261110T080000",
      "SUMMARY:Dumpster delivery: Example Roll-Off",
      "UID:DMP-2026-000123-pickup@www.example.com",
      "DTSTART;VALUE=DATE:20261107",
      "SUMMARY:Dumpster pickup: Example Roll-Off",
      "UID:DMP-2026-000123-pickup-2@www.example.com",
      "DTSTART;VALUE=DATE:20261117",
      "SUMMARY:Dumpster\\, last paid day: Example Roll-Off",
    ]);
  });

  it("replaces an older one: same UIDs, higher sequence", () => {
    const moved = unfold(
      bookingCalendar({ ...facts, deliveries: [morningOf("2026-11-03")], sequence: 2, cancelled: true }),
    );
    expect(moved.filter((line) => line.startsWith("UID:"))).toEqual(
      unfold(bookingCalendar(facts)).filter((line) => line.startsWith("UID:")),
    );
    expect(moved.filter((line) => line === "SEQUENCE:2")).toHaveLength(2);
    expect(moved.filter((line) => line === "STATUS:CANCELLED")).toHaveLength(2);
  });

  it.each([...HOSTILE.entries()])(
    "folds at 75 octets, whole characters, and gains no line from hostile text: %i",
    (_index, text) => {
      const ics = bookingCalendar({
        ...facts,
        bookingNumber: text,
        businessName: text,
        summary: text,
        phone: text,
        addressLines: [text, `${text}🚛`.repeat(3)],
        deliveries: [morningOf("2026-10-31", text)],
        manageUrl: text,
      });
      expect(ics.replace(/\r\n/g, "")).not.toMatch(/[\r\n]/);
      for (const line of ics.split("\r\n")) {
        const octets = Buffer.from(line);
        expect(octets.length).toBeLessThanOrEqual(75);
        expect(octets.toString("utf8")).toBe(line);
        expect(line).not.toContain("\uFFFD\uFFFD");
      }
      expect(unfold(ics)).toHaveLength(unfold(bookingCalendar(facts)).length);
    },
  );

  it("escapes text", () => {
    const line = unfold(bookingCalendar({ ...facts, summary: "a,b;c\\d\ne" })).find((entry) => entry.includes("a\\,b"));
    expect(line).toContain("a\\,b\\;c\\\\d\\ne\\n");
  });
});
