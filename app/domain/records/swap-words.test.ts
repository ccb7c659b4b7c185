import { expect, it } from "vitest";
import { drive, OUT } from "../../../tests/support/charges";
import { paidBooking } from "../../../tests/support/domain";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { withdrawExtra } from "../changes/withdraw-extra.server";
import { mergeFlags } from "../flags/flags";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { asSentence } from "../states/sentence";
import { listCustomerUnits } from "./customer-unit.server";
import { readStatus } from "./status.server";

/** What a planned swap takes has neither paid days nor a pickup to ask for: it is spoken of apart from what stays. */
const world = setSoundWorld({ fleet: { 20: 5 } });
let id: Id<"booking">;

const on = (today: string) => (world.clock.at = instantAt(day(today), 10));
const headline = () =>
  asSentence(readStatus(world.db.orm, getBooking(world.db.orm, id), { refundStates: true, now: world.clock.at }));
const cards = () => {
  const at = { settings: world.settings(), flags: mergeFlags({}, {}), now: world.clock.at };
  return listCustomerUnits(world.db.orm, getBooking(world.db.orm, id), at).map(({ next }) => next);
};
/** Set down on December 3 and paid for until December 10; the first is to be swapped. */
async function swapOn(swapDay: string, { quantity = 1, mayKeep = true } = {}): Promise<Id<"job">> {
  const cart = [{ dumpsterSize: 20, quantity, materialCategory: "general" as const }];
  id = (await paidBooking(world, { flexibleExtension: mayKeep, cart })).id;
  on("2026-12-03");
  for (let unit = 0; unit < quantity; unit++) await drive(world, { id }, "delivery", OUT, { unit });
  on("2026-12-04");
  const unitId = listUnits(world.db.orm, id)[0]!.id;
  return (await planByOffice(world, unitId, errandOn("swap", swapDay, { window: "morning" }))).id;
}
const STAYS = "each day after that costs $25 plus tax, charged to your card, until you ask for the pickup.";

it.each([true, false])("a swap that is to come takes it, at no price by the day (may keep it: %s)", async (mayKeep) => {
  await swapOn("2026-12-08", { mayKeep });
  for (const today of ["2026-12-04", "2026-12-08"]) {
    on(today);
    expect([cards()[0], headline()]).toEqual([
      "The swap on Tuesday, December 8, takes it.",
      "At your site, swap on Tue, Dec 8, 8AM to 12PM. We bring an empty one and take the full one along.",
    ]);
  }
});

it.each([true, false])("a swap that is late is our delay, which costs nothing (may keep it: %s)", async (mayKeep) => {
  await swapOn("2026-12-08", { mayKeep });
  on("2026-12-12");
  expect([cards()[0], headline()]).toEqual([
    "We planned the swap for Tuesday, December 8, and are late: our delay costs you nothing.",
    "We are late with your swap. It was planned for Tue, Dec 8, 8AM to 12PM, and we have not been there yet. We come as soon as we can, and our delay costs you nothing.",
  ]);
});

it("of two, the other one keeps its own days", async () => {
  await swapOn("2026-12-08", { quantity: 2 });
  expect([cards().slice(0, 2), headline()]).toEqual([
    ["The swap on Tuesday, December 8, takes it.", `It is paid for until Thursday, December 10: ${STAYS}`],
    "At your site, paid until Thu, Dec 10 (1 of 2). Ask for the pickup whenever you are ready. The swap on Tue, Dec 8, 8AM to 12PM, takes the other one.",
  ]);
  on("2026-12-09");
  expect(headline()).toBe(
    "At your site, paid until Thu, Dec 10 (1 of 2). Ask for the pickup whenever you are ready. We planned the swap for Tue, Dec 8, 8AM to 12PM, and are late: our delay costs you nothing.",
  );
  on("2026-12-12");
  expect(headline()).toBe(
    "Past your paid days. The paid days ended on Thu, Dec 10 (1 of 2). Ask for the pickup whenever you are ready. We planned the swap for Tue, Dec 8, 8AM to 12PM, and are late: our delay costs you nothing.",
  );
});

it("taken back, it has the days that were paid for again", async () => {
  const swap = await swapOn("2026-12-08");
  await world.db.write((tx) => withdrawExtra(tx, world.deed(), swap, "test"));
  expect([cards()[0], headline()]).toEqual([
    `It is paid for until Thursday, December 10: ${STAYS}`,
    "At your site, paid until Thu, Dec 10. Ask for the pickup whenever you are ready.",
  ]);
});
