import { formatCents, type Cents } from "../kernel/money";
import type { BusinessView } from "../documents/views";
import type { WhyNotBack } from "../payments/refund-failure";
import { asSentence, type StatusSentence } from "../states/sentence";
import { composeMail, papersBlock, type Block, type MailContent, type PaperLine } from "./layout";

export interface RefundMailFacts {
  business: BusinessView;
  firstName: string;
  bookingNumber: string;
  amount: Cents;
  /** "Visa ending in 4242"; null when we do not know it. */
  card: string | null;
  /** What went to which card, where it goes back over several payments. */
  parts?: { amount: Cents; card: string | null }[];
  manageUrl: string;
  /** The credit notes whose money it is. */
  papers?: PaperLine[];
}

/** The payment came after its hold had ended and no dumpster was left (architecture.md, "Payment"). */
export function paymentReturned(
  facts: RefundMailFacts & { itemsSummary: string; bookAgainUrl: string; isBack: boolean },
): MailContent {
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: we are returning your payment`,
    preview: `Nothing was left when your payment arrived. ${formatCents(facts.amount)} goes back in full.`,
    heading: "We are returning your payment",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, your payment arrived after the time for which we could hold your dumpster, and by then none was left for your days (${facts.itemsSummary}). We are sorry. Nothing is booked, and you get everything back.`,
      },
      refundFacts(facts, facts.isBack ? "Paid back" : "On its way"),
      {
        kind: "paragraph",
        text: `You do not need to do anything. If other days would suit you, book again or call ${facts.business.phone}.`,
      },
      { kind: "button", label: "Choose other days", url: facts.bookAgainUrl },
    ],
  });
}

/** The same for an order of $0.00, whose card was only saved: there is nothing to give back. */
export function nothingLeft(
  facts: Omit<RefundMailFacts, "amount" | "card"> & { itemsSummary: string; bookAgainUrl: string },
): MailContent {
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: no dumpster is left for your days`,
    preview: "Nothing was charged. Other days may be free.",
    heading: "No dumpster is left for your days",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, your card was saved after the time for which we could hold your dumpster, and by then none was left for your days (${facts.itemsSummary}). We are sorry. Nothing is booked, and nothing was charged.`,
      },
      {
        kind: "paragraph",
        text: `You do not need to do anything. If other days would suit you, book again or call ${facts.business.phone}.`,
      },
      { kind: "button", label: "Choose other days", url: facts.bookAgainUrl },
    ],
  });
}

export function refundSubmitted(facts: RefundMailFacts): MailContent {
  return refundMail(facts, {
    subject: "your refund is on its way",
    heading: "Your refund is on its way",
    state: "Sent to the bank",
    text: "we have sent your refund to the bank. Banks often need 5–10 business days to show it.",
  });
}

/**
 * What was paid for could not be done any more: all of it goes back. `asked`: "Extra days: 3 more days, pickup Saturday,
 * December 12"; the status says how the booking stands.
 */
export function changeNotMade(
  facts: RefundMailFacts & { asked: string; isBack: boolean; status: StatusSentence },
): MailContent {
  return refundMail(facts, {
    subject: "we could not make your change",
    heading: "We could not make this change",
    state: facts.isBack ? "Sent to your bank" : "On its way to your bank",
    text: `when your payment arrived, what you asked for was not possible any more (${facts.asked}). All that you paid for it goes back to your card; banks often need 5–10 business days to show it. The rest of your booking stands: ${asSentence(facts.status)} You can ask for something else on its page, or call ${facts.business.phone}.`,
  });
}

export function refundSucceeded(facts: RefundMailFacts): MailContent {
  return refundMail(facts, {
    // What Stripe tells is that it has handed the money over; when it can be seen is the bank's to say.
    subject: "your refund has been sent to your bank",
    heading: "Your refund has been sent to your bank",
    state: "Sent to your bank",
    text: "your refund has been sent to your bank, which takes 5–10 business days to show it. You do not need to do anything more.",
  });
}

