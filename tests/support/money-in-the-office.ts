import { expect } from "vitest";
import { listUnits } from "~/domain/booking/order/bookings.server";
import { chargeNow } from "~/domain/changes/balance.server";
import { cancelBooking, offAccount, previewCancellation } from "~/domain/changes/cancel.server";
import { takeReceipt } from "~/domain/charges/by-hand.server";
import { listCharges, listUnpaid } from "~/domain/charges/charges.server";
import { addByHand, waiveCharge, writeOffCharge } from "~/domain/charges/office.server";
import type { StaffActor } from "~/domain/kernel/deed";
import type { Cents } from "~/domain/kernel/money";
import { listAllocations, listEntries } from "~/domain/payments/books.server";
import { writeOffDispute } from "~/domain/payments/disputes.server";
import { openOf } from "~/domain/payments/entries";
import {
  giveBack,
  isToTakeUp,
  listGivable,
  otherPayments,
  recordPaidOut,
  refundAgain,
  type GiveBackWish,
} from "~/domain/payments/give-back.server";
import { letOffExcess } from "~/domain/payments/let-off.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { listOwing } from "~/domain/payments/receipts.server";
import { findSurplus } from "~/domain/payments/surplus.server";
import { listExcess } from "~/domain/payments/taken-by-bank.server";
import { askForDays, openedChange } from "./changes";
import { fallDue, tell } from "./charges";
import { confirm, sessionFacts, STAFF, WEBSITE } from "./domain";
import { admin } from "./money";
import { partOf, pick, sumOf, type LivedOrder, type MoneyDeed } from "./money-lived";

type Unit = ReturnType<typeof listUnits>[number];

