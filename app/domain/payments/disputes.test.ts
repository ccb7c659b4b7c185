import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { charges, disputes, refunds, tasks } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { admin, disputed, disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { DAY, HOUR, instant, plus } from "../kernel/time.server";
import { findBillingRecord } from "../records/billing.server";
import { findDisputeRecord } from "../records/billing-money.server";
import { getEntry, listEntries } from "./books.server";
import { askToAnswer, keepAnswer, keepEvidence, writeOffDispute } from "./disputes.server";
import { chargesPaidBy, findDispute } from "./disputes-read.server";
import { owedBy } from "./entries";
import { findBookFaults } from "./company-check.server";
import { chargePaid, recordPayment } from "./ledger.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
});
afterEach(() => {
  expect(findBookFaults(world.db.orm)).toEqual([]);
  world.close();
});

const stored = () => world.db.orm.select().from(disputes).all();
const chargeState = () => world.db.orm.select().from(charges).get()?.state;
const taskOf = (cause: string) => world.db.orm.select().from(tasks).where(eq(tasks.cause, cause)).get();
const owed = (id: Parameters<typeof listEntries>[1]) => owedBy(listEntries(world.db.orm, id));
const kinds = (id: Parameters<typeof listEntries>[1]) => listEntries(world.db.orm, id).map(({ kind }) => kind);

describe("a dispute as the card company tells it", () => {
  it("freezes the charge, makes the customer owe it again, and asks a person two days before the bank's last day", async () => {
    const { id } = await paidBooking(world);
    const payment = paymentOf(world, id);
    const facts = disputeFacts(payment);
    const dispute = await tell(world, facts);
    expect(dispute).toMatchObject({ state: "needs_response", amount: 409_32, withdrawn: 409_32 });
    expect(chargeState()).toBe("disputed");
    expect([owed(id), kinds(id).at(-1)]).toEqual([409_32, "dispute"]);
    expect(taskOf(`dispute:${dispute?.id}`)).toMatchObject({
      kind: "dispute",
      state: "open",
      due_at: (facts.dueBy ?? 0) * 1000 - 2 * DAY,
    });
    // Twice, and an older telling after a newer one, change nothing.
    await tell(world, facts);
    await tell(world, { ...facts, withdrawn: 0 });
    expect([owed(id), stored().length]).toEqual([409_32, 1]);
  });

  it("ends once, in whatever order it is told, and books what came back once", async () => {
    const { id } = await paidBooking(world);
    const payment = paymentOf(world, id);
    const [first, won] = [
      disputeFacts(payment),
      disputeFacts(payment, { state: "won", dueBy: null, reinstated: payment.amount }),
    ];
    // The end is told before its beginning.
    await tell(world, won);
    await tell(world, first);
    await tell(world, { ...first, state: "under_review" });
    await tell(world, won);
    expect(stored()).toMatchObject([{ state: "won", withdrawn: 409_32, reinstated: 409_32 }]);
    expect([owed(id), chargeState()]).toEqual([0, "won"]);
    expect(kinds(id)).toEqual(["payment", "charge", "dispute", "dispute_won"]);
    expect(taskOf(`dispute:${stored()[0]?.id}`)).toBeUndefined();
  });

  it("of an inquiry takes no money and freezes nothing, until it becomes a dispute", async () => {
    const { id } = await paidBooking(world);
    const payment = paymentOf(world, id);
    await tell(world, disputeFacts(payment, { state: "inquiry", withdrawn: 0 }));
    expect([owed(id), chargeState()]).toEqual([0, "succeeded"]);
    expect(taskOf(`dispute:${stored()[0]?.id}`)).toMatchObject({ state: "open" });
    await tell(world, disputeFacts(payment));
    expect([owed(id), chargeState(), stored().length]).toEqual([409_32, "disputed", 1]);
  });

  it("of a payment that is not ours, or not told yet, is left for the reconciler", async () => {
    const { id } = await paidBooking(world);
    expect(await tell(world, disputeFacts(paymentOf(world, id), { paymentIntentId: "pi_none" }))).toBeNull();
    expect(stored()).toEqual([]);
  });
});

