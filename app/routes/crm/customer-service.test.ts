import { afterAll, beforeAll, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { tasks } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { findOpenCheckout } from "~/domain/payments/checkouts.server";
import { findCustomerRecord } from "~/domain/records/customer-record.server";
import {
  openedCheckout,
  openWorld,
  paidBooking,
  signedBooking,
  TODAY,
  type TestWorld,
} from "../../../tests/support/domain";
import { officeRoles, type Role } from "../../../tests/support/office-roles";
import type { Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action } from "./customer";

let world: TestWorld;
let visitors: Record<Role, Visitor>;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  visitors = await officeRoles(world, door);
});
afterAll(() => world.close());

const press = async ({ customer_id: id }: Booking, intent: string, fields: Record<string, string>) => {
  const { status } = await visitors.staff.post(action, `/crm/customers/${id}`, { intent, ...fields }, { id });
  expect(status).toBe(302);
};
const undecided = (booking: Booking) =>
  world.db.orm
    .select()
    .from(tasks)
    .where(eq(tasks.cause, `not_served:${booking.id}`))
    .get()?.state ?? null;

it("whoever comes to be not served, by a press, a merge or a contact, cannot pay, and staff decide what is paid", async () => {
  const other = { firstName: "Bo", lastName: "Lee", email: "bo@example.com", phone: "(407) 555-0199" };
  const bad = await paidBooking(world);
  const paid = await paidBooking(world, { contactInfo: other });
  const begun = await signedBooking(world, { contactInfo: other });
  await press(bad, "stop-serving", { stopReason: "Threw a shovel" });
  expect([undecided(bad), undecided(paid)]).toEqual(["open", null]);

  await openedCheckout(world, begun);
  await press(paid, "merge", { other: bad.customer_id });
  expect([undecided(paid), findOpenCheckout(world.db.orm, begun.id)]).toEqual(["open", null]);
  await press(paid, "undo-merge", { other: bad.customer_id });
  expect([undecided(bad), undecided(paid)]).toEqual(["open", "closed"]);

  await press(bad, "add-contact", { contact: other.email });
  expect(undecided(paid)).toBe("open");
  const added = findCustomerRecord(world.db.orm, bad.customer_id, TODAY)?.contacts;
  await press(bad, "end-contact", { contactId: added?.find(({ value }) => value === other.email)?.id ?? "" });
  expect(undecided(paid)).toBe("closed");

  await press(bad, "serve-again", { serveReason: "paid for it" });
  expect(undecided(bad)).toBe("closed");
});
