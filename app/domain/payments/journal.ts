import type { Cents } from "../kernel/money";
import { CHARGE_KIND, CHARGE_KINDS, type ChargeKind } from "../states/labels";
import type { EntryKind } from "./entries";
import type { PaymentMethod } from "./methods";
import type { TransactionKind } from "./money-port";

/**
 * The books as double entry, for bookkeeping: each movement as lines that sum to zero. Debits above 0, credits below. Pure.
 *
 * Card money lies in Stripe Clearing until Stripe pays it out. A refund is payable from its decision until it went: by card
 * when Stripe says so, by hand when an admin writes down that it is paid out; so the account's balance is what is on its way.
 */
export const ACCOUNTS = {
  receivable: "Accounts Receivable",
  tax: "Sales Tax Payable",
  clearing: "Stripe Clearing",
  fees: "Stripe Fees",
  checks: "Checks to Deposit",
  cash: "Cash",
  refunds: "Refunds Payable",
  writeOffs: "Write-offs",
  bank: "Bank",
  /** What is on Stripe's balance and nothing of ours. */
  unknown: "Stripe Other",
} as const;
const REVENUE = "Rental Revenue";

/** The account of a kind of charge: a sub-account, as accounting programs name them. */
export const revenueAccount = (kind: ChargeKind): string => `${REVENUE}:${CHARGE_KIND[kind]}`;

/** Whose the receivable is, in QuickBooks' import, which wants a name there: the customers are in our own books. */
export const QUICKBOOKS_NAME = "Rental customers";

/** Every account that the files name; they have to be in the accounting program before an import. */
export const ALL_ACCOUNTS: readonly string[] = [
  ...Object.values(ACCOUNTS),
  REVENUE,
  ...CHARGE_KINDS.map(revenueAccount),
];

export interface JournalLine {
  account: string;
  cents: Cents;
}

export interface JournalEntry {
  kind: EntryKind;
  amount: Cents;
  tax: Cents;
  /** Of the charge that is made or credited. */
  charge: ChargeKind | null;
  /** Of the payment or refund. */
  method: PaymentMethod | null;
}

const MONEY_ACCOUNT: Readonly<Record<PaymentMethod, string>> = {
  card: ACCOUNTS.clearing,
  check: ACCOUNTS.checks,
  cash: ACCOUNTS.cash,
};

/** The lines of an entry of the books; they sum to zero. Tax that is written off stays payable: that is the state's to say. */
export function linesOfEntry({ kind, amount, tax, charge, method }: JournalEntry): JournalLine[] {
  const total = amount + tax;
  const { receivable } = ACCOUNTS;
  const revenue = charge === null ? REVENUE : revenueAccount(charge);
  const money = MONEY_ACCOUNT[method ?? "card"];
  const move = (to: string, from: string): JournalLine[] => lines([to, total], [from, -total]);
  switch (kind) {
    case "charge":
      return lines([receivable, total], [revenue, -amount], [ACCOUNTS.tax, -tax]);
    case "credit":
      return lines([revenue, amount], [ACCOUNTS.tax, tax], [receivable, -total]);
    case "write_off":
      return move(ACCOUNTS.writeOffs, receivable);
    case "write_off_back":
      return move(receivable, ACCOUNTS.writeOffs);
    case "payment":
      return move(money, receivable);
    case "refund":
      return move(receivable, ACCOUNTS.refunds);
    case "refund_failed":
      return move(ACCOUNTS.refunds, receivable);
    case "dispute":
      return move(receivable, ACCOUNTS.clearing);
    case "dispute_won":
      return move(ACCOUNTS.clearing, receivable);
  }
}

/** The lines of a refund by hand that is paid out, which was payable until then; they sum to zero. */
export function linesOfPayOut({ amount, method }: { amount: Cents; method: PaymentMethod }): JournalLine[] {
  return lines([ACCOUNTS.refunds, amount], [MONEY_ACCOUNT[method], -amount]);
}

/**
 * What a movement on Stripe's balance adds to the entries: its fee, a refund that went, a payout. Payments and disputes are
 * in the entries already.
 */
export function linesOfTransaction({
  kind,
  amount,
  fee,
  known,
}: {
  kind: TransactionKind;
  amount: Cents;
  fee: Cents;
  /** Whether it belongs to a payment of ours: what does not is in no entry. */
  known: boolean;
}): JournalLine[] {
  const { clearing } = ACCOUNTS;
  const fees = lines([ACCOUNTS.fees, fee], [clearing, -fee]);
  const against = (account: string) => lines([clearing, amount], [account, -amount]);
  if (kind === "payout") return [...fees, ...against(ACCOUNTS.bank)];
  if (kind === "fee") return [...fees, ...against(ACCOUNTS.fees)];
  if (kind === "other" || !known) return [...fees, ...against(ACCOUNTS.unknown)];
  return kind === "refund" || kind === "refund_failed" ? [...fees, ...against(ACCOUNTS.refunds)] : fees;
}

function lines(...of: [account: string, cents: Cents][]): JournalLine[] {
  return of.filter(([, cents]) => cents !== 0).map(([account, cents]) => ({ account, cents }));
}

/** Adds lines up by account, without those that come to nothing, in the order in which they came. */
export function sumByAccount(all: readonly JournalLine[]): JournalLine[] {
  const sums = new Map<string, Cents>();
  for (const { account, cents } of all) sums.set(account, (sums.get(account) ?? 0) + cents);
  return lines(...sums);
}
