import { expect, it } from "vitest";
import { askForDays, openedChange, pricedDays } from "../../../tests/support/changes";
import { changeSetting, paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits } from "../booking/order/bookings.server";
import { findCheckout } from "../payments/checkouts.server";
import { getChange } from "./changes.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

it("days that are not paid are priced anew where another price was seen since, and refused at any other", async () => {
  const booking = await paidBooking(world);
  const [unit] = listUnits(world.db.orm, booking.id);
  if (!unit) throw new Error("no dumpster");
  const first = await pricedDays(world, unit.id, 2);
  const page = await openedChange(world, first);
  await changeSetting(world, "extensionPerDay", 20_00);
  expect(await askForDays(world, unit.id, 2, 30_00)).toEqual({ ok: false, code: "price_changed", total: 43_20 });
  // Who still sees the former price pays that.
  expect(await askForDays(world, unit.id, 2, 54_00)).toMatchObject({ change: { id: first.id } });
  expect(await askForDays(world, unit.id, 2)).toMatchObject({ ok: true, change: { total: 43_20, state: "priced" } });
  const { state } = getChange(world.db.orm, first.id);
  expect([state, findCheckout(world.db.orm, { id: page.id })?.state]).toEqual(["withdrawn", "abandoned"]);
});
