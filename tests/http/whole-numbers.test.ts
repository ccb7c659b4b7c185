import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDay } from "../support/booking";
import { startDrive, type Drive } from "../support/drive";
import type { Page } from "../support/form";
import { pathOf } from "../support/meanwhile";
import { query } from "../support/orders";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

// Figures that a program would read as another one, or as none: each is told beside its field, and nothing is done.
const ODD = ["1e3", "0x10", " ", "1.5", "100000000000000000000"];

let server: TestServer;
let drive: Drive;
let pickup: Awaited<ReturnType<Drive["mine"]>>;
const all = <T>(sql: string, ...values: string[]) => query<T>(server.dataDir, sql, ...values);
const id = (sql: string, ...values: string[]) => all<{ id: string }>(sql, ...values)[0]?.id ?? "";
beforeAll(async () => {
  server = await sharedServer();
  drive = await startDrive(server);
  pickup = await drive.mine("pickup");
}, 60_000);
afterAll(() => server.stop());

const job = () => pathOf(pickup.page).split("/").at(-1) ?? "";
const unit = () => id("select unit_id as id from jobs where id = ?", job());
const wish = () => ({ kind: "swap", unit: unit(), day: openDay(70), window: "morning" });
const needs = () => `/crm/bookings/${pickup.number}/needs`;
const swap = () => `/manage-booking/swap?booking=${pickup.number}`;
const board = (fields: Record<string, string>) => drive.staff.post("/crm/dispatch", { jobId: job(), ...fields });

interface Place {
  field: string;
  words: string;
  status: number;
  send: (odd: string) => Promise<Page>;
}
const PLACES: Record<string, Place> = {
  "a stop's place": {
    field: "",
    words: "Say which place it has among the driver’s stops",
    status: 400,
    send: (odd) => board({ intent: "order", position: odd }),
  },
  "a stop's place as it is given": {
    field: "",
    words: "Say which place it has among the driver’s stops",
    status: 400,
    send: (odd) =>
      board({ intent: "assign", driverId: id("select driver_id as id from jobs where id = ?", job()), position: odd }),
  },
  "a new dumpster's size": {
    field: "size",
    words: "Choose its size.",
    status: 400,
    send: (odd) => drive.staff.post("/crm/inventory/new", { intent: "add", number: "99-1", size: odd }),
  },
  "what a customer needs, looked at": {
    field: "size",
    words: "Choose the size of the new one.",
    status: 200,
    send: (odd) => drive.staff.open(`${needs()}?${new URLSearchParams({ ...wish(), size: odd }).toString()}`),
  },
  "what a customer needs, planned": {
    field: "size",
    words: "Choose the size of the new one.",
    status: 400,
    send: (odd) => drive.staff.post(needs(), { intent: "plan", ...wish(), size: odd, total: "1" }),
  },
  "the price that was seen": {
    field: "",
    words: "The price has changed meanwhile.",
    status: 409,
    send: (odd) => drive.staff.post(needs(), { intent: "plan", ...wish(), size: "20", total: odd }),
  },
  "a customer's swap, looked at": {
    field: "dumpsterSize",
    words: "Choose one of our sizes.",
    status: 200,
    send: (odd) => pickup.customer.open(`${swap()}&look=1&dumpsterSize=${encodeURIComponent(odd)}`),
  },
  "a customer's swap, paid for": {
    field: "dumpsterSize",
    words: "Choose one of our sizes.",
    status: 400,
    send: (odd) => pickup.customer.post(swap(), { unit: unit(), dumpsterSize: odd, total: "1" }),
  },
  "the fee that was seen": {
    field: "",
    words: "",
    status: 400,
    send: (odd) => pickup.customer.post(`/manage-booking/cancel?booking=${pickup.number}`, { fee: odd }),
  },
};

describe.each(Object.entries(PLACES))("%s", (_name, { field, words, status, send }) => {
  it.each(ODD)("that is said as %j is refused in words, and nothing is done", async (odd) => {
    const facts = () =>
      all(
        "select (select count(*) from events where actor_kind <> 'system') events, (select count(*) from dumpsters) yard",
      );
    const before = facts();
    const page = await send(odd);
    expect(page.status).toBe(status);
    const said = field ? page.root.querySelector(`#${field}-error`)?.text : page.text;
    expect(said).toContain(words);
    expect(page.text).not.toMatch(/Invalid input|NaN|went wrong/);
    expect(facts()).toEqual(before);
  });
});
