import { drizzle } from "drizzle-orm/better-sqlite3";
import { findBookFaults, readCompanyBooks } from "../../app/domain/payments/company-check.server";
import { firstTransaction, listDifferences } from "../../app/domain/payments/company.server";
import { bySql } from "./reports.mjs";
import { readAsked, sumOfTransactions } from "../../app/domain/payments/transactions.server";

/** @typedef {import("better-sqlite3").Database} Database @typedef {import("./examine.mjs").Finding} Finding */

const MOST_NAMED = 5;
/** @param {number} cents */
export const dollars = (cents) => `${cents < 0 ? "−" : ""}$${(Math.abs(cents) / 100).toFixed(2)}`;

/** @param {Database} db @returns {Finding[]} */
export function companyBooks(db) {
  const orm = drizzle(db);
  const faults = findBookFaults(orm, MOST_NAMED).map((problem) => ({
    problem,
    mend: "The books are never changed. Compare the booking’s record with Stripe, then ask for help with this line.",
  }));
  const { owed, owedByBookings } = readCompanyBooks(orm);
  if (owed === owedByBookings) return faults;
  return [
    ...faults,
    {
      problem: `the company’s ledger comes to ${dollars(owed)}, its bookings to ${dollars(owedByBookings)}`,
      mend: "Stop the server and put the newest sound backup in its place: npm run restore -- FILE.",
    },
  ];
}

/** What lies on another day, or waits to be sent, is no fault. @param {Database} db @returns {Finding[]} */
export function stripeBalance(db) {
  const orm = drizzle(db);
  const since = firstTransaction(orm);
  const asked = readAsked(orm);
  if (since === null || asked === null) return [];
  const wrong = listDifferences(orm, since, asked.at).filter(({ kind }) => kind !== "other_day" && kind !== "not_sent");
  const known = Number(db.prepare("SELECT coalesce(sum(amount - fee), 0) FROM stripe_transactions").pluck().get());
  const kept = sumOfTransactions(orm);
  /** @type {Finding[]} */
  const found = wrong.slice(0, MOST_NAMED).map(({ kind, what, booking, ours, theirs, ref }) => ({
    problem: `${what.replaceAll("_", " ")} ${ref ?? ""} of ${booking ?? "no booking that we know"}: ${DIFFERS[kind] ?? kind} (${dollars(ours ?? theirs ?? 0)})`,
    mend: "Look at the day under Billing, Takings in the office, and at the payment in Stripe’s dashboard: one of the two is to be put right there.",
  }));
  if (wrong.length > MOST_NAMED)
    found.push({ problem: `and ${wrong.length - MOST_NAMED} more`, mend: "Look at them under Billing, Takings." });
  if (kept !== known)
    found.push({
      problem: `the sum of Stripe’s movements is kept as ${dollars(kept)}, and is ${dollars(known)}`,
      mend: bySql(
        "INSERT OR REPLACE INTO stripe_sums (id, known) SELECT 1, coalesce(sum(amount - fee), 0) FROM stripe_transactions;",
      ),
    });
  if (known !== asked.balance)
    found.push({
      problem: `Stripe’s balance was ${dollars(asked.balance)}, and all of its moves that we know come to ${dollars(known)}`,
      mend: "Nothing to do where the account is older than these books; else press “Ask Stripe now” under Billing, Takings.",
      harmless: true,
    });
  return found;
}

/** @type {Record<string, string>} */
const DIFFERS = {
  not_there: "in our books, not at Stripe",
  not_here: "at Stripe, not in our books",
  amount: "the two say different amounts",
};
