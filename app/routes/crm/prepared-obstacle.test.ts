import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, customers, serviceAreas } from "#db/schema/index";
import { day } from "~/domain/kernel/days";
import { plus, type Instant } from "~/domain/kernel/time.server";
import { prepareBooking } from "~/services/booking/prepare.server";
import { PreparedObstacle, type PreparedView } from "~/ui/office/PreparedOrder";
import { RenewPrice, type RenewalView } from "~/ui/office/RenewPrice";
import { changeSetting, draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { officeRoles, type Role } from "../../../tests/support/office-roles";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { fakeServices, type Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action as recordAction } from "./booking";
import { loader } from "./prepared";

let world: TestWorld;
let roles: Record<Role, Visitor>;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  roles = await officeRoles(world, door);
});
afterEach(() => world.close());

async function prepare(changes: object = {}): Promise<string> {
  const { contactInfo, cart, ...rest } = draftData();
  const order = { ...rest, ...contactInfo, lines: cart, ...changes } as never;
  const made = await prepareBooking(fakeServices(world), order, world.deed(STAFF));
  if (!made.ok) throw new Error(JSON.stringify(made.fields));
  return made.bookingNumber;
}
async function pageOf(number: string) {
  const { data } = await roles.staff.get(loader, `/crm/bookings/${number}/order`, { number });
  const { view, renewal } = data as { view: PreparedView; renewal: RenewalView | null };
  const html = await partOf(PreparedObstacle, { why: view.undeliverable });
  return {
    why: view.undeliverable,
    html,
    said: wordsIn(html),
    renewal: renewal ? wordsIn(await partOf(RenewPrice, { action: `/crm/bookings/${number}`, renewal })) : null,
  };
}
/** Without what the router writes behind it. */
const partOf = async <P extends object>(part: ComponentType<P>, props: P) =>
  (await rendered(part, props)).replace(/<script>.*<\/script>/s, "");
const atLeast = (cents: number) => world.db.orm.update(serviceAreas).set({ minimum_order: cents }).run();
const SMALL = "The smallest order for the caller’s area is $900 before tax; this one is $379. Add to it.";

it("says what stands in an order's way in the office's words, with the way to its form", async () => {
  await changeSetting(world, "windowCapacity", 2);
  const number = await prepare({
    lines: [{ dumpsterSize: 20, quantity: 3, materialCategory: "general" }],
    fullWindow: true,
  });
  expect(await pageOf(number)).toMatchObject({ why: null, said: "", renewal: null });
  world.db.sqlite.exec("update grants set ended_at = 1 where \"right\" = 'full_window'");
  const page = await pageOf(number);
  expect(page.said).toContain("The caller can neither sign nor pay this as it is.");
  expect(page.said).toContain("Check “Take it also into a full window”, or make an order for each time.");
  expect(page.said).not.toMatch(/call you|call us|\byours?\b/);
  expect(page.html).toMatch(/<a href="#order-form">Put it right below<\/a>, and tell the caller/);
  // All that is wrong, one sentence after the other.
  world.db.sqlite.exec("update zip_codes set has_street_addresses = 0 where zip = '32801'");
  await changeSetting(world, "holidays", [day("2026-12-03")]);
  expect((await pageOf(number)).why?.words).toMatch(/32801 .*\. .*Thursday, December 3/);
});

it("says of who is not served no word but the way to their record", async () => {
  const number = await prepare();
  world.db.orm.update(customers).set({ do_not_serve_at: world.clock.at, do_not_serve_reason: "Never paid." }).run();
  const { html, said } = await pageOf(number);
  const id = world.db.orm.select().from(bookings).get()?.customer_id;
  expect(said).toContain("This customer is not served: their record says why.");
  expect(said).not.toMatch(/call you|tell the caller/);
  expect(html).toContain(`href="/crm/customers/${id}"`);
});

it("asks for nothing while its price holds; once that is over, the renewal says what to put right, to staff", async () => {
  const number = await prepare({ deliveryDate: "2026-12-17" });
  atLeast(90_000);
  // The office's word holds for what is smaller than the area's minimum.
  expect(await pageOf(number)).toMatchObject({ why: null, said: "", renewal: null });
  world.clock.at = (world.db.orm.select().from(bookings).get()?.quote_expires_at ?? 0) as Instant;
  expect(await pageOf(number)).toMatchObject({ why: null, renewal: null });
  world.clock.at = plus(world.clock.at, 1);
  // Said once: it is renewed first, and what stands in the way of that is put right before.
  const over = await pageOf(number);
  expect([over.why, over.said]).toEqual([null, ""]);
  expect(over.renewal).toMatch(/The price was good .*, and is over\. It cannot be renewed as it is: /);
  expect(over.renewal).toContain(`${SMALL} Put the order right first, then renew its price.`);
  const pressed = await roles.staff.post(
    recordAction,
    `/crm/bookings/${number}`,
    { intent: "renew", total: "40932" },
    { number },
  );
  expect(pressed).toMatchObject({
    status: 400,
    data: { fields: { "": `${SMALL} Put the order right first, then renew its price.` } },
  });
  atLeast(0);
  expect((await pageOf(number)).renewal).toContain("Renew at $409.32 and send the link");
});
