import { expect, it } from "vitest";
import { drive, OUT } from "../../../tests/support/charges";
import { changeSetting, paidBooking, STAFF } from "../../../tests/support/domain";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { renewClosedDays } from "../booking/order/closed-day.server";
import { mergeFlags } from "../flags/flags";
import { day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { listCustomerUnits } from "./customer-unit.server";

// A truck that has left goes on, whatever is closed meanwhile: its customer is not told that none comes.
const world = setSoundWorld({ fleet: { 20: 6 } });
const [THIRD, EIGHTH] = [day("2026-12-03"), day("2026-12-08")];

it.each(["swap", "dump_and_return", "relocate"] as const)("a %s whose truck is on its way", async (kind) => {
  const { id } = await paidBooking(world, { flexibleExtension: true });
  world.clock.at = instantAt(THIRD, 10);
  await drive(world, { id }, "delivery", OUT, { unit: 0 });
  const unit = listUnits(world.db.orm, id)[0] ?? expect.fail("no dumpster");
  const job = await planByOffice(world, unit.id, errandOn(kind, EIGHTH, { window: "morning" }));
  world.clock.at = instantAt(EIGHTH, 9);
  await changeSetting(world, "holidays", [EIGHTH]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
  const card = () => {
    const at = { settings: world.settings(), flags: mergeFlags({}, {}), now: world.clock.at };
    return listCustomerUnits(world.db.orm, getBooking(world.db.orm, id), at)[0] ?? expect.fail("no card");
  };
  expect(card().planned?.when).toMatch(/^no truck goes out/);
  world.db.sqlite.prepare("update jobs set state = 'en_route' where id = ?").run(job.id);
  expect(card().planned?.when).toBe("Tuesday, December 8, 8AM to 12PM");
  expect(card().next).not.toContain("closed that day");
});
