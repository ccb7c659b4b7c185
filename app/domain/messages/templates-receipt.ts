import type { BusinessView } from "../documents/views";
import { formatCents, type Cents } from "../kernel/money";
import { composeMail, type MailContent } from "./layout";

export interface ReceiptFacts {
  business: BusinessView;
  firstName: string;
  /** "Check 1042", "Cash"; the company's own words of the deposit are not the customer's. */
  method: string;
  amount: Cents;
  /** Each booking that it pays for, with what is still open there. */
  bookings: readonly { number: string; paid: Cents; open: Cents }[];
  /** What was more than was owed; 0 for nothing. */
  over: Cents;
  manageUrl: string;
}

/** A check or cash came, and what it paid for. */
export function paymentByHand(facts: ReceiptFacts): MailContent {
  const { bookings, over } = facts;
  const open = bookings.reduce((sum, one) => sum + one.open, 0);
  const [one] = bookings;
  return composeMail(facts.business, {
    subject: `Receipt for ${formatCents(facts.amount)}${bookings.length === 1 && one ? `: booking ${one.number}` : ""}`,
    preview: `${facts.method}: ${formatCents(facts.amount)} received. Thank you.`,
    heading: "We received your payment",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, thank you. We received ${formatCents(facts.amount)} and put it toward what you owe us.`,
      },
      {
        kind: "facts",
        rows: [
          ["Received", formatCents(facts.amount)],
          ["Paid by", facts.method],
          ...bookings.map(({ number, paid, open: left }): [string, string] => [
            `Booking ${number}`,
            `${formatCents(paid)}${left > 0 ? `, ${formatCents(left)} still open` : ", nothing is open"}`,
          ]),
          ["Still open", formatCents(open)],
        ],
      },
      ...(over > 0
        ? [
            {
              kind: "paragraph" as const,
              text: `This is ${formatCents(over)} more than you owed. Call ${facts.business.phone} if you would like it back.`,
            },
          ]
        : []),
      { kind: "button", label: "See your booking", url: facts.manageUrl },
    ],
  });
}
