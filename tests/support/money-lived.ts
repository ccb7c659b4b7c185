import { eq } from "drizzle-orm";
import { bookings, disputes, payments, refunds, tasks } from "#db/schema/index";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import type { Cents } from "~/domain/kernel/money";
import { instantAt } from "~/domain/kernel/time.server";
import type { Payment, Refund } from "~/domain/payments/books.server";
import type { Dispute } from "~/domain/payments/disputes-read.server";
import { isOnTheBooks } from "~/domain/payments/refunds.server";
import { hasEnded } from "~/domain/states/dispute";
import { paidBooking, type TestWorld } from "./domain";
import { onAccount } from "./money";

/** One thing that somebody does with an order's money; `which` and `much` choose of what and how much, whatever they are. */
export type MoneyDeed = (which: number, much: number) => Promise<void>;

/** Picks the n-th of what there is, so that every number means something. */
export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
export const sumOf = (list: readonly { amount: Cents }[]): Cents => list.reduce((all, { amount }) => all + amount, 0);
/** A tenth to all of so many cents; never nothing. */
export const partOf = (cents: Cents, much: number): Cents => Math.max(1, Math.floor((cents * (1 + (much % 10))) / 10));

/** The one order of a world whose money histories are about: its rows as they are now. */
export interface LivedOrder {
  world: TestWorld;
  id: Id<"booking">;
  booking(): Booking;
  refunds(): Refund[];
  disputes(): Dispute[];
  cardPayments(): Payment[];
  openTasks(): string[];
  /** Whether a dispute of it has no end yet. */
  isFrozen(payment: Payment): boolean;
  /** Goes on until 20 hours before its dumpsters are to come: cancelling costs a fifth then. */
  waitUntilItCosts(): void;
  /** What Stripe itself has of a payment: a refund by hand, or one that waits, is nothing there. Cents. */
  atStripe(payment: Payment): Cents;
}

/** An order of two dumpsters: paid by a card that is kept, or on a company's account, with the same card for what comes later. */
export async function livedOrder(world: TestWorld, kind: "card" | "account"): Promise<LivedOrder> {
  const order = {
    deliveryDate: "2026-12-10" as const,
    cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }],
  };
  const { id } = kind === "card" ? await paidBooking(world, order) : await onAccount(world, order);
  const { orm } = world.db;
  orm
    .update(bookings)
    .set({ payment_method_id: "pm_1", stripe_customer_id: "cus_1", card_brand: "visa", card_last4: "4242" })
    .where(eq(bookings.id, id))
    .run();
  const allRefunds = () => orm.select().from(refunds).all();
  const allDisputes = () => orm.select().from(disputes).all();
  const of = (payment: Payment) => (one: { payment_id: string }) => one.payment_id === payment.id;
  const isAway = (refund: Refund) => refund.method === "card" && isOnTheBooks(refund) && refund.state !== "requested";
  return {
    world,
    id,
    booking: () => getBooking(orm, id),
    refunds: allRefunds,
    disputes: allDisputes,
    cardPayments: () => orm.select().from(payments).where(eq(payments.method, "card")).all(),
    openTasks: () =>
      orm
        .select({ kind: tasks.kind })
        .from(tasks)
        .where(eq(tasks.state, "open"))
        .all()
        .map(({ kind }) => kind),
    isFrozen: (payment) => allDisputes().some((one) => of(payment)(one) && !hasEnded(one.state)),
    waitUntilItCosts() {
      world.clock.at = instantAt(day("2026-12-09"), 12);
    },
    atStripe(payment) {
      const taken = allDisputes().filter((one) => of(payment)(one) && one.state !== "won");
      return (
        payment.amount -
        sumOf(allRefunds().filter((one) => of(payment)(one) && isAway(one))) -
        taken.reduce((all, { withdrawn }) => all + withdrawn, 0)
      );
    },
  };
}
