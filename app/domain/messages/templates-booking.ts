import { formatDay, type Day } from "../kernel/days";
import { formatCents, type Cents } from "../kernel/money";
import { goApartWords, goesWords, type ExtraDays } from "../charges/extra-days";
import type { BusinessView } from "../documents/views";
import type { PaymentMethod } from "../payments/methods";
import { WITH_PERMIT } from "../states/labels";
import { asSentence, joined, type StatusSentence } from "../states/sentence";
import { composeMail, papersBlock, type Block, type MailContent, type PaperLine } from "./layout";
import { dateNames, type Apart } from "../booking/order/apart";

/** What every mail about a booking knows. Addresses (URLs) are absolute. */
export interface BookingMailFacts {
  business: BusinessView;
  firstName: string;
  bookingNumber: string;
  /** As the booking's page says it. */
  status: StatusSentence;
  /** The street's permit is still to come: no delivery day is said without it. */
  permitMissing: boolean;
  /** An association (HOA) has to agree, and the customer asks it. */
  associationApproval: boolean;
  /** "2 × 20-yard dumpster (General debris)" */
  itemsSummary: string;
  addressLines: string[];
  /** Where on it the dumpster is set down: "On the driveway". */
  placement: string;
  deliveryDay: Day;
  windowLabel: string;
  /** Where it may be kept: the last paid day, and no truck comes before they ask. */
  pickupDay: Day;
  /** Where its dumpsters have days of their own: the two days are the first and the last. */
  apart: Apart;
  /** One of them stays until they ask: the pickup's day is the last one that is paid for. */
  isKept: boolean;
  keep: ExtraDays;
  /** How many are not cancelled. */
  dumpsters: number;
  /** The pickup may be asked for before its day (flag "early pickup"). */
  asksEarly: boolean;
  rentalDays: number;
  total: Cents;
  manageUrl: string;
}

/** How an order was paid: by card, or on account until a day. Cents. */
export interface PaidFacts {
  paid: Cents;
  card: string | null;
  /** The last New York day to pay an order that goes on the customer's account; null for one that is paid. */
  due: Day | null;
}

/** In the middle of a sentence. */
function paidWords({ paid, card, due }: PaidFacts): string {
  if (paid === 0) return "there was nothing to pay";
  if (due) return `${formatCents(paid)} goes on your account, to be paid by ${formatDay(due, { year: true })}`;
  return `we received your payment of ${formatCents(paid)}${card ? ` (${card})` : ""}`;
}

/** Payment received and booking confirmed; invoice, agreement and calendar file are attached by whoever sends it. */
export function bookingConfirmed(
  facts: BookingMailFacts & PaidFacts & { documents: { label: string; url: string }[] },
): MailContent {
  const payment = paidWords(facts).replace(/^./, (first) => first.toUpperCase());
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber} is confirmed: ${facts.permitMissing ? "street permit to come" : `delivery ${formatDay(facts.deliveryDay)}`}`,
    preview: `${asSentence(facts.status)} ${payment}.`,
    heading: facts.status.headline,
    blocks: [
      { kind: "paragraph", text: `Thank you, ${facts.firstName}. ${payment}, and your booking is confirmed.` },
      facts.status.more ? { kind: "paragraph", text: facts.status.more } : null,
      bookingFacts(facts),
      { kind: "button", label: "Manage your booking", url: facts.manageUrl },
      { kind: "heading", text: "What happens next" },
      {
        kind: "steps",
        items: [
          ...(facts.associationApproval
            ? ["Ask your association (HOA) before the delivery day: it has to agree."]
            : []),
          `${deliverWords(facts)} Please keep the way to the place clear of cars and branches.`,
          "Fill the dumpster no higher than its top edge, and leave out what your agreement lists.",
          pickupWords(facts),
        ],
      },
      facts.documents.length > 0 ? { kind: "heading", text: "Your documents" } : null,
      facts.documents.length > 0 ? { kind: "paragraph", text: "They are attached, and you can open them here:" } : null,
      facts.documents.length > 0
        ? { kind: "links", items: facts.documents.map(({ label, url }) => [label, url]) }
        : null,
    ],
  });
}

function pickupWords({ keep, pickupDay, dumpsters, apart, asksEarly, business }: BookingMailFacts): string {
  const there = `on your booking’s page, or call ${business.phone}.`;
  if (keep.mayKeep)
    return `${apart.goApart ? goApartWords(pickupDay, keep) : goesWords(pickupDay, keep, dumpsters)} You ${asksEarly ? "ask for it" : `can ask for ${apart.goApart ? "each from its own" : "it from that"} day on,`} ${there}`;
  return `We pick up on ${formatDay(pickupDay)}. Need it longer${asksEarly ? ", or done sooner? Both are" : "? That is"} ${there}`;
}

function deliverWords({ permitMissing, deliveryDay, windowLabel }: BookingMailFacts): string {
  const when = `on ${formatDay(deliveryDay)}, ${windowLabel}`;
  return `We deliver ${when}${permitMissing ? `, ${WITH_PERMIT}` : ""}.`;
}

/**
 * The receipt and the papers of a paid booking whose delivery is not ahead any more: asked for once more, or sent late.
 * No delivery day is named but in the status, because it may have passed. `needsDay`: we have closed the day that it was
 * paid for, and another one is theirs to choose, which goes before its papers.
 */
export function bookingDocuments(
  facts: BookingMailFacts & PaidFacts & { documents: { label: string; url: string }[]; needsDay?: boolean },
): MailContent {
  const payment = paidWords(facts);
  const booked = facts.due ? "booked" : "paid";
  return composeMail(facts.business, {
    subject: facts.needsDay
      ? `Booking ${facts.bookingNumber} is ${booked}: choose another delivery day`
      : `Booking ${facts.bookingNumber}: your documents`,
    preview: `${facts.itemsSummary}. ${asSentence(facts.status)}`,
    heading: facts.needsDay ? facts.status.headline : "Your documents",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, ${payment} for booking ${facts.bookingNumber}. ${asSentence(facts.status)}`,
      },
      facts.needsDay ? { kind: "button", label: "Choose another day", url: facts.manageUrl } : null,
      {
        kind: "facts",
        rows: [
          ["Booking number", facts.bookingNumber],
          ["Order", facts.itemsSummary],
          ["Address", facts.addressLines.join(", ")],
          ["Total", formatCents(facts.total)],
        ],
      },
      facts.documents.length > 0 ? { kind: "paragraph", text: "They are attached, and you can open them here:" } : null,
      facts.documents.length > 0
        ? { kind: "links", items: facts.documents.map(({ label, url }) => [label, url]) }
        : null,
      facts.needsDay ? null : { kind: "button", label: "See your booking", url: facts.manageUrl },
    ],
  });
}

