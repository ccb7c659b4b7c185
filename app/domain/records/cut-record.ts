import type { Cents } from "../kernel/money";
import type { BookingRecord } from "./office.server";

/** The lists of a booking's record that may grow without end: the newest are shown, and all of them when they are asked for. */
export const RECORD_LISTS = ["money", "papers", "messages", "timeline"] as const;
export type RecordList = (typeof RECORD_LISTS)[number];

const MOST: Readonly<Record<RecordList, number>> = { money: 30, papers: 30, messages: 40, timeline: 150 };

/** How many there are of a list that was cut; 0 where all are shown. */
export type Cut = Readonly<Record<RecordList, number>>;

/** What came in by all payments, and what went back of it; cents. A refund that failed is still the company's money. */
export interface MoneySums {
  paid: Cents;
  refunded: Cents;
}

/** The record with the newest of each long list, oldest first as before; `whole`: the one that is shown as it is. Pure. */
export function cutRecord(
  record: BookingRecord,
  whole: string | null,
): BookingRecord & { cut: Cut; moneySums: MoneySums } {
  const { payments, refunds, charges, checkouts, cancellations, invoices, messages, timeline } = record;
  const most = (list: RecordList) => (list === whole ? Infinity : MOST[list]);
  const newest = <Row>(list: RecordList, rows: Row[]): Row[] => rows.slice(-Math.min(most(list), rows.length || 1));
  const count = (list: RecordList, ...lists: readonly (readonly unknown[])[]) =>
    lists.some(({ length }) => length > most(list)) ? lists.reduce((sum, { length }) => sum + length, 0) : 0;
  const sum = (rows: readonly { amount: Cents }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  return {
    ...record,
    payments: newest("money", payments),
    refunds: newest("money", refunds),
    charges: newest("money", charges),
    checkouts: newest("money", checkouts),
    cancellations: newest("money", cancellations),
    invoices: newest("papers", invoices),
    messages: newest("messages", messages),
    timeline: newest("timeline", timeline),
    cut: {
      money: count("money", payments, refunds, charges, checkouts, cancellations),
      papers: count("papers", invoices),
      messages: count("messages", messages),
      timeline: count("timeline", timeline),
    },
    moneySums: {
      paid: sum(payments),
      refunded: sum(refunds.filter(({ state }) => state !== "failed" && state !== "canceled")),
    },
  };
}
