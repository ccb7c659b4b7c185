import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { charges, events, jobs, jobProposals, payments, tasks, units } from "#db/schema/index";
import { changeSetting, STAFF } from "../../../tests/support/domain";
import { buyHaul, errandOn, haulOn, openTasks, planByOffice, standing } from "../../../tests/support/errands";
import { disputeFacts, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { advanceJob } from "../dispatch/advance.server";
import { isPaidFor } from "../dispatch/errands.server";
import { paidFor } from "../dispatch/paid-truck.server";
import { creditCharge } from "../payments/credits.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import type { Id } from "../kernel/ids.server";
import { readLedger } from "../payments/ledger.server";
import { previewChange } from "./changes.server";
import { offerExtra, planBought, planExtra } from "./extra-job.server";
import { findPickup } from "./pickup-request.server";
import { returnBought, withdrawExtra } from "./withdraw-extra.server";

/** An emptying that its customer has paid for ($102.60) and that the truck could not do. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const orm = () => world.db.orm;
let id: Id<"unit">;
let bookingId: Id<"booking">;
let driver: Id<"driver">;
beforeEach(async () => {
  ({ bookingId, driver, id } = await standing(world));
});
const miss = (jobId: Id<"job">) =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), jobId);
    assignJob(tx, world.deed(STAFF), jobId, driver);
    for (const to of ["en_route", "arrived", "attempted"] as const)
      expect(advanceJob(tx, world.deed(STAFF), jobId, to, "a car")).toMatchObject({ ok: true });
  });
async function inVain() {
  const { job, change } = await buyHaul(world, id, "2026-12-04");
  await miss(job.id);
  return { job, change };
}
const open = () => openTasks(world);
const offer = (kind: "dump_and_return" | "emergency" | "swap" | "relocate", on = "2026-12-05") =>
  offerExtra(orm(), world.settings(), id, errandOn(kind, on), world.clock.at);
const withdraw = (jobId: Id<"job">) => world.db.write((tx) => withdrawExtra(tx, world.deed(), jobId, "test"));
const money = () => {
  const { paid, refunded, owed } = readLedger(orm(), bookingId);
  return { paid, refunded, owed };
};

it("is planned again by the office at no price, as what was paid for: one payment, one truck, one refund", async () => {
  const { job, change } = await inVain();
  expect(open()).toEqual(["paid_not_done"]);
  const before = money();
  expect(offer("dump_and_return")).toMatchObject({ ok: true, price: { total: 0 }, paid: { paid: 10260 } });
  const again = await planByOffice(world, id, errandOn("dump_and_return", "2026-12-05"));
  expect(getJob(orm(), again.id)).toMatchObject({ change_id: change.id, state: "unscheduled" });
  expect(getJob(orm(), job.id).change_id).toBe(null);
  expect(orm().select().from(events).where(eq(events.action, "job_paid_before")).all()).toMatchObject([
    { subject_id: again.id, data: { job: "dump_and_return", total: 10260 } },
  ]);
  expect([open(), orm().select().from(jobProposals).all(), money()]).toEqual([[], [], before]);
  // The first can not be given back any more, the second once.
  expect([await withdraw(job.id), await withdraw(again.id), await withdraw(again.id)]).toEqual([false, true, false]);
  expect(money().refunded - before.refunded).toBe(10260);
});

it("in vain a second time asks about the money again", async () => {
  await inVain();
  const again = await planByOffice(world, id, errandOn("emergency", "2026-12-03"));
  await miss(again.id);
  expect(open()).toEqual(["paid_not_done"]);
  expect(offer("dump_and_return")).toMatchObject({ ok: true, price: { total: 0 } });
});

it("is not sold to its customer a second time, nor is another truck planned before it is settled", async () => {
  const { job } = await inVain();
  expect(previewChange(orm(), world.settings(), id, haulOn("2026-12-05"), world.clock.at)).toEqual({
    ...{ ok: false, code: "paid_open" },
  });
  const { db } = world;
  const wish = errandOn("dump_and_return", "2026-12-05");
  const one = orm().select().from(units).where(eq(units.id, id)).get()!;
  // Nor where somebody had the payment page open before.
  for (const held of [true, false])
    expect(await db.write((tx) => planBought(tx, world.deed(), world.settings(), one, wish, held))).toEqual({
      ...{ ok: false, code: "paid_open" },
    });
  expect(offer("swap")).toEqual({ ok: false, code: "paid_open" });
  // What costs nothing is another matter.
  expect(offer("relocate")).toMatchObject({ ok: true });
  expect(await withdraw(job.id)).toBe(true);
  expect(offer("swap")).toMatchObject({ ok: true, paid: null });
  expect(previewChange(orm(), world.settings(), id, haulOn("2026-12-05"), world.clock.at)).toMatchObject({
    ...{ ok: true, price: { total: 10260 } },
  });
});

it("is settled by who ends the task by hand, the money staying, and by who gives it back in the books", async () => {
  const { job, change } = await inVain();
  orm().update(tasks).set({ state: "done" }).where(eq(tasks.kind, "paid_not_done")).run();
  expect(offer("swap")).toMatchObject({ ok: true, paid: null });
  expect(offer("dump_and_return")).toMatchObject({ ok: true, paid: null, price: { total: 10260 } });
  orm().update(tasks).set({ state: "open" }).where(eq(tasks.kind, "paid_not_done")).run();
  expect([paidFor(orm(), change.id), isPaidFor(orm(), getJob(orm(), job.id))]).toEqual([10260, true]);
  const given = world.db.write((tx) => {
    const charge = tx.select().from(charges).where(eq(charges.change_id, change.id)).get()!;
    creditCharge(tx, world.deed(STAFF), charge, 5000, "some");
    expect(paidFor(tx, change.id)).toBe(5260);
    creditCharge(tx, world.deed(STAFF), charge, null, "rest");
    const wish = errandOn("dump_and_return", "2026-12-05");
    const priced = offerExtra(tx, world.settings(), id, wish, world.clock.at);
    expect([paidFor(tx, change.id), priced]).toMatchObject([0, { price: { total: 10260 } }]);
    // Its refund is another matter.
    throw new Error("as it was");
  });
  await expect(given).rejects.toThrow("as it was");
});

it.each([
  ["lost", 0],
  ["won", 10260],
] as const)("disputed it is paid for until the bank has decided, and %s it is by %i", async (state, left) => {
  const { change } = await inVain();
  const paid = orm().select().from(payments).where(eq(payments.amount, 10260)).get()!;
  await tell(world, disputeFacts(paid));
  expect(paidFor(orm(), change.id)).toBe(10260);
  await tell(world, disputeFacts(paid, { state, reinstated: left }));
  expect(paidFor(orm(), change.id)).toBe(left);
});

it("is planned at what was shown: a price of before is refused once it is paid for", async () => {
  await inVain();
  const stale = await world.db.write((tx) =>
    planExtra(tx, world.deed(STAFF), world.settings(), id, errandOn("dump_and_return", "2026-12-05"), 10260),
  );
  expect(stale).toEqual({ ok: false, code: "price_changed" });
});

it("bought for nothing it was not paid for: in vain it is planned like any other, and a pickup ends it", async () => {
  await changeSetting(world, "haulFees", { "15": 0, "20": 0, "25": 0 });
  const { job } = await buyHaul(world, id, "2026-12-04");
  await miss(job.id);
  expect(open()).toEqual(["not_done"]);
  const second = await planByOffice(world, id, errandOn("dump_and_return", "2026-12-05"));
  await world.db.write((tx) => {
    const pickup = findPickup(tx, id)!;
    scheduleJob(tx, world.deed(STAFF), pickup.id);
    assignJob(tx, world.deed(STAFF), pickup.id, driver);
    for (const to of ["en_route", "arrived", "serviced"] as const) advanceJob(tx, world.deed(STAFF), pickup.id, to);
  });
  expect([getJob(orm(), second.id).state, open()]).toEqual(["cancelled", []]);
  expect(orm().select().from(jobs).where(eq(jobs.id, job.id)).get()?.change_id).not.toBe(null);
  expect(await withdraw(job.id)).toBe(false);
});

it("of an emptying of which a bank kept a part its customer reads what goes back: the rest", async () => {
  const { change } = await buyHaul(world, id, "2026-12-04");
  const paid = orm().select().from(payments).where(eq(payments.amount, 102_60)).get()!;
  await tell(world, disputeFacts(paid, { amount: 10_00, withdrawn: 10_00, state: "lost" }));
  expect(paidFor(orm(), change.id)).toBe(92_60);
  expect(await world.db.write((tx) => returnBought(tx, world.deed(), change.id, "not wanted"))).toBe(92_60);
  expect(paidFor(orm(), change.id)).toBe(0);
});
