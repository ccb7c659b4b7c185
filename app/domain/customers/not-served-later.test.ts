import { afterEach, beforeEach, expect, it } from "vitest";
import { draftData, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { editBooking, editTexts } from "../booking/office/edit.server";
import { getBooking } from "../booking/order/bookings.server";
import { keepCustomer } from "./customers.server";
import { getCustomer } from "./family.server";
import { stopServing } from "./serve.server";

// An order that is paid comes to be of somebody who is not served by what the office writes into it: it asks at once.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

it("asks whether to deliver an order once it has the number of somebody who is not served, and no more without it", async () => {
  const { contactInfo } = draftData();
  await world.db.write((tx) => {
    const id = keepCustomer(tx, contactInfo, false, world.clock.at);
    return stopServing(tx, world.deed(STAFF), getCustomer(tx, id), "Threw a shovel at Bob");
  });
  const other = { firstName: "Bo", lastName: "Lee", email: "bo@example.com", phone: "(407) 555-0150" };
  const { id } = await paidBooking(world, { contactInfo: other });
  const edit = (phone: string) => {
    const seen = editTexts(getBooking(world.db.orm, id));
    return world.db.write((tx) => editBooking(tx, world.deed(STAFF), id, { mine: { ...seen, phone }, seen }));
  };
  const asked = () => world.db.sqlite.prepare("select state from tasks where kind = 'not_served'").pluck().all();
  expect(asked()).toEqual([]);
  expect(await edit(contactInfo.phone)).toMatchObject({ ok: true });
  expect(asked()).toEqual(["open"]);
  expect(await edit(other.phone)).toMatchObject({ ok: true });
  expect(asked()).toEqual(["closed"]);
});