/** What the office and its customer do with an order's money. What they are shown is what happens, and nobody is stopped but by a bank. */
export function deedsInTheOffice(order: LivedOrder) {
  const { world, id } = order;
  const { orm } = world.db;
  const staff = () => world.deed<StaffActor>(STAFF);
  const openOfCharges = () => {
    const allocations = listAllocations(orm, id);
    const booked = listEntries(orm, id).filter(({ kind }) => kind === "charge");
    return booked.reduce((all, entry) => all + openOf(entry, allocations), 0);
  };
  const promised = () => sumOf(order.refunds().filter(({ state }) => state !== "canceled"));

  async function cancel(unit: Unit | null): Promise<void> {
    const shown = previewCancellation(orm, world.settings(), id, unit?.id ?? null, world.clock.at, "staff");
    if (!shown.ok) return;
    const [before, owed] = [promised(), readLedger(orm, id).owed];
    const done = await world.db.write((tx) =>
      cancelBooking(tx, staff(), world.settings(), id, unit?.id ?? null, shown.fee),
    );
    expect([done, promised() - before]).toEqual([{ ok: true, fee: shown.fee, refund: shown.refund }, shown.refund]);
    const off = offAccount(order.booking(), shown);
    if (off !== null) expect({ off: owed - readLedger(orm, id).owed }).toEqual({ off: off + shown.already });
  }
  async function giveOrFrozen(wish: GiveBackWish, left: Cents): Promise<void> {
    const done = await world.db.write((tx) => giveBack(tx, admin(world), id, { ...wish, left, reason: "sorry" }));
    if (!done.ok) expect(done.code).toBe("frozen");
  }

  const deeds = {
    async give(which, much) {
      const found = pick(listGivable(orm, id), which);
      if (!found) return;
      const amount = much % 4 === 0 ? found.left : partOf(found.left, much);
      await giveOrFrozen({ chargeId: found.charge.id, amount, way: much % 3 === 0 ? "check" : "same" }, found.left);
    },
    async surplus(_which, much) {
      const { cents } = findSurplus(orm, id);
      if (cents === 0) return;
      const amount = much % 2 ? cents : partOf(cents, 4);
      await giveOrFrozen({ chargeId: null, amount, way: much % 3 ? "check" : "same" }, cents);
    },
    async cancelOne(which) {
      const unit = pick(listUnits(orm, id), which);
      if (unit) await cancel(unit);
    },
    cancelAll: () => cancel(null),
    async writeOff(which) {
      const one = pick(order.disputes(), which);
      if (one) await world.db.write((tx) => writeOffDispute(tx, admin(world), one.id, "mercy"));
    },
    async letOffExcess() {
      const seen = listExcess(orm, id).reduce((all, { open }) => all + open, 0);
      if (seen > 0) await world.db.write((tx) => letOffExcess(tx, admin(world), id, { seen, why: "mercy" }));
    },
    async again(which, much) {
      const refund = pick(order.refunds().filter(isToTakeUp), which);
      if (!refund) return;
      const other = much % 3 === 2 ? pick(otherPayments(orm, refund), much) : undefined;
      const plain = { to: much % 2 ? ("same" as const) : ("check" as const) };
      const way = other ? { to: "payment" as const, paymentId: other.id } : plain;
      const done = await world.db.write((tx) => refundAgain(tx, admin(world), refund.id, way));
      if (!order.cardPayments().some(order.isFrozen)) expect(done).toMatchObject({ ok: true });
    },
    async paidOut(which) {
      const byHand = order.refunds().filter(({ method }) => method !== "card");
      const refund = pick(byHand, which);
      if (!refund) return;
      const paid = { reference: "1", deposit_batch: null };
      await world.db.write((tx) => recordPaidOut(tx, admin(world), refund.id, paid));
    },
    async moreDays(which, much) {
      const unit = pick(
        listUnits(orm, id).filter(({ state }) => state === "reserved"),
        which,
      );
      const asked = unit && (await askForDays(world, unit.id, 1 + (much % 5)));
      if (asked?.ok && asked.change.state === "priced")
        await confirm(world, sessionFacts(await openedChange(world, asked.change)));
    },
    /** A check over what is owed, over what is asked for, over $50 too much or a third. What is asked for, it pays first. */
    async check(_which, much) {
      const customerId = order.booking().customer_id;
      if (!customerId) throw new Error("nobody's order");
      const seen = listOwing(orm, customerId).reduce((all, { owed }) => all + owed, 0);
      if (seen === 0) return;
      const asked = openOfCharges();
      const amount = [seen, asked || seen, seen + 50_00, Math.max(1, Math.floor(seen / 3))][much % 4] ?? seen;
      const receipt = { method: "check", amount, reference: "1", deposit_batch: null } as const;
      await world.db.write((tx) => takeReceipt(tx, admin(world), customerId, receipt, { seen }));
      if (amount >= asked) expect(openOfCharges()).toBe(0);
    },
    /** A later charge that falls due at once. */
    async charge(_which, much) {
      const what = { unitId: null, kind: "permit", words: "Permit", note: "n" } as const;
      const wish = { ...what, amount: 100_00 + much, photos: [] };
      const made = await world.db.write((tx) => addByHand(tx, staff(), world.settings(), id, wish));
      if (!made.ok) return;
      const told = await tell(world, made.charge);
      const { at } = world.clock;
      world.clock.at = told.due_at ?? at;
      await fallDue(world, made.charge);
      world.clock.at = at;
    },
    async chargeAgain(which) {
      const one = pick(listUnpaid(orm, id), which);
      const terms = { settings: world.settings(), website: WEBSITE };
      if (one) await world.db.write((tx) => chargeNow(tx, world.deed(), terms, one.id));
    },
    async waive(which) {
      const one = pick(listCharges(orm, id), which);
      if (one) await world.db.write((tx) => waiveCharge(tx, admin(world), world.settings(), one.id, "kind"));
    },
    async writeOffCharge(which) {
      const one = pick(listCharges(orm, id), which);
      if (one) await world.db.write((tx) => writeOffCharge(tx, admin(world), one.id, "kind"));
    },
  } satisfies Record<string, MoneyDeed>;
  return deeds;
}
