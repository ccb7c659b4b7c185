import { expect, it } from "vitest";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { day } from "~/domain/kernel/days";
import type { JobState } from "~/domain/states/transitions";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { SheetOfDriver } from "./BoardSheet";
import { JobNotes } from "./DriverJob";

const stop = (id: string, state: JobState, more: Partial<DriverJob> = {}) =>
  ({
    ...{
      id,
      state,
      kind: "pickup",
      size: 20,
      brings: null,
      material: "concrete",
      window: "morning",
      dumpster: "20-01",
    },
    ...{ failureReason: null, bringsDumpster: null, address: `${id} Street`, city: "Orlando", zip: "32801" },
    ...{ placement: "driveway", association_approval: false, gateCode: "", instructions: "" },
    ...{ firstName: "Pat", lastName: "Lee", phone: { text: "(407) 555-0133" }, bookingNumber: "DMP-2026-000001" },
    ...more,
  }) as DriverJob;

const sheet = (...jobs: DriverJob[]) => sheetOf("", jobs);
const sheetOf = async (hours: string, jobs: DriverJob[]) => {
  const driver = { id: "d", name: "Dana", truck: "T1", hours, miles: 3, jobs };
  const html = await rendered(SheetOfDriver, { driver, day: day("2026-12-03"), officePhone: "(407) 555-0100" });
  const rows = html.split("<tr").slice(2);
  return { rows: rows.map((row) => `<tr${row}`), words: wordsIn(html) };
};

it("strikes out what is over, and says how it ended; what is open has its place to tick", async () => {
  const { rows, words } = await sheet(
    stop("a", "completed"),
    stop("b", "attempted", { failureReason: "Locked gate" }),
    stop("c", "dump_later"),
    stop("d", "arrived"),
    stop("e", "assigned"),
  );
  expect(rows.map((row) => /<s>.*Pickup/.test(row))).toEqual([true, true, true, false, false]);
  expect(rows.map((row) => wordsIn(/<td class="to-fill">(.*?)<\/td>/.exec(row)?.[1] ?? ""))).toEqual([
    "Completed",
    "Attempted, not possible: Locked gate",
    "Parked full, dump later",
    "At the site",
    "",
  ]);
  expect(words).toContain("5 stops, 2 still open,");
});

it("counts what is open only where something is over", async () => {
  expect((await sheet(stop("a", "assigned"))).words).toContain("1 stop, about 3 miles");
});

it("says beside the truck when the driver's day begins and ends, where it is another than always", async () => {
  const { words } = await sheetOf("from 6:00 am", [stop("a", "assigned")]);
  expect(words).toContain("T1, from 6:00 am, 1 stop,");
  expect((await sheet(stop("a", "assigned"))).words).toContain("T1, 1 stop,");
});

it("says what is to be in each", async () => {
  const { rows } = await sheet(stop("a", "assigned"), stop("b", "assigned", { material: "general" }));
  expect(rows.map((row) => /Concrete|General debris/.exec(wordsIn(row))?.[0])).toEqual(["Concrete", "General debris"]);
});

it("tells a driver without a phone what is an emergency, what was tried before, and what is noted for it", async () => {
  const { rows } = await sheet(
    stop("a", "assigned", { priority: "emergency", attempt: 1, note: "Side gate" }),
    stop("b", "assigned", { priority: "normal", attempt: 2, note: "" }),
    stop("c", "assigned", { priority: "normal", attempt: 1, note: "" }),
  );
  const [urgent = "", again = "", usual = ""] = rows.map(wordsIn);
  expect(urgent).toContain("Emergency, before everything else");
  expect(urgent).toContain("For this job: Side gate");
  expect(again).toContain("Try 2");
  expect(usual).not.toMatch(/Emergency|Try|office/);
});

it("a note has the name of no writer on a driver’s page: it may be the customer’s", async () => {
  const job = stop("a", "assigned", { note: "It blocks my garage", instructions: "Ring twice" });
  const words = wordsIn(await rendered(JobNotes, { job }));
  expect(words).toContain("For this job It blocks my garage");
  expect(words).toContain("From the customer Ring twice");
});
