import { expect, it } from "vitest";
import type { OpenAccount } from "~/domain/driver/journal-read.server";
import { instant } from "~/domain/kernel/time.server";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { TwoAccounts } from "./TwoAccounts";

const AT = Date.UTC(2026, 10, 26, 14);
const said = async (step: string, data: Record<string, string>) => {
  const entry = { id: "entry_1", step, done_at: instant(AT), is_corrected: false, state: "conflict", photos: [] };
  const account = {
    ...{ driverId: "driver_1", driver: "Dana", jobId: "job_1", kind: "pickup", state: "assigned", window: "morning" },
    ...{ day: "2026-11-26", hasIt: "Dale", booking: "DMP-2026-000001", customer: "Ada", ours: [], seen: "" },
    theirs: [{ ...entry, why: "reassigned", said: { data } }],
  } as unknown as OpenAccount;
  return /[ap]m (.*?) The job was given/.exec(wordsIn(await rendered(TwoAccounts, { account })))?.[1]?.trim();
};

it.each<[string, Record<string, string>, string | undefined]>([
  ["serviced", { dumpsterNumber: "20-07", takenAt: `${AT}` }, "Dumpster 20-07"],
  ["serviced", { dumpsterNumber: "20-07", secondNumber: "15-02" }, "Set down 20-07, taken away 15-02"],
  [
    "ticketed",
    { ticketNumber: "SC-1001", grossPounds: "30000", tarePounds: "26 000", netPounds: "4,000", takenAt: `${AT}` },
    "Ticket SC-1001, gross 30,000 pounds, tare 26,000 pounds, net 4,000 pounds",
  ],
  ["ticketed", { ticketNumber: "SC-1001", grossPounds: "a lot" }, "Ticket SC-1001, gross “a lot”"],
  ["at_disposal", { facility: "Orange County Landfill" }, "Facility: Orange County Landfill"],
  [
    "attempted",
    { reason: "The gate is locked", note: "Rang twice", latitude: "28.5", longitude: "-81.3", accuracy: "12" },
    "The gate is locked, “Rang twice”",
  ],
  ["arrived", { takenAt: `${AT}` }, undefined],
])("of %s with %o the office reads what each value is, and no clock’s number", async (step, data, words) => {
  expect(await said(step, data)).toBe(words);
});