describe("our answer", () => {
  const staff = () => world.deed(STAFF);
  const ask = (id: string) => world.db.write((tx) => askToAnswer(tx, staff(), id, "We delivered."));

  it("goes out once; when the card company does not take it, it may be asked for again", async () => {
    const { id } = await disputed(world);
    expect(await ask(id)).toMatchObject({ ok: true });
    expect(await ask(id)).toEqual({ ok: false, code: "already_asked" });
    const now = () => findDispute(world.db.orm, { id }) ?? expect.fail("gone");
    await world.db.write((tx) => keepAnswer(tx, staff(), now(), { refused: "The file is unreadable." }));
    world.clock.at = (world.clock.at + 60_000) as typeof world.clock.at;
    expect(await ask(id)).toMatchObject({ ok: true });
    const facts = { ...disputeFacts(paymentOf(world, now().booking_id)), state: "under_review" as const };
    await world.db.write((tx) => keepAnswer(tx, staff(), now(), { facts, fileId: "file_1" }));
    expect(now()).toMatchObject({ state: "under_review", stripe_file_id: "file_1", refused: null });
    expect(taskOf(`dispute:${id}`)).toMatchObject({ state: "closed" });
    expect(await ask(id)).toEqual({ ok: false, code: "not_open" });
  });
});

it("evidence that was sent stays what it was", async () => {
  const { id } = await disputed(world);
  const keep = (sha256: string) =>
    world.db.write((tx) => keepEvidence(tx, { id }, { path: `evidence/${sha256}.pdf`, sha256, bytes: 1 }));
  await keep("one");
  world.db.orm.update(disputes).set({ sent_at: world.clock.at }).run();
  await keep("two");
  expect(stored()[0]?.file_sha256).toBe("one");
});

it("is not answered after the bank's last moment for it", async () => {
  const dispute = await disputed(world);
  const ask = () => world.db.write((tx) => askToAnswer(tx, world.deed(STAFF), dispute.id, "We delivered."));
  world.clock.at = instant(dispute.due_at ?? 0);
  expect(await ask()).toEqual({ ok: false, code: "too_late" });
  expect(findDisputeRecord(world.db.orm, world.clock.at, dispute.id)?.can).toMatchObject({
    answer: false,
    isOver: true,
  });
  world.clock.at = plus(world.clock.at, -1);
  expect(findDisputeRecord(world.db.orm, world.clock.at, dispute.id)?.can).toMatchObject({
    answer: true,
    isOver: false,
  });
  expect(await ask()).toMatchObject({ ok: true });
});

it("a disputed charge in Billing leads to its dispute", async () => {
  const dispute = await disputed(world);
  world.db.orm.update(charges).set({ cause: "by_hand:1" }).run();
  const charge = world.db.orm.select().from(charges).get() ?? expect.fail("no charge");
  expect(findBillingRecord(world.db.orm, charge.id)).toMatchObject({ state: "disputed", dispute: dispute.id });
});

it("takes the charges that the payment paid one after the other as they were made, whatever their numbers", async () => {
  const { id: booking_id } = await paidBooking(world);
  const more = { bookingId: booking_id, checkoutId: null, amount: 70_00, intentId: "pi_more" };
  const payment = await world.db.write((tx) => recordPayment(tx, world.deed(), more));
  const made: string[] = [];
  for (let at = 0; at < 7; at++) {
    world.clock.at = plus(world.clock.at, HOUR);
    const what = { booking_id, kind: "haul", amount: 10_00, description: `Haul ${at}` } as const;
    const charge = await world.db.write((tx) =>
      chargePaid(tx, world.deed(), [getEntry(tx, `payment:${payment.id}`)], what),
    );
    made.push(charge.id);
  }
  expect(chargesPaidBy(world.db.orm, payment).map(({ id }) => id)).toEqual(made);
});

