import { isDue } from "../../../tests/support/in-vain";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chargeAttempts, invoices, jobs, messages, outbox } from "#db/schema/index";
import { getBooking, listUnits } from "~/domain/booking/order/bookings.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { DAY, HOUR, plus } from "~/domain/kernel/time.server";
import { listEntries } from "~/domain/payments/books.server";
import { readLedger } from "~/domain/payments/ledger.server";
import {
  BACK,
  chargesOf,
  drive,
  due,
  fallDue,
  firstJob,
  hauled,
  look,
  OUT,
  rented,
  takePhoto,
  tell,
} from "../../../tests/support/charges";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { STAFF } from "../../../tests/support/domain";
import { openTasks as listOpen } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { getCharge, listQuestions } from "./charges.server";
import { applyCardCharge } from "./due.server";
import { noteTold } from "./look.server";
import { toldByPhone, waiveCharge } from "./office.server";
import { questionCharge } from "./question.server";
import { waiveTicket } from "./tickets.server";

const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
const states = (booking: { id: never }) => chargesOf(world, booking).map(({ kind, state }) => `${kind} ${state}`);
const openTasks = () => listOpen(world).sort();

describe("a charge that follows from a driver's facts", () => {
  it("is proposed once for each, with its arithmetic, its proof and the section that was signed, and told of", async () => {
    const booking = await hauled(world, 4740, {
      reports: [{ cleaning: true }, { prohibited: "mattresses", prohibited_count: 2 }],
    });
    await look(world, booking);
    await look(world, booking);
    expect(
      chargesOf(world, booking).map(({ kind, state, amount, tax, clause }) => ({ kind, state, amount, tax, clause })),
    ).toEqual([
      { kind: "weight_overage", state: "noticed", amount: 14_385, tax: 0, clause: "weight" },
      { kind: "prohibited_item", state: "noticed", amount: 19_000, tax: 0, clause: "contents" },
      { kind: "cleaning", state: "noticed", amount: 3_500, tax: 0, clause: "contents" },
    ]);
    expect(
      orm()
        .select()
        .from(outbox)
        .all()
        .filter(({ kind }) => kind === "mail.charge-notice"),
    ).toHaveLength(3);
    expect(readLedger(orm(), booking.id).owed).toBe(0);
  });

  it("takes up the ticket's picture, which the phone sends after it; its notice waits for that, and for minutes at most", async () => {
    const booking = await hauled(world, 4740);
    await look(world, booking);
    const notices = () =>
      orm()
        .select()
        .from(outbox)
        .all()
        .filter(({ kind }) => kind.endsWith(".charge-notice"))
        .map(({ run_at }) => run_at > Date.now() + 60_000);
    expect(notices()).toEqual([true, true]);
    const [pickup] = orm().select().from(jobs).where(eq(jobs.kind, "pickup")).all();
    await takePhoto(world, pickup!.id, "ticketed");
    for (let i = 0; i < 2; i++) await look(world, booking);
    const [charge] = chargesOf(world, booking);
    expect([charge?.state, charge?.evidence?.proofs.map(({ is }) => is)]).toEqual(["noticed", ["ticket", "photo"]]);
    expect(notices()).toEqual([false, false]);
  });

  it("is not charged when the mail that told of it came back after it had left: somebody calls", async () => {
    const booking = await hauled(world, 4740);
    await look(world, booking);
    const [charge] = chargesOf(world, booking);
    const told = await tell(world, charge!);
    orm().update(messages).set({ state: "bounced" }).where(eq(messages.template, "mail.charge-notice")).run();
    world.clock.at = told.due_at!;
    expect(await fallDue(world, told)).toEqual({ ok: false, code: "not_told" });
    expect(orm().select().from(chargeAttempts).all()).toEqual([]);
    expect([getCharge(orm(), told.id).state, readLedger(orm(), booking.id).owed]).toEqual(["noticed", 0]);
    expect(openTasks()).toContain("charge_untold");
  });

  it("settles a load within the included ton at once, with the final statement", async () => {
    const booking = await hauled(world, 1900);
    await look(world, booking);
    expect(chargesOf(world, booking)).toEqual([]);
    expect(getBooking(orm(), booking.id).status).toBe("completed");
    expect(orm().select().from(outbox).where(eq(outbox.kind, "mail.final-statement")).all()).toHaveLength(1);
  });
});

