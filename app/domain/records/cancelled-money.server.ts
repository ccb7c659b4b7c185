import { asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { cancellations } from "#db/schema/index";
import type { Booking } from "../booking/order/bookings.server";
import type { Id } from "../kernel/ids.server";
import { listEntries } from "../payments/books.server";
import type { BackPart, BackState } from "../payments/refund-words";
import { refundedTo } from "../payments/refunded-to.server";
import { backState, followBack, type WhereBack } from "../payments/where-back.server";
import { BOOKING_STATUS } from "../states/labels";
import type { StatusSentence } from "../states/sentence";
import { moneySentence, type MoneyBack } from "./status-words";

/** Whether the customer is told how far a refund is (the flag "show refund state from cancellations"). */
export interface RefundStates {
  refundStates: boolean;
}

/**
 * What cancelling came to and where its money is, by the books: all of the booking's cancellations together, or (`only`) one of
 * them. The one source of what page, mail and text say of it. Null without any; cents.
 */
export function readCancelled(
  orm: Orm,
  booking: Booking,
  asked: RefundStates,
  only?: Id<"cancellation">,
): MoneyBack | null {
  const rows = listCancellations(orm, booking.id).filter(({ id }) => only === undefined || id === only);
  if (rows.length === 0) return null;
  const credits = listEntries(orm, booking.id).filter(
    ({ kind, cause }) => kind === "credit" && rows.some(({ id }) => isCreditOf(cause, id)),
  );
  const where = followBack(orm, booking.id, credits);
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const [paid, fee] = [sum((row) => row.base_amount), sum((row) => row.fee)];
  return {
    paid,
    fee,
    off: booking.account_days === null ? null : paid - fee - where.freed,
    already: where.already,
    back: partsOf(orm, where.parts, asked),
    inAll: rows.length > 1,
  };
}

/** A cancellation credits the rental and what was bought later, each by a cause of its own (`settleMoney`). */
const isCreditOf = (cause: string, id: Id<"cancellation">): boolean =>
  cause === `credit:${id}` || cause.startsWith(`credit:${id}:`);

/** In this order it is told. When it can go belongs to what is decided: it is told also where states are not. */
const AS_TOLD: readonly BackState[] = ["back", "under-way", "waits", "failed"];

function partsOf(orm: Orm, parts: WhereBack["parts"], { refundStates }: RefundStates): BackPart[] {
  const toldAs = ({ refund }: (typeof parts)[number]): BackState => {
    const state = backState(refund);
    return refundStates || state === "waits" ? state : "under-way";
  };
  return AS_TOLD.flatMap((state) => {
    const alike = parts.filter((part) => toldAs(part) === state);
    const cents = alike.reduce((sum, part) => sum + part.cents, 0);
    const way = refundedTo(
      orm,
      alike.map(({ refund }) => refund),
    );
    return cents === 0 ? [] : [{ state, cents, ...way }];
  });
}

/** What was cancelled last, as its mail says it. Null where nothing was. */
export function lastCancelledWords(orm: Orm, booking: Booking): StatusSentence | null {
  const last = listCancellations(orm, booking.id).at(-1);
  const money = last && readCancelled(orm, booking, { refundStates: false }, last.id);
  return money ? cancelledWords(booking, money) : null;
}

/** One cancellation with its own money, as it is told at once: of the whole booking, or of one dumpster of it. */
export function cancelledWords({ status }: Pick<Booking, "status">, money: MoneyBack): StatusSentence {
  const headline = status === "cancelled" ? BOOKING_STATUS.cancelled.label : "One dumpster is cancelled";
  return { headline, more: moneySentence(money) };
}

function listCancellations(orm: Orm, id: Id<"booking">) {
  return orm
    .select()
    .from(cancellations)
    .where(eq(cancellations.booking_id, id))
    .orderBy(asc(cancellations.created_at))
    .all();
}
