import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings } from "#db/schema/index";
import { findPrepared, preparedValues } from "~/domain/records/prepared-record.server";
import { prepareBooking } from "~/services/booking/prepare.server";
import {
  draftData,
  openedCheckout,
  openWorld,
  sessionFacts,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { fakeServices, fakeStripe } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action } from "./prepared";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

it("a correction during which the card company says that it was paid is shown again, not passed over", async () => {
  const stripe = fakeStripe();
  const { staff } = await officeRoles(world, door, stripe);
  const { contactInfo, cart, ...rest } = draftData();
  const order = { ...rest, ...contactInfo, lines: cart } as never;
  const made = await prepareBooking(fakeServices(world), order, world.deed(STAFF));
  if (!made.ok) throw new Error(JSON.stringify(made.fields));
  const number = made.bookingNumber;
  const prepared = findPrepared(world.db.orm, number) ?? expect.fail("not prepared");
  const checkout = await openedCheckout(world, prepared.booking);
  const paid = sessionFacts(checkout);
  stripe.sessions.set(paid.sessionId, paid);
  const values = preparedValues(prepared, world.settings(), world.clock.at);
  const sent = { ...values, seen: String(prepared.draft.version), address: "9 Office Road", intent: "save" };
  const answer = await staff.post(action, `/crm/bookings/${number}/order`, sent, { number });
  expect([answer.status, answer.data]).toEqual([
    409,
    {
      gone: "It was paid meanwhile. What you sent came after that.",
      heading: `Order ${number}: not saved`,
      typed: ["street address: 9 Office Road"],
      back: { label: "Edit the record", to: `/crm/bookings/${number}/edit` },
    },
  ]);
  expect(world.db.orm.select().from(bookings).get()?.address).toBe("123 Main Street");
});
