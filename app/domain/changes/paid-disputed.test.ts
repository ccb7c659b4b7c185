import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { charges, outbox, payments, refunds } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { buyHaul, errandOn, openTasks, standing } from "../../../tests/support/errands";
import { disputeFacts, tell } from "../../../tests/support/money";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import type { Id } from "../kernel/ids.server";
import { listEntries } from "../payments/books.server";
import { findBookFaults } from "../payments/company-check.server";
import { readLedger } from "../payments/ledger.server";
import type { JobState } from "../states/transitions";
import { offerExtra } from "./extra-job.server";
import { findPickup } from "./pickup-request.server";
import { errandsThatFall, findBoughtJob, withdrawExtra } from "./withdraw-extra.server";

/** An emptying that its customer has paid for ($102.60) and disputes at the bank, before the truck comes in vain or is too late. */
let world: TestWorld;
const orm = () => world.db.orm;
let id: Id<"unit">;
let bookingId: Id<"booking">;
let driver: Id<"driver">;
let jobId: Id<"job">;
let changeId: Id<"change">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
  ({ bookingId, driver, id } = await standing(world));
  const { job, change } = await buyHaul(world, id, "2026-12-04");
  [jobId, changeId] = [job.id, change.id];
  await tell(world, disputeFacts(haulPayment()));
});
afterEach(() => {
  expect(findBookFaults(orm())).toEqual([]);
  world.close();
});
const haulPayment = () => orm().select().from(payments).where(eq(payments.amount, 10260)).get()!;
const end = (state: "won" | "lost") =>
  tell(world, disputeFacts(haulPayment(), { state, dueBy: null, reinstated: state === "won" ? 10260 : 0 }));
const drive = (which: Id<"job">, ...steps: JobState[]) =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), which);
    assignJob(tx, world.deed(STAFF), which, driver);
    for (const to of steps) expect(advanceJob(tx, world.deed(STAFF), which, to, "a car")).toMatchObject({ ok: true });
  });
const miss = () => drive(jobId, "en_route", "arrived", "attempted");
const collect = () => drive(findPickup(orm(), id)!.id, "en_route", "arrived", "serviced");
const withdraw = () => world.db.write((tx) => withdrawExtra(tx, world.deed(STAFF), jobId, "test"));
/** Without the tasks of the dispute itself. */
const asked = () => openTasks(world).filter((kind) => kind !== "dispute" && kind !== "dispute_lost");
const told = () =>
  orm()
    .select()
    .from(outbox)
    .where(eq(outbox.kind, "mail.extra-withdrawn"))
    .all()
    .map(({ payload }) => payload);
const held = () =>
  orm()
    .select()
    .from(refunds)
    .all()
    .map(({ state, amount }) => `${state} ${amount}`);
const credited = () => listEntries(orm(), bookingId).filter(({ kind }) => kind === "credit").length;

describe.each([
  ["in vain", miss],
  ["too late, because it was picked up", collect],
])("%s", (_, happen) => {
  it("somebody decides about it, however the bank does; won, its money goes back once", async () => {
    await happen();
    expect([asked(), told()]).toEqual([["paid_not_done"], []]);
    await end("won");
    expect([asked(), findBoughtJob(orm(), jobId)?.back]).toEqual([["paid_not_done"], 10260]);
    expect([await withdraw(), await withdraw()]).toEqual([true, false]);
    expect([held(), asked(), told()]).toEqual([["approved 10260"], [], [{ jobId, back: 10260 }]]);
    expect(readLedger(orm(), bookingId).owed).toBe(0);
  });

  it("given back while the bank decides, it waits for that; lost, nothing goes back and nothing is credited twice", async () => {
    await happen();
    expect(findBoughtJob(orm(), jobId)?.back).toBe(10260);
    expect(await withdraw()).toBe(true);
    expect([held(), credited(), told()]).toEqual([["requested 10260"], 1, [{ jobId, back: 10260 }]]);
    await end("lost");
    expect([held(), credited(), await withdraw(), asked()]).toEqual([["canceled 10260"], 1, false, []]);
    expect(readLedger(orm(), bookingId).owed).toBe(0);
  });
});

it("in vain, the office plans it again at no price while the bank decides", async () => {
  await miss();
  const offer = () =>
    offerExtra(orm(), world.settings(), id, errandOn("dump_and_return", "2026-12-05"), world.clock.at);
  expect(offer()).toMatchObject({ ok: true, price: { total: 0 }, paid: { paid: 10260 } });
  await end("lost");
  // The bank has given it back: it is paid for no more, and what was lost is asked about by itself.
  expect(offer()).toMatchObject({ ok: true, price: { total: 10260 }, paid: null });
});

it("before it comes, taking it back says what it does: lost to the bank, nothing goes back", async () => {
  const falls = () => errandsThatFall(orm(), id, getJob(orm(), jobId).day).map(({ back }) => back);
  expect([falls(), findBoughtJob(orm(), jobId)]).toMatchObject([[10260], { back: 10260, isDisputed: true }]);
  await end("lost");
  expect([falls(), findBoughtJob(orm(), jobId)]).toMatchObject([[0], { back: 0, isDisputed: false }]);
  expect(await withdraw()).toBe(true);
  expect([told(), held(), credited()]).toEqual([[{ jobId, back: 0 }], [], 1]);
  expect(orm().select().from(charges).where(eq(charges.change_id, changeId)).get()?.state).toBe("lost");
  expect(readLedger(orm(), bookingId).owed).toBe(0);
});
