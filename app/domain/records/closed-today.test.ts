import { expect, it } from "vitest";
import { changeSetting, paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking } from "../booking/order/bookings.server";
import { renewClosedDays } from "../booking/order/closed-day.server";
import { addDays, day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { getOverview } from "./overview.server";
import { readStatus } from "./status.server";

// The closed day itself, once the hours are over in which a truck was to come.
const world = setSoundWorld({ fleet: { 20: 2 } });
const ON = day("2026-12-03");

it("is a closed day to its customer and no delay, and presses in the queue only once it has passed", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON, deliveryTime: "morning" });
  await changeSetting(world, "holidays", [ON]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
  const headline = () =>
    readStatus(world.db.orm, getBooking(world.db.orm, id), { refundStates: true, now: world.clock.at }).headline;
  const promised = () => {
    const asked = { queue: "all" as const, me: STAFF.id, stops: { which: "today" as const } };
    const { rows } = getOverview(world.db.orm, world.clock.at, asked).tasks;
    return rows.find(({ kind }) => kind === "closed_day")?.promised;
  };
  world.clock.at = instantAt(ON, 13);
  expect([headline(), promised()]).toEqual(["We cannot come on Thu, Dec 3", null]);
  world.clock.at = instantAt(addDays(ON, 1), 9);
  expect(headline()).toMatch(/late/);
  expect(promised()).toBe("Thu, Dec 3, Morning (8AM - 12PM)");
});