describe("a lost dispute", () => {
  it("is a task until an admin writes it off, once; then nobody owes it", async () => {
    const { id, booking_id } = await disputed(world);
    await tell(world, disputeFacts(paymentOf(world, booking_id), { state: "lost", dueBy: null }));
    expect([owed(booking_id), chargeState()]).toEqual([409_32, "lost"]);
    expect(taskOf(`dispute_lost:${id}`)).toMatchObject({ state: "open" });
    const off = () => world.db.write((tx) => writeOffDispute(tx, admin(world), id, "not worth a court"));
    expect(await off()).toEqual({ ok: true, amount: 409_32 });
    expect(await off()).toEqual({ ok: false, code: "not_lost" });
    expect([owed(booking_id), taskOf(`dispute_lost:${id}`)?.state]).toEqual([0, "closed"]);
    // Told once more, it opens nothing again.
    await tell(world, disputeFacts(paymentOf(world, booking_id), { state: "lost", dueBy: null }));
    expect([owed(booking_id), taskOf(`dispute_lost:${id}`)?.state]).toEqual([0, "closed"]);
  });

  it("cannot be written off while it is open or won", async () => {
    const { id, booking_id } = await disputed(world);
    const off = () => world.db.write((tx) => writeOffDispute(tx, admin(world), id, "no"));
    expect(await off()).toEqual({ ok: false, code: "not_lost" });
    const payment = paymentOf(world, booking_id);
    await tell(world, disputeFacts(payment, { state: "won", reinstated: payment.amount }));
    expect(await off()).toEqual({ ok: false, code: "not_lost" });
  });
});

describe("cancelling while the payment is disputed", () => {
  const cancel = (id: Parameters<typeof listEntries>[1]) =>
    world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, null, 4093));
  const refund = () => world.db.orm.select().from(refunds).get();
  const sends = () =>
    world.db.sqlite.prepare("select count(*) from outbox where kind = 'stripe.refund'").pluck().get() as number;

  it("keeps the refund back, and sends it when we win", async () => {
    const { booking_id } = await disputed(world);
    expect(await cancel(booking_id)).toMatchObject({ ok: true, refund: 368_39 });
    expect([refund()?.state, sends()]).toEqual(["requested", 0]);
    const payment = paymentOf(world, booking_id);
    const won = disputeFacts(payment, { state: "won", reinstated: payment.amount });
    await tell(world, won);
    await tell(world, won);
    expect([refund()?.state, sends(), owed(booking_id)]).toEqual(["approved", 1, 0]);
  });

  it("gives nothing back twice when we lose: the bank did, and the fee is owed", async () => {
    const { booking_id } = await disputed(world);
    await cancel(booking_id);
    await tell(world, disputeFacts(paymentOf(world, booking_id), { state: "lost" }));
    expect([refund()?.state, sends(), owed(booking_id)]).toEqual(["canceled", 0, 40_93]);
  });

  it("after it is lost: there is nothing left to give, and nothing waits for a person", async () => {
    const { booking_id } = await disputed(world);
    await tell(world, disputeFacts(paymentOf(world, booking_id), { state: "lost" }));
    const shown = previewCancellation(world.db.orm, world.settings(), booking_id, null, world.clock.at);
    expect(shown).toMatchObject({ paid: 409_32, fee: 40_93, refund: 0, already: 368_39 });
    expect(await cancel(booking_id)).toMatchObject({ ok: true, refund: 0 });
    expect([refund(), sends(), owed(booking_id)]).toEqual([undefined, 0, 40_93]);
  });

  it("goes out at once while the bank only asks", async () => {
    const { booking_id } = await disputed(world, { state: "inquiry", withdrawn: 0 });
    expect(await cancel(booking_id)).toMatchObject({ ok: true, refund: 368_39 });
    expect(world.db.orm.select().from(refunds).all()).toMatchObject([{ state: "approved", amount: 368_39 }]);
  });
});
