import { isDue } from "../../../tests/support/in-vain";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { bookings, chargeAttempts, charges, jobAttempts, jobs, outbox, refunds } from "#db/schema/index";
import { due, takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { errandOn, openTasks, planByOffice, standing } from "../../../tests/support/errands";
import { admin } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking } from "../booking/order/bookings.server";
import { findPickup } from "../changes/pickup-request.server";
import { advanceJob } from "../dispatch/advance.server";
import { findAttempt, keepAttempt } from "../dispatch/attempts.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import { listTasks } from "../records/task-queue.server";
import type { JobState } from "../states/transitions";
import { applyDisputeFacts } from "../payments/disputes.server";
import { giveBack } from "../payments/give-back.server";
import { readLedger } from "../payments/ledger.server";
import { takeReceipt } from "./by-hand.server";
import { getCharge, listCharges, listUnpaid } from "./charges.server";
import { describeCharge } from "./customer-view.server";
import { applyCardCharge } from "./due.server";
import { lookAtCharges } from "./look.server";
import { lowerCharge } from "./question.server";

/** Two trucks of ours at one dumpster, whose phones say so in the wrong order: nobody pays for that. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const orm = () => world.db.orm;
let id: Id<"unit">;
let bookingId: Id<"booking">;
let driver: Id<"driver">;
beforeEach(async () => {
  ({ bookingId, driver, id } = await standing(world));
});
/** A step with the phone's own time, in hours of that Friday. */
const step = (jobId: Id<"job">, hour: number, ...states: JobState[]) =>
  world.db.write((tx) => {
    const deed = { ...world.deed(STAFF), now: plus(instantAt(day("2026-12-04"), 0), hour * HOUR) };
    for (const to of states) expect(advanceJob(tx, deed, jobId, to, "Nothing there")).toMatchObject({ ok: true });
  });
const give = (jobId: Id<"job">) =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), jobId);
    assignJob(tx, world.deed(STAFF), jobId, driver);
  });
/** It was not possible, with all that a fee needs. */
async function inVain(jobId: Id<"job">, hour: number) {
  isDue(orm(), jobId, plus(instantAt(day("2026-12-04"), 0), hour * HOUR));
  await takePhoto(world, jobId, "attempted");
  await step(jobId, hour, "attempted");
  await world.db.write((tx) => {
    const deed = { ...world.deed(STAFF), now: plus(instantAt(day("2026-12-04"), 0), hour * HOUR) };
    keepAttempt(tx, deed, getJob(tx, jobId), { reason: "Nothing there", note: "", place: null });
  });
}
const look = () => world.db.write((tx) => lookAtCharges(tx, world.deed(), world.settings(), bookingId));
const trip = (jobId: Id<"job">) => listCharges(orm(), bookingId).find(({ cause }) => cause === `dry_run:${jobId}`);
const dropped = () => orm().select().from(outbox).where(eq(outbox.kind, "mail.charge-dropped")).all().length;
async function two() {
  const errand = await planByOffice(world, id, errandOn("dump_and_return", "2026-12-04"));
  const pickup = findPickup(orm(), id)!.id;
  await give(errand.id);
  await give(pickup);
  await step(errand.id, 8, "en_route");
  await step(pickup, 8, "en_route", "arrived");
  return { errand: errand.id, pickup };
}

it("an errand that found nothing is not charged once the truck that had it says so, also when its customer was told", async () => {
  const { errand, pickup } = await two();
  await step(errand, 10, "arrived");
  await inVain(errand, 10);
  await look();
  expect(trip(errand)).toMatchObject({ state: "noticed", amount: 15_000 });
  // Loaded at nine, said at noon.
  await step(pickup, 9, "serviced");
  expect(findAttempt(orm(), errand)?.missing).toEqual(["taken"]);
  await look();
  expect([trip(errand)?.state, dropped()]).toEqual(["waived", 1]);
  await look();
  expect([trip(errand)?.state, dropped()]).toEqual(["waived", 1]);
});

