import { expect, it } from "vitest";
import { drive, hauled, OUT, rented } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking } from "../booking/order/bookings.server";
import { mergeFlags } from "../flags/flags";
import type { Id } from "../kernel/ids.server";
import { listCustomerUnits } from "./customer-unit.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

function next(id: Id<"booking">): string | undefined {
  const at = { settings: world.settings(), flags: mergeFlags({}, {}), now: world.clock.at };
  return listCustomerUnits(world.db.orm, getBooking(world.db.orm, id), at)[0]?.next;
}

it("a dumpster whose load was weighed does not say that we are going to weigh it", async () => {
  const { id } = await hauled(world, 4740);
  expect(next(id)).toBe("We have it, and its load is weighed. The final statement comes when everything is settled.");
});

it("one whose load waits in the yard says that it will be weighed", async () => {
  const { id } = await rented(world);
  await drive(world, { id }, "delivery", OUT);
  await drive(world, { id }, "pickup", [...OUT.slice(0, 3), { to: "dump_later" }]);
  expect(next(id)).toBe("We have it. We weigh the load and send you the final statement.");
});
