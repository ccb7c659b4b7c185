import { expect, it } from "vitest";
import type { Cents } from "../kernel/money";
import type { BackPart } from "../payments/refund-words";
import { moneySentence, type MoneyBack } from "./status-words";

const part = (cents: Cents, changes: Partial<BackPart> = {}): BackPart => ({
  ...{ cents, by: ["card"], card: "Visa 4242", state: "under-way" },
  ...changes,
});
const BACK: MoneyBack = { paid: 31979, fee: 0, off: null, already: 0, back: [part(31979)], inAll: false };

it.each<[string, Partial<MoneyBack>, string]>([
  ["without a fee", {}, "$319.79 goes back to Visa 4242 in 5–10 business days."],
  [
    "with a fee",
    { fee: 4093, back: [part(36839)] },
    "$368.39 goes back to Visa 4242 in 5–10 business days. We keep the fee of $40.93.",
  ],
  ["with nothing left", { fee: 31979, back: [] }, "Nothing goes back: we keep the fee of $319.79."],
  ["of several", { inAll: true }, "$319.79 in all goes back to Visa 4242 in 5–10 business days."],
  ["card unknown", { back: [part(31979, { card: null })] }, "$319.79 goes back to your card in 5–10 business days."],
  ["nothing paid", { paid: 0, back: [] }, "Nothing was charged."],
  [
    "gone back",
    { back: [part(31979, { state: "back" })] },
    "$319.79 went back to Visa 4242; banks show it in 5–10 business days.",
  ],
  [
    "in cash, with a fee",
    { fee: 100, back: [part(31979, { state: "back", by: ["cash"], card: null })] },
    "$319.79 went back in cash. We keep the fee of $1.00.",
  ],
  [
    "refused by the bank",
    { back: [part(31979, { state: "failed" })] },
    "$319.79 could not go back to Visa 4242: we will call you and pay it another way.",
  ],
  [
    "while a bank decides",
    { back: [part(31979, { state: "waits" })] },
    "$319.79 goes back to Visa 4242 once your bank has decided about the payment.",
  ],
  [
    "in parts that are not as far",
    {
      inAll: true,
      back: [part(10000, { state: "back" }), part(21979, { state: "waits", by: ["check"], card: null })],
    },
    "$100.00 went back to Visa 4242; banks show it in 5–10 business days. $219.79 goes back by check once your bank has decided about the payment.",
  ],
  [
    "a part of it theirs already",
    { already: 5000, fee: 3198, back: [part(23781)] },
    "$237.81 goes back to Visa 4242 in 5–10 business days. You have $50.00 back already. We keep the fee of $31.98.",
  ],
  ["all of it theirs already", { already: 31979, back: [] }, "Nothing more goes back: you have $319.79 back already."],
  [
    "all but the fee theirs already",
    { already: 28781, fee: 3198, back: [] },
    "Nothing more goes back: you have $287.81 back already. The fee is $31.98.",
  ],
  ["on account, unpaid", { off: 31979, back: [] }, "$319.79 is taken off your account."],
  [
    "on account, unpaid, with a fee",
    { off: 28781, fee: 3198, back: [] },
    "$287.81 is taken off your account; the fee of $31.98 stays on it.",
  ],
  [
    "on account, the fee is all of it",
    { off: 0, fee: 31979, back: [] },
    "Nothing is taken off your account: the fee is $319.79.",
  ],
  [
    "on account, what was paid later theirs already",
    { off: 26579, already: 5400, back: [] },
    "$265.79 is taken off your account. You have $54.00 back already.",
  ],
  [
    "on account, paid by check",
    { off: 0, back: [part(31979, { by: ["check"], card: null })] },
    "$319.79 that you paid goes back by check; we write when it is out.",
  ],
  [
    "on account, paid in part",
    { off: 20000, fee: 1979, back: [part(10000, { by: ["check"], card: null })] },
    "$200.00 is taken off your account. $100.00 that you paid goes back by check; we write when it is out. We keep the fee of $19.79.",
  ],
  [
    "by check and card",
    { off: 0, back: [part(31979, { by: ["cash", "card"] })] },
    "$319.79 that you paid goes back in cash and to Visa 4242; we write when it is out.",
  ],
  [
    "by check, out",
    { back: [part(31979, { by: ["check"], card: null, state: "back" })] },
    "$319.79 went back by check.",
  ],
])("money of what was cancelled, %s", (_case, changes, said) => {
  expect(moneySentence({ ...BACK, ...changes })).toBe(said);
});