it("a pickup that found nothing is not charged once the truck that empties it says that it had it", async () => {
  const { errand, pickup } = await two();
  await inVain(pickup, 10);
  expect(findAttempt(orm(), pickup)?.missing).toEqual([]);
  await step(errand, 9, "arrived", "serviced");
  expect(findAttempt(orm(), pickup)?.missing).toEqual(["taken"]);
  await look();
  expect([trip(pickup), dropped()]).toEqual([undefined, 0]);
});

it("said in the other order, a trip after it was brought back is charged all the same", async () => {
  const { errand, pickup } = await two();
  await inVain(pickup, 12);
  await look();
  // Without signal until one: loaded at nine, back at eleven.
  await step(errand, 9, "arrived", "serviced", "to_disposal", "at_disposal", "ticketed");
  await step(errand, 11, "returned");
  expect(findAttempt(orm(), pickup)?.missing).toEqual([]);
  await look();
  expect([trip(pickup)?.state, dropped()]).toEqual(["noticed", 0]);
});

it("a fee that the office had lowered falls as well", async () => {
  const { errand, pickup } = await two();
  await inVain(pickup, 10);
  await look();
  const lowered = await world.db.write((tx) =>
    lowerCharge(tx, world.deed(STAFF), world.settings(), trip(pickup)!.id, 7_500, "Half of it"),
  );
  if (!lowered.ok) throw new Error(lowered.code);
  await step(errand, 9, "arrived", "serviced");
  await look();
  expect(listCharges(orm(), bookingId).map(({ state }) => state)).toEqual(["voided", "waived"]);
});

it("what was in vain before the other truck came, or after it had brought it back, is charged as ever", async () => {
  const { errand, pickup } = await two();
  await step(errand, 9, "arrived", "serviced", "to_disposal", "at_disposal", "ticketed");
  await step(errand, 10, "returned");
  await inVain(pickup, 11);
  expect(findAttempt(orm(), pickup)?.missing).toEqual([]);
  await look();
  expect(trip(pickup)).toMatchObject({ state: "noticed" });
  expect(orm().select().from(jobs).where(eq(jobs.id, pickup)).get()?.state).toBe("attempted");
});

it("a fee that was told and fell does not come back when a later report says that it had been brought back before", async () => {
  const { errand, pickup } = await two();
  await inVain(pickup, 12);
  await look();
  await step(errand, 9, "arrived", "serviced", "to_disposal", "at_disposal", "ticketed");
  await look();
  expect([trip(pickup)?.state, dropped()]).toEqual(["waived", 1]);
  await step(errand, 11, "returned");
  expect(findAttempt(orm(), pickup)?.missing).toEqual([]);
  await look();
  expect(listCharges(orm(), bookingId).map(({ state }) => state)).toEqual(["waived"]);
});

it("the charges are looked at as soon as a trip is judged anew", async () => {
  const { errand, pickup } = await two();
  await inVain(pickup, 10);
  orm().delete(outbox).run();
  await step(errand, 9, "arrived", "serviced");
  const looks = orm().select().from(outbox).where(eq(outbox.kind, "charges.look")).all();
  expect(looks.map(({ booking_id }) => booking_id)).toEqual([bookingId]);
});

it.each(["proposed", "evidence_ready"] as const)(
  "a lower one that nobody was told of falls where it is %s",
  async (state) => {
    const { errand, pickup } = await two();
    await inVain(pickup, 10);
    await look();
    orm().update(bookings).set({ on_hold_reason: "A call" }).run();
    const lower = () =>
      world.db.write((tx) =>
        lowerCharge(tx, world.deed(STAFF), world.settings(), trip(pickup)!.id, 7_500, "Half of it"),
      );
    const lowered = await lower();
    if (!lowered.ok) throw new Error(lowered.code);
    expect(lowered.charge.state).toBe("evidence_ready");
    orm().update(charges).set({ state }).where(eq(charges.id, lowered.charge.id)).run();
    await step(errand, 9, "arrived", "serviced");
    await look();
    expect(listCharges(orm(), bookingId).map((charge) => charge.state)).toEqual(["voided", "waived"]);
  },
);