/**
 * Cancelled by the customer or by us: the fee by its tier, and what goes back. `said` is what the booking's page says
 * of it. A fee without a tier is the dry run of a visit that failed. `only` is the one dumpster that was cancelled while
 * others of the booking stay: then every line is about that one, and the mail says what still comes.
 */
export function bookingCancelled(
  facts: BookingMailFacts & {
    paid: Cents;
    tierPercent: number;
    fee: Cents;
    /** Of the fee, what is for visits in vain. */
    trip: Cents;
    /** What is taken off the account it was owed on; null where it was paid at once. */
    off: Cents | null;
    /** What they have otherwise, from their bank for example. */
    already: Cents;
    /** What goes back and how: of what goes to a card its bank is told of, and when. */
    back: readonly { cents: Cents; by: readonly PaymentMethod[] }[];
    said: StatusSentence;
    /** `name`: "20-yard dumpster (number 2)". */
    only: { name: string; dumpster: string; deliveryDay: Day; windowLabel: string; left: number } | null;
    /** Credit notes, and the invoice of the fee. */
    papers: PaperLine[];
  },
): MailContent {
  const { only, off, already, back } = facts;
  const refund = back.reduce((sum, { cents }) => sum + cents, 0);
  // What a company has paid all of is on its account no more.
  const wasOpen = off !== null && (off > 0 || refund + already === 0);
  const planned = only ?? facts;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${only ? `one dumpster is cancelled, ${only.name}` : "cancelled"}`,
    preview: asSentence(facts.said),
    heading: facts.said.headline,
    blocks: [
      {
        kind: "paragraph",
        text: joined(
          only
            ? `Hello ${facts.firstName}, this is about booking ${facts.bookingNumber}. ${facts.said.headline}.`
            : `Hello ${facts.firstName}, booking ${facts.bookingNumber} is cancelled.`,
          facts.said.more,
        ),
      },
      {
        kind: "facts",
        rows: [
          ["Booking number", facts.bookingNumber],
          ...(only ? [["Cancelled", only.dumpster] satisfies [string, string]] : []),
          ["Delivery was planned for", `${formatDay(planned.deliveryDay)}, ${planned.windowLabel}`],
          [wasOpen ? "On your account" : only ? "Paid for it" : "Paid", formatCents(facts.paid)],
          ...(facts.trip === 0 || facts.fee > facts.trip
            ? [
                [`Cancellation fee (${facts.tierPercent}%)`, formatCents(facts.fee - facts.trip)] satisfies [
                  string,
                  string,
                ],
              ]
            : []),
          ...(facts.trip > 0
            ? [["Dry-run fee for our visit", formatCents(facts.trip)] satisfies [string, string]]
            : []),
          ...(wasOpen ? [["Taken off your account", formatCents(off)] satisfies [string, string]] : []),
          ...(already > 0 ? [["You have back already", formatCents(already)] satisfies [string, string]] : []),
          ...(off !== null && refund === 0 ? [] : [["Refund", formatCents(refund)] satisfies [string, string]]),
        ],
      },
      only ? { kind: "paragraph", text: staysWords(only.left) } : null,
      back.some(({ by }) => by.includes("card"))
        ? { kind: "paragraph", text: "We write again when the refund has been sent to your bank." }
        : null,
      papersBlock(facts.papers),
      { kind: "button", label: "See your booking", url: facts.manageUrl },
    ],
  });
}

/** What a cancelled dumpster leaves of its booking. */
export function staysWords(left: number): string {
  return left === 1
    ? "Your other dumpster stays booked as it was."
    : `Your other ${left} dumpsters stay booked as they were.`;
}

/** The booking as every mail about it shows it. */
export function bookingFacts(facts: BookingMailFacts): Block {
  const names = dateNames(facts.apart, facts.isKept);
  // From the first one's day to the last one's it is not what was ordered for each.
  const isApart = facts.apart.comeApart || facts.apart.goApart;
  const ofOne = isApart ? "" : ` (${facts.rentalDays} ${facts.rentalDays === 1 ? "day" : "days"})`;
  return {
    kind: "facts",
    rows: [
      ["Booking number", facts.bookingNumber],
      ["Order", facts.itemsSummary],
      ["Address", facts.addressLines.join(", ")],
      ["Placement", facts.placement],
      [names.delivery, `${formatDay(facts.deliveryDay, { year: true })}, ${facts.windowLabel}`],
      [names.pickup, `${formatDay(facts.pickupDay, { year: true })}${ofOne}`],
      ["Total", formatCents(facts.total)],
    ],
  };
}
