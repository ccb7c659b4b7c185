import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { customers } from "#db/schema/index";
import type { Day } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { keepLead, type NewLead } from "~/domain/leads/leads.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import { stopTexts } from "~/domain/messages/stops.server";
import { findCustomerRecord } from "~/domain/records/customer-record.server";
import { PhoneOrderForm } from "~/ui/office/PhoneOrderForm";
import { draftData, paidBooking, TODAY } from "../../../tests/support/domain";
import { onAccount } from "../../../tests/support/money";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { answerOrder } from "./order-answers.server";
import { withoutSaving } from "./phone-buttons.server";
import { orderOffer } from "./phone-order.server";

// Who asked to be called and calls: the form said that nobody we know calls from their number.
const world = setSoundWorld({ fleet: { 20: 2 } });
const PHONE = "(407) 555-0172";
const CARVER: NewLead = {
  kind: "call_back",
  name: "Bill Carver",
  phone: PHONE,
  email: "bill@example.com",
  zip: "32720",
  message: "Roof tear-off in DeLand",
};
const ask = (changes: Partial<NewLead> = {}) =>
  world.db.write((tx) => keepLead(tx, world.deed(), { ...CARVER, ...changes }));
const shown = () => {
  const values = { phone: PHONE };
  return rendered(PhoneOrderForm, { values, offer: orderOffer(world), answers: answerOrder(world, values) });
};
const lookedUp = (typed: Record<string, string> = {}, intent = "lookup") =>
  withoutSaving(world, { phone: PHONE, ...typed, intent }, {});

beforeEach(() => {
  world.clock.at = Date.parse("2026-11-27T17:00:00Z") as typeof world.clock.at;
});

it("says what was asked for and when, with the way to it, and not that nobody is known", async () => {
  expect(wordsIn(await shown())).toContain(`Nobody we know calls from ${PHONE}`);
  const { id } = await ask();
  const html = await shown();
  expect(wordsIn(html)).toContain(
    "This number has an open request. An order does not close it: Asked for a call-back on Fri, Nov 27 : Roof tear-off in DeLand",
  );
  expect(html).toContain(`href="/crm/overview/leads/${id}"`);
  expect(wordsIn(html)).not.toContain("Nobody we know");
  expect(wordsIn(html)).toContain("Bill Carver no customer so far");
});

it("of a call that nobody answered there is nobody to fill in, and a long request is cut", async () => {
  await ask({ kind: "missed_call", name: PHONE, email: "", zip: "", message: "m".repeat(400) });
  const said = wordsIn(await shown());
  expect(said).toContain(`Called and reached nobody on Fri, Nov 27 : ${"m".repeat(160)}…`);
  expect(said).not.toMatch(/Fill in|Nobody we know/);
  expect(lookedUp()).not.toHaveProperty("firstName");
});

it("the name and the e-mail address that they gave stand in what is empty, not the ZIP; what was typed stays", async () => {
  const { id } = await ask();
  // Anybody may have asked for it from this number, with an address of their own: somebody says who calls.
  expect(lookedUp()).toEqual({ phone: PHONE, intent: "lookup" });
  expect(answerOrder(world, { phone: PHONE }).caller?.known.map(({ isCustomer }) => isCustomer)).toEqual([false]);
  expect(lookedUp({}, `lookup:${id}`)).toEqual({
    phone: PHONE,
    intent: `lookup:${id}`,
    firstName: "Bill",
    lastName: "Carver",
    email: "bill@example.com",
  });
  expect(lookedUp({ firstName: "Will" }, `lookup:${id}`)).toMatchObject({ firstName: "Will", lastName: "Carver" });
});

it("of a known customer it is said what they owe and by when, as in their record, with the way there; nothing where nothing is owed", async () => {
  const typed = { phone: "(407) 555-0133" };
  const known = () => answerOrder(world, typed).caller?.known.map(({ title, owed }) => [title, owed]);
  await paidBooking(world);
  expect(known()).toEqual([["Ada Tester", null]]);
  const { customer_id: id } = await onAccount(world);
  const { owed = 0 } = findCustomerRecord(world.db.orm, id, TODAY) ?? {};
  expect(owed).toBe(409_32);
  const words = `They owe ${formatCents(owed)}, due Sun, Dec 27`;
  expect(known()).toEqual([["Ada Tester", { words, isOverdue: false, url: `/crm/customers/${id}#balance` }]]);
  const answers = answerOrder(world, typed);
  const html = await rendered(PhoneOrderForm, { values: typed, offer: orderOffer(world), answers });
  expect(html).toMatch(
    new RegExp(`<a [^>]*href="/crm/customers/${id}#balance"[^>]*>They owe \\$409\\.32, due Sun, Dec 27</a>`),
  );
  // In red once that day has passed; what is owed since has its own.
  const owes = () => known()?.[0]?.[1];
  world.clock.at = plus(world.clock.at, 30 * DAY);
  expect(owes()).toMatchObject({ words, isOverdue: false });
  world.clock.at = plus(world.clock.at, 5 * DAY);
  expect(owes()).toMatchObject({ words: "They owe $409.32, overdue since Sun, Dec 27, 2026", isOverdue: true });
  await onAccount(world, { deliveryDate: "2027-01-15" });
  expect(owes()).toMatchObject({
    words: "They owe $818.64, $409.32 of it overdue since Sun, Dec 27, 2026",
    isOverdue: true,
  });
});

it("says that a number gets no texts, before they are promised, and that an exemption has ended, before tax is read out", async () => {
  const { customer_id: id } = await onAccount(world, { contactInfo: { ...draftData().contactInfo, phone: PHONE } });
  const said = async () => wordsIn(await shown());
  expect(await said()).not.toMatch(/said STOP|exemption/);
  await world.db.write((tx) => stopTexts(tx, world.deed(), "+14075550172", "customer"));
  const until = (exempt_until: string) =>
    world.db.orm
      .update(customers)
      .set({ exemption_certificate: "FL-1", exempt_until: exempt_until as Day })
      .where(eq(customers.id, id))
      .run();
  until("2026-11-27");
  expect(await said()).toContain("This number said STOP: no text message goes there. Ask for an email address.");
  const promised = async (email: string) => {
    const values = { phone: PHONE, smsConsent: "on", email, zip: "32801", dumpsterSize: "20", quantity: "1" };
    const answers = answerOrder(world, values);
    return wordsIn(await rendered(PhoneOrderForm, { values, offer: orderOffer(world), answers }));
  };
  expect(await promised("")).toContain("one link to sign and pay: enter an email address.");
  expect(await promised("bill@example.com")).toContain("one link to sign and pay, by email.");
  expect(await said()).not.toMatch(/exemption/);
  until("2026-11-26");
  expect(await said()).toContain("tax exemption ended Thu, Nov 26");
});