describe("fallen due before the other truck said that it had it", () => {
  const CARD = { payment_method_id: "pm_1", card_brand: "visa", card_last4: "4242", stripe_customer_id: "cus_1" };
  const open = () => openTasks(world).filter((kind) => kind === "charge_failed" || kind === "crossing_charged");
  const owed = () => readLedger(orm(), bookingId).owed;
  async function fallen(how: { card: boolean; account?: number }) {
    const { errand, pickup } = await two();
    if (how.card) orm().update(bookings).set(CARD).run();
    if (how.account) orm().update(bookings).set({ account_days: how.account }).run();
    await inVain(pickup, 10);
    await look();
    const fee = await due(world, trip(pickup)!);
    return { fee, pickup, hear: () => step(errand, 9, "arrived", "serviced") };
  }
  const answer = (status: "declined" | "authenticate" | "succeeded") =>
    world.db.write((tx) => {
      const { id, amount } = tx.select().from(chargeAttempts).get()!;
      const facts = { attemptId: id, intentId: "pi_fee", status, amount, currency: "usd" };
      applyCardCharge(tx, world.deed(), { ...facts, declineCode: null, message: null });
    });
  const dispute = (state: "needs_response" | "won" | "lost", reinstated = state === "won" ? 15_000 : 0) =>
    world.db.write((tx) =>
      applyDisputeFacts(tx, world.deed(), {
        ...{ disputeId: "dp_1", paymentIntentId: "pi_fee", state, amount: 15_000, reason: "general", dueBy: null },
        ...{ withdrawn: 15_000, reinstated, created: 1_796_400_000 },
      }),
    );

  it.each(["failed", "requires_action", "billed"] as const)(
    "and %s, it is waived and credited: nothing asks for it any more, and its customer hears so once",
    async (state) => {
      const { fee, pickup, hear } = await fallen({
        card: state === "requires_action",
        ...(state === "billed" && { account: 30 }),
      });
      if (state === "requires_action") await answer("authenticate");
      expect([trip(pickup)?.state, owed(), open()]).toEqual([
        state,
        15_000,
        state === "billed" ? [] : ["charge_failed"],
      ]);
      await hear();
      await look();
      expect([trip(pickup)?.state, owed(), listUnpaid(orm(), bookingId), open(), dropped()]).toEqual([
        ...["waived", 0, [], [], 1],
      ]);
      expect(describeCharge(orm(), trip(pickup)!)).toMatchObject({
        stands: "You pay nothing for it. Why: Another truck of ours had the dumpster at that moment.",
        papers: [{}, {}],
        mayPay: false,
      });
      await look();
      expect([getCharge(orm(), fee.id).state, dropped()]).toEqual(["waived", 1]);
    },
  );

  it("and with the card at that moment: a task; refused, it falls without asking for the money; paid, the task stays", async () => {
    const { pickup, hear } = await fallen({ card: true });
    await hear();
    await look();
    await look();
    expect([trip(pickup)?.state, open()]).toEqual(["processing", ["crossing_charged"]]);
    await answer("declined");
    expect([trip(pickup)?.state, owed(), open(), dropped()]).toEqual(["waived", 0, [], 1]);
    const links = orm().select().from(outbox).where(eq(outbox.kind, "mail.balance-due")).all();
    expect(links).toEqual([]);
  });

  it("and paid: somebody gives it back, all of it, and the task is over", async () => {
    const { fee, pickup, hear } = await fallen({ card: true });
    await answer("succeeded");
    expect(open()).toEqual([]);
    await hear();
    await look();
    expect([trip(pickup)?.state, open(), dropped()]).toEqual(["succeeded", ["crossing_charged"], 0]);
    const { rows } = listTasks(orm(), world.clock.at, { queue: "all", me: STAFF.id });
    const { booking_number: number } = getBooking(orm(), bookingId);
    expect(rows.find(({ kind }) => kind === "crossing_charged")).toMatchObject({
      detail: "Dry run: Nothing there · $150.00 · Paid",
      at: { kind: "booking", id: number },
    });
    const back = (amount: number, left: number) =>
      world.db.write((tx) =>
        giveBack(tx, admin(world), bookingId, { chargeId: fee.id, amount, way: "same", left, reason: "Our crossing" }),
      );
    expect(await back(5_000, 15_000)).toMatchObject({ ok: true });
    await look();
    expect(open()).toEqual(["crossing_charged"]);
    expect(await back(10_000, 10_000)).toMatchObject({ ok: true });
    expect(open()).toEqual([]);
    await look();
    expect(open()).toEqual([]);
  });

  it.each([
    ["won", ["crossing_charged"]],
    ["lost", []],
  ] as const)("and disputed: a task as long as the bank has not taken it for good: %s", async (end, left) => {
    const { pickup, hear } = await fallen({ card: true });
    await answer("succeeded");
    await dispute("needs_response");
    await hear();
    await look();
    expect([trip(pickup)?.state, open()]).toEqual(["disputed", ["crossing_charged"]]);
    await dispute(end);
    expect(open()).toEqual(left);
    await look();
    expect([trip(pickup)?.state, open()]).toEqual([end, left]);
    // The sound world knows no money that a bank has kept.
    await dispute(end, 15_000);
  });

  it("and paid in part by a check: the rest is owed no more, and the part goes back", async () => {
    const { hear } = await fallen({ card: false });
    const receipt = { method: "check", amount: 5_000, reference: "7", deposit_batch: null } as const;
    const { customer_id } = getBooking(orm(), bookingId);
    await world.db.write((tx) => takeReceipt(tx, admin(world), customer_id, receipt, { seen: 15_000 }));
    await hear();
    await look();
    expect([owed(), open()]).toEqual([0, []]);
    expect(orm().select().from(refunds).all()).toMatchObject([{ amount: 5_000, method: "check", state: "approved" }]);
  });

  it.each([0, 3_000])(
    "and billed, a part of it given back and %i cents of it paid: what was paid goes back, no more",
    async (paid) => {
      const { fee, pickup, hear } = await fallen({ card: false, account: 30 });
      const wish = { chargeId: fee.id, amount: 5_000, way: "same", left: 15_000, reason: "A call" } as const;
      expect(await world.db.write((tx) => giveBack(tx, admin(world), bookingId, wish))).toMatchObject({ ok: true });
      const { customer_id } = getBooking(orm(), bookingId);
      const receipt = { method: "check", amount: paid, reference: "7", deposit_batch: null } as const;
      if (paid > 0) await world.db.write((tx) => takeReceipt(tx, admin(world), customer_id, receipt, { seen: 10_000 }));
      await hear();
      await look();
      expect([trip(pickup)?.state, owed()]).toEqual(["waived", 0]);
      const backs = orm().select().from(refunds).all();
      expect(backs.map(({ amount }) => amount)).toEqual(paid > 0 ? [paid] : []);
    },
  );

  it("and judged possible after all, it needs nobody any more", async () => {
    const { pickup, hear } = await fallen({ card: true });
    await answer("succeeded");
    await hear();
    await look();
    expect(open()).toEqual(["crossing_charged"]);
    orm().update(jobAttempts).set({ missing: [] }).where(eq(jobAttempts.job_id, pickup)).run();
    await look();
    expect([trip(pickup)?.state, open()]).toEqual(["succeeded", []]);
  });
});