/** Paid out by a person: the card was closed, or the money had come by check or in cash. */
export function refundByHand(facts: RefundMailFacts & { by: string; isCheck: boolean }): MailContent {
  return refundMail(
    { ...facts, card: null },
    {
      subject: facts.isCheck ? "your refund check is on its way" : "your refund was paid in cash",
      heading: facts.isCheck ? "Your refund check is on its way" : "Your refund was paid in cash",
      state: `Paid by ${facts.by}`,
      text: facts.isCheck
        ? "we have paid your refund by check. It comes by mail; allow it some days. You do not need to do anything more."
        : "we have paid your refund in cash. You do not need to do anything more.",
    },
  );
}

/** It did not arrive, or was not taken; a person of ours now takes care of it. */
export function refundFailed(facts: RefundMailFacts & { why: WhyNotBack }): MailContent {
  return refundMail(facts, {
    subject: "your refund needs another way",
    heading: "Your refund needs another way",
    state: "Not possible to this card",
    text: `${couldNot("the refund", facts.why)} Your money is safe, and someone from our office will contact you to pay it another way. You can also call ${facts.business.phone}.`,
  });
}

function couldNot(what: string, why: WhyNotBack): string {
  if (why === "disputed") return `${what} could not go back to your card: your bank is deciding about this payment.`;
  return `${what} could not go back to your card${why === "card" ? "; often the card has been replaced" : ""}.`;
}

/** What a text says of a refund's end, as sentences, one that the card company ended as of one that failed; `parts`: over how many payments it goes back; `phone` is ours. */
export function refundWords(
  { amount, parts = 1, phone, why }: { amount: Cents; parts?: number; phone: string; why: WhyNotBack },
  state: "succeeded" | "failed" | "canceled",
): string {
  const sum = `${formatCents(amount)}${parts > 1 ? ` in ${parts} parts` : ""}`;
  return state === "succeeded"
    ? `Your refund of ${sum} has been sent to your bank, which takes 5–10 business days to show it.`
    : `${couldNot(`Your refund of ${sum}`, why)} Your money is safe: someone from our office will contact you. You can also call ${phone}.`;
}

/** What a text says of a payment that came too late, twice, or for another amount. */
export function returnedWords(
  { amount, phone }: { amount: Cents; phone: string },
  what: "nothing-left" | "returned" | "on-its-way" | "not-made",
): string {
  const call = `If other days would suit you, call ${phone}.`;
  if (what === "nothing-left")
    return `No dumpster is left for your days. Nothing is booked, and nothing was charged. ${call}`;
  if (what === "not-made")
    return `What you asked for was not possible any more when your payment arrived. The ${formatCents(amount)} go back to your card. The rest of your booking stands; call ${phone} if you like.`;
  return what === "returned"
    ? `Your payment came when no dumpster was left for your days. Nothing is booked, and all of it, ${formatCents(amount)}, goes back to your card. ${call}`
    : `Your refund of ${formatCents(amount)} is on its way to your bank. Banks often need 5–10 business days to show it.`;
}

function refundMail(
  facts: RefundMailFacts,
  words: { subject: string; heading: string; state: string; text: string },
): MailContent {
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${words.subject}`,
    preview: `${formatCents(facts.amount)}: ${words.state}`,
    heading: words.heading,
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}, ${words.text}` },
      refundFacts(facts, words.state),
      papersBlock(facts.papers ?? []),
      { kind: "button", label: "See your booking", url: facts.manageUrl },
    ],
  });
}

function refundFacts(facts: RefundMailFacts, state: string): Block {
  const { card, parts = [] } = facts;
  const to = parts.map(({ card: one, amount }, i) => [one ? `To ${one}` : `Part ${i + 1}`, formatCents(amount)]);
  return {
    kind: "facts",
    rows: [
      ["Booking number", facts.bookingNumber],
      ["Refund", formatCents(facts.amount)],
      ...((parts.length > 1 ? to : card ? [["To", card]] : []) as [string, string][]),
      ["State", state],
    ],
  };
}
