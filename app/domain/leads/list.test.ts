import { afterEach, beforeEach, expect, it } from "vitest";
import { leads } from "#db/schema/index";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { HOUR, plus } from "~/domain/kernel/time.server";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { keepLead, moveLead, type NewLead } from "./leads.server";
import { findBookedSince, listLeads } from "./list.server";

let world: TestWorld;
beforeEach(async () => (world = await openWorld({ fleet: { 20: 9 } })));
afterEach(() => world.close());

const ask = (changes: Partial<NewLead> = {}) =>
  world.db.write((tx) =>
    keepLead(tx, world.deed(), {
      kind: "call_back",
      name: "Bill Carver",
      phone: "(407) 555-0172",
      email: "bill@example.com",
      zip: "32801",
      message: "",
      ...changes,
    }),
  );
const names = (state: "new" | "contacted" | "closed", after: string | null = null) =>
  listLeads(world.db.orm, { state, after }).rows.map(({ name }) => name);

it("lists who was called and is undecided, whom nobody has called, and who is closed: pages, the newest first", async () => {
  for (let i = 1; i <= 103; i++) {
    // Several of one moment.
    if (i % 3 === 0) world.clock.at = plus(world.clock.at, HOUR);
    await ask({ name: `Zed ${i}` });
  }
  const [one] = world.db.orm.select().from(leads).limit(1).all();
  await world.db.write((tx) => moveLead(tx, world.deed(), one!.id, "contacted"));
  expect([names("contacted"), names("closed")]).toEqual([[one!.name], []]);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page = listLeads(world.db.orm, { state: "new", after });
    expect(page.rows.length).toBeLessThanOrEqual(50);
    seen.push(...page.rows.map(({ name }) => name));
    after = page.next;
  } while (after !== null);
  expect(new Set(seen).size).toBe(102);
  expect(seen).toHaveLength(102);
  expect(seen.slice(0, 2).sort()).toEqual(["Zed 102", "Zed 103"]);
  // What nobody made is the first page.
  expect(names("new", "x")).toEqual(names("new"));
  const plan = world.db.sqlite
    .prepare(
      "explain query plan select * from leads where state = ? and (created_at, id) < (?, ?) order by created_at desc, id desc limit 51",
    )
    .all("new", 1, "") as { detail: string }[];
  expect(plan[0]?.detail).toContain("leads_state");
});

it("says what whoever asked has booked since, by number, address or draft, and nothing of before or of others", async () => {
  const order = (contact: { phone: string; email: string }) =>
    world.db.write((tx) => {
      const data = draftData({ deliveryDate: "2026-12-10" });
      const until = plus(world.clock.at, 48 * HOUR);
      const asked = { ...data, contactInfo: { ...data.contactInfo, ...contact } };
      return prepareQuote(tx, world.deed(STAFF), world.settings(), asked, until).booking.booking_number;
    });
  await order({ phone: "(407) 555-0172", email: "bill@example.com" });
  world.clock.at = plus(world.clock.at, HOUR);
  const bill = await ask();
  const nobodys = await ask({ phone: "(407) 555-0199", email: "", name: "Nora" });
  world.clock.at = plus(world.clock.at, HOUR);
  await order({ phone: "(407) 555-0133", email: "other@example.com" });
  // Without an address they are not whoever else has none.
  await order({ phone: "(407) 555-0135", email: "" });
  expect([findBookedSince(world.db.orm, bill), findBookedSince(world.db.orm, nobodys)]).toEqual([null, null]);
  const byPhone = await order({ phone: "(407) 555-0172", email: "elsewhere@example.com" });
  expect(findBookedSince(world.db.orm, bill)?.number).toBe(byPhone);
  world.clock.at = plus(world.clock.at, HOUR);
  const byEmail = await order({ phone: "(407) 555-0134", email: "bill@example.com" });
  expect(findBookedSince(world.db.orm, bill)?.number).toBe(byEmail);
  expect(findBookedSince(world.db.orm, nobodys)).toBeNull();
});
