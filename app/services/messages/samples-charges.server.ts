import { clauseIn } from "~/domain/charges/customer-view.server";
import { arithmeticLines, chargeTitle, proofLines } from "~/domain/charges/words";
import { weightOver, amountOf } from "~/domain/charges/amounts";
import { agreementSections } from "~/domain/documents/terms";
import { termsFacts } from "~/domain/documents/terms-facts";
import { formatCents } from "~/domain/kernel/money";
import { instantAt, saidMoment } from "~/domain/kernel/time.server";
import type { MessageKind } from "~/domain/messages/policy";
import * as templates from "~/domain/messages/templates";
import { managePaths } from "~/manage-paths";
import type { MadeUp, Samples } from "./sample-facts.server";

type Name = "charge-notice" | "balance-due" | "charge-paid" | "charge-dropped" | "final-statement" | "payment-received";
type Kinds = Extract<MessageKind, `${"mail" | "sms"}.${Name}`>;

/** 2.37 tons on the scale, by the settings as they stand. */
const POUNDS = 4_740;
const TICKET = { is: "ticket", id: "tkt_sample", facility: "Orange County Landfill" } as const;
const SCALE = { gross: 31_740, tare: 27_000, net: POUNDS };

function charge({ settings, facts }: MadeUp) {
  const basis = weightOver(POUNDS, 0, settings);
  const amount = basis ? amountOf(basis) : 0;
  return {
    title: chargeTitle({ kind: "weight_overage", basis, description: "" }),
    total: amount,
    lines: arithmeticLines({ amount, tax: 0, basis }),
    proofs: proofLines([{ ...TICKET, ...SCALE, number: `${facts.pickupDay.replaceAll("-", "")}-1` }]),
    // As the agreement has it today.
    clause: clauseIn(agreementSections(termsFacts(settings)), "weight"),
    dumpster: null,
    stands: "The office has taken it back.",
  };
}

/** A day after the load was weighed. */
const dueOf = ({ facts, workday }: MadeUp) => instantAt(workday(facts.pickupDay, 1), 13, 1);

const KEY = { key: "this-link-opens-nothing0" };

/** What is charged after the delivery, and what became of it. */
export const CHARGE_SAMPLES: Samples<Kinds> = {
  "mail.charge-notice": (made) => {
    const notice = {
      ...made.in("awaiting_settlement"),
      charge: charge(made),
      photos: 1,
      due: saidMoment(dueOf(made)),
      how: "card" as const,
      questionUrl: made.url(managePaths.question(KEY)),
    };
    return [
      { label: "Extra weight", mail: templates.chargeNotice({ ...notice, answer: null }) },
      {
        label: "After a question",
        mail: templates.chargeNotice({
          ...notice,
          answer: "We looked at the scale ticket again. The figures are right.",
        }),
      },
    ];
  },
  "sms.charge-notice": (made) => [
    {
      label: "Extra weight",
      text: made.text(
        "sms.charge-notice",
        templates.noticeWords({
          ...charge(made),
          due: saidMoment(dueOf(made), { short: true }),
          isAnswer: false,
          how: "card" as const,
        }),
        made.facts.status,
      ),
    },
  ],
  "mail.balance-due": (made) => {
    const { title, total } = charge(made);
    return [
      {
        label: "The card was refused",
        mail: templates.balanceDue({
          ...made.in("balance_due"),
          balance: { charges: [{ title, total }], said: formatCents(total) },
          refused: "Your Visa ending in 4242 was declined.",
          payUrl: made.url(managePaths.pay(KEY)),
        }),
      },
    ];
  },
  "sms.balance-due": (made) => [
    {
      label: "The card was refused",
      text: made.text(
        "sms.balance-due",
        templates.balanceWords("Your Visa ending in 4242 was declined.", formatCents(charge(made).total)),
        made.facts.status,
      ),
    },
  ],
  "mail.charge-paid": (made) => [
    {
      label: "By card",
      mail: templates.chargePaid({
        ...made.in("completed"),
        charge: charge(made),
        paidWith: "Visa ending in 4242",
        invoiceUrl: made.url("/files/example"),
      }),
    },
  ],
  "mail.charge-dropped": (made) => [
    { label: "Taken back", mail: templates.chargeDropped({ ...made.in("completed"), charge: charge(made) }) },
  ],
  "mail.final-statement": (made) => [
    {
      label: "All is paid",
      mail: templates.finalStatement({
        ...made.in("completed"),
        rows: [
          ["Rental, tax included", formatCents(made.facts.total)],
          [charge(made).title, formatCents(charge(made).total)],
          ["Paid", formatCents(-made.facts.total - charge(made).total)],
          ["Your rental came to", formatCents(made.facts.total + charge(made).total)],
          ["You paid", formatCents(made.facts.total + charge(made).total)],
          ["Still open", formatCents(0)],
        ],
        tickets: charge(made).proofs,
        open: null,
        payUrl: null,
        statementUrl: made.url(managePaths.statement(KEY)),
      }),
    },
    {
      label: "Something is open",
      mail: templates.finalStatement({
        ...made.in("balance_due"),
        rows: [
          ["Rental, tax included", formatCents(made.facts.total)],
          ["Paid", formatCents(-made.facts.total)],
          [charge(made).title, formatCents(charge(made).total)],
          ["Your rental came to", formatCents(made.facts.total + charge(made).total)],
          ["You paid", formatCents(made.facts.total)],
          ["Still open", formatCents(charge(made).total)],
        ],
        tickets: charge(made).proofs,
        open: `${formatCents(charge(made).total)} is still to be paid.`,
        payUrl: made.url(managePaths.pay(KEY)),
        statementUrl: made.url(managePaths.statement(KEY)),
      }),
    },
  ],
  "mail.payment-received": ({ facts }) => [
    {
      label: "A check",
      mail: templates.paymentByHand({
        ...facts,
        method: "Check 1042",
        amount: 40932,
        bookings: [{ number: facts.bookingNumber, paid: 40932, open: 0 }],
        over: 0,
      }),
    },
  ],
};