describe("a dumpster that is back", () => {
  it("does not settle before its job is over: until then the driver may report something", async () => {
    const booking = await rented(world);
    await drive(world, booking, "delivery", OUT);
    await drive(world, booking, "pickup", BACK(1800).slice(0, -2));
    await look(world, booking);
    expect(listUnits(orm(), booking.id).map(({ state }) => state)).toEqual(["off_site"]);
  });

  it("pays a trip in vain once: cancelled after it, with the cancellation, or by itself", async () => {
    for (const isCharged of [false, true]) {
      const booking = await rented(world, { deliveryDate: isCharged ? "2026-12-05" : "2026-12-03" });
      isDue(orm(), firstJob(world, booking, "delivery"), world.clock.at);
      await takePhoto(world, firstJob(world, booking, "delivery"), "attempted");
      await drive(world, booking, "delivery", [
        { to: "en_route" },
        { to: "arrived" },
        { to: "attempted", reason: "Locked gate", note: "" },
      ]);
      await look(world, booking);
      const [trip] = chargesOf(world, booking);
      expect(trip).toMatchObject({ kind: "dry_run", state: "noticed", amount: 15_000 });
      if (isCharged) await due(world, trip!);
      const shown = previewCancellation(orm(), world.settings(), booking.id, null, world.clock.at, "staff");
      expect(shown.ok && shown.fee).toBe(isCharged ? 0 : 15_000);
      await world.db.write((tx) =>
        cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, null, shown.ok ? shown.fee : -1),
      );
      expect(getCharge(orm(), trip!.id).state).toBe(isCharged ? "processing" : "voided");
    }
  });
});

