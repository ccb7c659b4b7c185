import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDay, scheduleFields } from "../support/booking";
import type { TextBrowser } from "../support/form";
import { count, expectRefused, pathOf, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

const DAY = openDay(20);
const TYPED = {
  ...scheduleFields({ email: "far@example.com", deliveryDate: DAY, rentalDays: "12" }),
  phone: "(407) 555-0190",
  firstName: "Ana Maria",
  lastName: "Far",
  zip: "90210",
  address: "9 Far St",
  dumpsterSize: "20",
  // A thousand letters of three bytes each, nine in an address.
  specialInstructions: "由".repeat(1_000),
  gateCode: "#4711",
};
const typed = async (changes: Record<string, string> = {}) =>
  (
    await (
      await staff.open("/crm/bookings/new")
    )
      .form("deliveryDate")
      .fill({ ...TYPED, ...changes })
      .submit("update")
  ).form("deliveryDate");

const leads = () => count(server, "select count(*) from leads");

describe("a caller from where we do not deliver, kept as a lead", () => {
  it("has everything that was typed, in words and in the order that is made of it", async () => {
    const lead = await (await typed()).submit("lead");
    expect(pathOf(lead)).toMatch(/^\/crm\/overview\/leads\//);
    const panel = lead.root.querySelector("section[aria-labelledby=typed]")?.text ?? "";
    for (const said of ["1 × 20 yards", "9 Far St", "Days12", "由".repeat(1_000), "#4711"])
      expect(panel).toContain(said);
    const order = (await lead.follow("Make a booking")).form("deliveryDate").values();
    for (const [name, value] of Object.entries(TYPED)) expect([name, order.get(name)]).toEqual([name, value]);
  });

  it("is none where we deliver by the time that the button is pressed: the form comes back as it was", async () => {
    const before = leads();
    const refused = await (await typed({ phone: "(407) 555-0191" })).fill({ zip: "32801" }).submit("lead");
    expectRefused(refused, /We do deliver to 32801/, { ...TYPED, phone: "(407) 555-0191", zip: "32801" });
    expect(leads()).toBe(before);
  });
});

describe("a lead that is closed", () => {
  it("needs a reason, is told with the way back, and keeps who closed it and why; notes stand in its history", async () => {
    const lead = await (await typed({ phone: "(407) 555-0192", firstName: "Clo", lastName: "Sed" })).submit("lead");
    const path = pathOf(lead);
    expect((await lead.form("why").submit("close")).text).toContain("Say why, so that the others know.");
    const note = { note: "Call after six.\nAsk for Bo." };
    expect((await lead.form("note").fill({ note: " " }).submit("note")).text).toContain("Write the note first.");
    expect((await lead.form("note").fill(note).submit("note")).text).toContain("Ask for Bo.");

    const long = await lead
      .form("why")
      .fill({ why: "Went elsewhere", halfNote: "n".repeat(10_001) })
      .submit("close");
    expect(long.status).toBe(400);
    expect(long.text).toContain("Shorten the note to 10,000 characters or fewer: there are 10,001.");
    const half = { why: "Went elsewhere", halfNote: "Has a brother.\nIn Oviedo" };
    const closed = await lead.form("why").fill(half).submit("close");
    expect(pathOf(closed)).toBe("/crm/overview");
    expect(closed.text).toContain("Closed: Clo Sed.");
    const record = await staff.open(path);
    expect(record.text).toMatch(/Went elsewhere\. .* · (?!customer)/);
    expect(record.root.querySelector("section[aria-labelledby=history]")?.text).toMatch(
      /Has a brother.*Request: closed: Went elsewhere.*Call after six.*Request came in/s,
    );

    const undone = await closed.form("closing").submit("undo");
    expect(pathOf(undone)).toBe(path);
    expect(undone.root.querySelector("header .state")?.text).toBe("New");
    expect((await staff.open(`/crm/overview?lead=${path.split("/").at(-1)}`)).text).not.toContain("Closed: Clo Sed");
    // An open page of before: not undone twice, and nothing to undo.
    expect(pathOf(await closed.form("closing").submit("undo"))).toBe(path);
  });
});
