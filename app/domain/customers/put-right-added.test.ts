import { expect, it } from "vitest";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { editBooking, editTexts } from "../booking/office/edit.server";
import { getBooking } from "../booking/order/bookings.server";
import { listContacts } from "./contacts.server";

// What somebody has added to a record by hand is theirs: no order that is put right takes its extension with it.
const world = setSoundWorld({ fleet: { 20: 9 } });
const TYPED = { firstName: "Ana", lastName: "Ruiz", email: "ana@example.com", phone: "(407) 555-0133 ext. 21" };

it.each([
  [0, "12"],
  [-1_000, "21"],
])("a number of the record that came %i ms after the order has then the extension %s", async (later, extension) => {
  const { id, customer_id } = await paidBooking(world, { contactInfo: TYPED });
  world.db.sqlite.prepare("update customer_contacts set added_at = added_at + ? where kind = 'phone'").run(later);
  const seen = editTexts(getBooking(world.db.orm, id));
  const mine = { ...seen, phone: "(407) 555-0133 ext. 12" };
  await world.db.write((tx) => editBooking(tx, world.deed(STAFF), id, { mine, seen }));
  const phone = listContacts(world.db.orm, [customer_id]).filter(({ kind }) => kind === "phone");
  expect(phone.map((one) => one.extension)).toEqual([extension]);
});