describe("the way of a charge", () => {
  it("goes from the notice that left, through its hours, to the card, the payment and the end of the rental", async () => {
    const booking = await hauled(world, 4740);
    await look(world, booking);
    const [charge] = chargesOf(world, booking);
    if (!charge) throw new Error("none");
    expect(await fallDue(world, charge)).toEqual({ ok: false, code: "too_early" });
    const told = await tell(world, charge);
    expect(told.due_at).toBe(plus(world.clock.at, 24 * HOUR));
    world.clock.at = plus(world.clock.at, 24 * HOUR - 1);
    expect(await fallDue(world, charge)).toEqual({ ok: false, code: "too_early" });
    world.clock.at = plus(world.clock.at, 1);
    expect(await fallDue(world, charge)).toEqual({ ok: true });
    expect(await fallDue(world, charge)).toEqual({ ok: false, code: "not_now" });
    const [attempt] = orm().select().from(chargeAttempts).all();
    expect(attempt).toMatchObject({ state: "started", amount: 14_385 });
    expect(readLedger(orm(), booking.id).owed).toBe(14_385);
    expect(getBooking(orm(), booking.id).status).toBe("awaiting_settlement");
    const paid = {
      intentId: "pi_later",
      status: "succeeded" as const,
      amount: 14_385,
      currency: "usd",
      attemptId: attempt?.id ?? "",
      declineCode: null,
      message: null,
    };
    await world.db.write((tx) => applyCardCharge(tx, world.deed(), paid));
    await world.db.write((tx) => applyCardCharge(tx, world.deed(), paid));
    expect(getCharge(orm(), charge.id).state).toBe("succeeded");
    expect(readLedger(orm(), booking.id).owed).toBe(0);
    expect(getBooking(orm(), booking.id).status).toBe("completed");
    expect(
      orm()
        .select()
        .from(invoices)
        .all()
        .map(({ invoice_type, view }) => [invoice_type.split(":")[0], view.total, view.balance]),
    ).toEqual([
      ["booking", 40_932, 0],
      ["charge", 14_385, 0],
    ]);
  });

  it("is charged by nobody while no message could tell its customer: somebody calls, and then the time begins", async () => {
    const booking = await hauled(world, 4740);
    await look(world, booking);
    const [charge] = chargesOf(world, booking);
    await world.db.write((tx) => {
      tx.delete(outbox).run();
      noteTold(tx, world.deed(), world.settings(), charge!.id, 1);
    });
    expect(openTasks()).toContain("charge_untold");
    world.clock.at = plus(world.clock.at, 30 * DAY);
    expect(await fallDue(world, charge!)).toEqual({ ok: false, code: "too_early" });
    await world.db.write((tx) => toldByPhone(tx, world.deed(STAFF), world.settings(), charge!.id));
    expect(openTasks()).not.toContain("charge_untold");
    world.clock.at = plus(world.clock.at, DAY);
    expect(await fallDue(world, charge!)).toEqual({ ok: true });
  });

  it("waits for a ticket, or an admin's word that there is none", async () => {
    const booking = await hauled(world, 4740);
    const [unit] = listUnits(orm(), booking.id);
    await world.db.write((tx) => {
      expect(waiveTicket(tx, world.deed(STAFF), unit!.id, "burnt")).toEqual({ ok: false, code: "admin_only" });
    });
  });

  it("that is waived while somebody asked about it is an answer to that", async () => {
    const booking = await hauled(world, 4740);
    await look(world, booking);
    const charge = await tell(world, chargesOf(world, booking)[0]!);
    await world.db.write((tx) => questionCharge(tx, world.deed(), charge.id, "Why?"));
    const admin = world.deed<StaffActor>({ ...STAFF, kind: "admin" });
    await world.db.write((tx) => waiveCharge(tx, admin, world.settings(), charge.id, "You are right."));
    expect(getCharge(orm(), charge.id).state).toBe("waived");
    expect(listQuestions(orm(), charge.id)).toMatchObject([{ answer: "You are right.", outcome: "waived" }]);
    expect(openTasks()).not.toContain("charge_question");
  });

  it("that is taxed stands in the books with its tax apart, and is asked for with it", async () => {
    const booking = await hauled(world, 1800, { reports: [{ material: "roofing" }] });
    await look(world, booking);
    const [charge] = chargesOf(world, booking);
    expect(charge).toMatchObject({ kind: "material_difference", amount: 17_660, tax: 1_413 });
    await due(world, charge!);
    const made = listEntries(orm(), booking.id).filter(({ charge_id }) => charge_id === charge?.id);
    expect(made).toMatchObject([{ kind: "charge", amount: 17_660, tax: 1_413 }]);
    expect(readLedger(orm(), booking.id).owed).toBe(19_073);
    expect(orm().select().from(chargeAttempts).get()?.amount).toBe(19_073);
  });

  it("is refused by the card: the books have it, the customer a link, the office a task", async () => {
    const booking = await hauled(world, 4740);
    await look(world, booking);
    const [charge] = chargesOf(world, booking);
    await due(world, charge!);
    const [attempt] = orm().select().from(chargeAttempts).all();
    await world.db.write((tx) =>
      applyCardCharge(tx, world.deed(), {
        intentId: "pi_later",
        status: "declined",
        amount: 14_385,
        currency: "usd",
        attemptId: attempt?.id ?? "",
        declineCode: "insufficient_funds",
        message: "no",
      }),
    );
    expect(states(booking as never)).toEqual(["weight_overage failed"]);
    expect(getBooking(orm(), booking.id).status).toBe("balance_due");
    expect(openTasks()).toContain("charge_failed");
    expect(readLedger(orm(), booking.id).owed).toBe(14_385);
    world.clock.at = plus(world.clock.at, DAY);
    expect(
      orm()
        .select()
        .from(outbox)
        .all()
        .map(({ kind }) => kind)
        .filter((kind) => kind.includes("balance-due")),
    ).toEqual(["mail.balance-due", "sms.balance-due"]);
  });
});
