import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { editBooking, editTexts } from "../booking/office/edit.server";
import type { EditTexts } from "../booking/office/edit";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { listContacts } from "./contacts.server";
import { familyOf, getCustomer } from "./family.server";

// Whose record follows an order that is put right: the one that bears its name, and by the very name that the form had.
let world: TestWorld;
let order: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  const contactInfo = { firstName: "Ana", lastName: "Riuz", email: "ana@gmial.com", phone: "(407) 555-0133" };
  order = await paidBooking(world, { contactInfo });
});
afterEach(() => world.close());

const edit = (changes: Partial<EditTexts>) => {
  const seen = editTexts(getBooking(world.db.orm, order.id));
  return world.db.write((tx) => editBooking(tx, world.deed(STAFF), order.id, { mine: { ...seen, ...changes }, seen }));
};
const renameRecord = (first: string, last: string) =>
  world.db.sqlite
    .prepare("update customers set first_name = ?, last_name = ? where id = ?")
    .run(first, last, order.customer_id);
const record = () => {
  const { first_name, last_name } = getCustomer(world.db.orm, order.customer_id);
  const contacts = listContacts(world.db.orm, familyOf(world.db.orm, order.customer_id));
  return [
    `${first_name} ${last_name}`,
    contacts.flatMap(({ value, ended_at }) => (ended_at === null ? [value] : [])).sort(),
  ];
};
const AS_IT_CAME = ["+14075550133", "ana@gmial.com"];

it("a record of another name keeps what it has, also where the order is given its name in that very form", async () => {
  renameRecord("Bo", "Lee");
  expect(await edit({ firstName: "Bo", lastName: "Lee", email: "bo@example.com" })).toMatchObject({ ok: true });
  expect(record()).toEqual(["Bo Lee", AS_IT_CAME]);
});

it("a record whose name the office has written otherwise keeps its spelling", async () => {
  renameRecord("ANA", "Riuz");
  expect(await edit({ lastName: "Ruiz" })).toMatchObject({ ok: true });
  expect(record()).toEqual(["ANA Riuz", AS_IT_CAME]);
});

it("the slip that the order has in capitals is gone with it", async () => {
  world.db.sqlite.prepare("update bookings set email = 'Ana@Gmial.com' where id = ?").run(order.id);
  expect(await edit({ email: "ana@gmail.com" })).toMatchObject({ ok: true });
  expect(record()).toEqual(["Ana Riuz", ["+14075550133", "ana@gmail.com"]]);
});

it("an order beside it that has the slip in capitals has it too", async () => {
  const contactInfo = { firstName: "Ana", lastName: "Riuz", email: "ana@gmial.com", phone: "(407) 555-0133" };
  const { id } = await paidBooking(world, { contactInfo });
  world.db.sqlite.prepare("update bookings set email = 'Ana@Gmial.com' where id = ?").run(id);
  expect(await edit({ email: "ana@gmail.com" })).toMatchObject({ ok: true });
  expect(record()).toEqual(["Ana Riuz", ["+14075550133", "ana@gmail.com", "ana@gmial.com"]]);
});
