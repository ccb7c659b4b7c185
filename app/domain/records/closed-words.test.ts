import { describe, expect, it } from "vitest";
import { drive, OUT } from "../../../tests/support/charges";
import { changeSetting, paidBooking, STAFF } from "../../../tests/support/domain";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { renewClosedDays } from "../booking/order/closed-day.server";
import { closeDay, lookAtClosure } from "../changes/closures.server";
import { rescheduleUnit } from "../changes/reschedule.server";
import { mergeFlags } from "../flags/flags";
import { addDays, day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { asSentence } from "../states/sentence";
import { listCustomerUnits } from "./customer-unit.server";
import { readStatus } from "./status.server";

/** What a customer reads of a truck whose day was closed since, where nobody has said that it goes out. */
const world = setSoundWorld({ fleet: { 20: 6 } });
let id: Id<"booking">;
const close = async (...days: Day[]) => {
  await changeSetting(world, "holidays", days);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
};
const on = (today: Day, hour = 10) => (world.clock.at = instantAt(today, hour));
const status = () =>
  asSentence(readStatus(world.db.orm, getBooking(world.db.orm, id), { refundStates: true, now: world.clock.at }));
const cards = () => {
  const at = { settings: world.settings(), flags: mergeFlags({}, {}), now: world.clock.at };
  return listCustomerUnits(world.db.orm, getBooking(world.db.orm, id), at);
};
const book = async (changes: Parameters<typeof paidBooking>[1]) => {
  ({ id } = await paidBooking(world, changes));
};
const [THIRD, EIGHTH] = [day("2026-12-03"), day("2026-12-08")];
/** Set down on December 3 and paid for until December 10. */
async function standing(quantity = 1, mayKeep = true) {
  await book({ cart: [{ dumpsterSize: 20, quantity, materialCategory: "general" }], flexibleExtension: mayKeep });
  on(THIRD);
  for (let unit = 0; unit < quantity; unit++) await drive(world, { id }, "delivery", OUT, { unit });
  on(day("2026-12-04"));
}
const errand = async (kind: "swap" | "dump_and_return" | "relocate") => {
  const unit = listUnits(world.db.orm, id)[0] ?? expect.fail("no dumpster");
  return (await planByOffice(world, unit.id, errandOn(kind, EIGHTH, { window: "morning" }))).id;
};
const NO_TRUCK = "no truck goes out on Tuesday, December 8 after all, and you hear from us with another day";

describe("of what was planned besides", () => {
  it("a swap: that we cannot come for it, once, and who finds another day", async () => {
    await standing();
    await errand("swap");
    await close(EIGHTH);
    expect(status()).toBe(
      "We cannot come for the swap on Tue, Dec 8. We are closed then, and we are sorry: you hear from us with another day.",
    );
    expect(cards().map(({ next, planned }) => [next, planned?.when])).toEqual([
      [
        "We planned the swap for Tuesday, December 8, and are closed then: you hear from us with another one.",
        NO_TRUCK,
      ],
      ["It comes with the swap, which needs another day.", undefined],
    ]);
    on(addDays(EIGHTH, 1));
    expect(status()).toMatch(/^We are late with your swap\./);
  });

  it("a swap beside another dumpster, whose days are said all the same", async () => {
    await standing(2);
    await errand("swap");
    await close(EIGHTH);
    expect(status()).toMatch(
      /^At your site, paid until Thu, Dec 10.*We planned the swap for Tue, Dec 8.*, and are closed then:/,
    );
  });

  it.each(["dump_and_return", "relocate"] as const)("a %s: none of that day", async (kind) => {
    await standing();
    await errand(kind);
    expect(cards()[0]?.planned?.when).toBe("Tuesday, December 8, 8AM to 12PM");
    await close(EIGHTH);
    expect(cards()[0]?.planned?.when).toBe(NO_TRUCK);
    world.db.sqlite.prepare("update tasks set state = 'done' where kind = 'closed_day'").run();
    expect(cards()[0]?.planned?.when).toBe("Tuesday, December 8, 8AM to 12PM");
  });
});

it("does not promise that it stands there until a pickup whose day is closed", async () => {
  await standing(1, false);
  expect(status()).toMatch(/^At your site until Thu, Dec 10\./);
  await close(day("2026-12-10"));
  expect(status()).toBe(
    "At your site. The pickup was planned for Thu, Dec 10, and we are closed then: you hear from us with another one, and our delay costs you nothing.",
  );
  expect(cards()[0]?.next).toContain("closed then");
});

it("who keeps it until they ask reads its last paid day, closed or not", async () => {
  await standing();
  await close(day("2026-12-10"));
  expect(status()).toMatch(/^At your site, paid until Thu, Dec 10\./);
});

it("says both of two dumpsters: the one is late, and the other's day is closed", async () => {
  await book({ cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }] });
  const unit = listUnits(world.db.orm, id)[1] ?? expect.fail("no second one");
  const to = { deliveryDate: EIGHTH, window: "morning" as const, pickupDate: addDays(EIGHTH, 7) };
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, to));
  await close(EIGHTH);
  expect(status()).toMatch(/^We cannot come on Tue, Dec 8 \(1 of 2\)\./);
  on(THIRD, 13);
  expect(status()).toBe(
    "We are late with your delivery. It was planned for Thu, Dec 3, 8AM to 12PM (1 of 2), and our truck has not been there yet. We come as soon as we can. Another day costs you nothing, and so does cancelling. We cannot come on Tue, Dec 8 (1 of 2) either: we are closed that day, and we are sorry. Choose another day, or call us.",
  );
});

it("says the half where only that is closed", async () => {
  await book({ deliveryDate: THIRD, deliveryTime: "morning" });
  const settings = { ...world.settings(), windowCapacity: 0 };
  const closing = { day: THIRD, part: "morning" as const, reason: "Storm" };
  const seen = lookAtClosure(world.db.orm, settings, closing, world.clock.at);
  if (!seen.ok) return expect.fail(seen.code);
  await world.db.write((tx) => closeDay(tx, world.deed(STAFF), settings, { ...closing, seen: seen.plan.digest }));
  expect(status()).toMatch(/^We cannot come on Thu, Dec 3\. We are closed that morning, and we are sorry\./);
  expect(cards()[0]?.next).toBe(
    "We planned to bring it on Thursday, December 3, and are closed that morning: choose another day or time.",
  );
});
