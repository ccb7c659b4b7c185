import { formatCents } from "../kernel/money";
import type { BusinessView } from "../documents/views";
import { composeMail, type Block, type MailContent } from "./layout";
import { bookingFacts, type BookingMailFacts } from "./templates-booking";

/** Mails about an order that is not booked yet. */

/** What is asked of them, by what they have done already. */
const ASKED = {
  sign: {
    heading: "Your booking is ready to sign",
    here: "here is the booking that we prepared with you. Please check it",
    sign: "sign the rental agreement",
  },
  "sign-again": {
    heading: "Your booking was changed: please sign again",
    here: "your booking was changed after you signed it. This is how it is now. Please check it",
    sign: "sign the rental agreement again",
  },
  "sign-ours": {
    heading: "Our agreement was changed: please sign again",
    here: "our rental agreement was changed after you signed it; your booking is as it was. Please check it",
    sign: "sign the rental agreement again",
  },
} as const;

interface Asked {
  signUrl: string;
  /** Until when the link works, and with it a price that is fixed ("until December 4, 2026, 9:00 am"). */
  ends: string | null;
  /** The price is that of the day of the signature. */
  isOfTheDay: boolean;
  /** Until when its dumpsters are held as well; null: they are not. */
  heldUntil: string | null;
  /** Days to pay; null: it is paid by card. */
  accountDays: number | null;
  /** Whether they have signed it before. */
  toDo: keyof typeof ASKED | "pay";
}

/** Of an order whose price the office did not fix, in mail and text; the agreement says the same. */
export const PRICE_OF_THE_DAY = "The price is that of the day you sign.";

/** Until when they have what: each its own end, which are often one. */
function endsIn({ ends, isOfTheDay, heldUntil, accountDays }: Asked): string {
  const isOneEnd = heldUntil !== null && heldUntil === ends;
  const good = ends && `${isOfTheDay ? "The link works" : "This price is good"} ${ends}`;
  const held =
    heldUntil === null
      ? `What you ordered is set aside for you when you ${accountDays === null ? "start to pay" : "sign"}.`
      : `We hold what you ordered for you ${heldUntil}.`;
  return [
    good && `${good}${isOneEnd ? ", and we hold what you ordered for you until then." : "."}`,
    isOfTheDay && PRICE_OF_THE_DAY,
    !isOneEnd && held,
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * The office has prepared a booking; the customer signs it at one address, and pays there too unless it goes on their
 * account.
 */
export function agreementRequest(facts: BookingMailFacts & Asked): MailContent {
  const { accountDays: days, toDo } = facts;
  const isCard = days === null;
  const good: Block = { kind: "paragraph", text: endsIn(facts) };
  const wrong = (before: string): Block => ({
    kind: "paragraph",
    text: `Is something wrong? Call ${facts.business.phone} before you ${before}.`,
  });
  if (toDo === "pay")
    return composeMail(facts.business, {
      subject: `Booking ${facts.bookingNumber}: please pay`,
      preview: `${facts.itemsSummary} for ${formatCents(facts.total)}`,
      heading: "Your booking is signed, and still to be paid",
      blocks: [
        {
          kind: "paragraph",
          text: `Hello ${facts.firstName}, you have signed the rental agreement. Your booking is made once you have paid by card.`,
        },
        bookingFacts(facts),
        { kind: "button", label: "Go on to payment", url: facts.signUrl },
        good,
        wrong("pay"),
      ],
    });
  const asked = ASKED[toDo];
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: please sign${toDo === "sign" ? "" : " again"}${isCard ? " and pay" : ""}`,
    preview: `${facts.itemsSummary} for ${formatCents(facts.total)}${isCard ? "" : ", on your account"}`,
    heading: asked.heading,
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, ${asked.here}${isCard ? `, ${asked.sign}, and pay by card.` : ` and ${asked.sign}.`}`,
      },
      days === null
        ? null
        : {
            kind: "paragraph",
            text: `You pay nothing now: it goes on your account with us when you sign, to be paid within ${days} days of the invoice.`,
          },
      bookingFacts(facts),
      { kind: "button", label: isCard ? "Read, sign, and pay" : "Read and sign", url: facts.signUrl },
      good,
      wrong("sign"),
    ],
  });
}

/** The way back to a booking that was begun, on any device. */
export function resumeLink(facts: {
  business: BusinessView;
  firstName: string;
  itemsSummary: string | null;
  resumeUrl: string;
  ends: string;
}): MailContent {
  return composeMail(facts.business, {
    subject: "Your saved dumpster booking",
    preview: "Continue where you stopped.",
    heading: "Continue your booking",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello${facts.firstName ? ` ${facts.firstName}` : ""}, we saved what you entered${facts.itemsSummary ? `: ${facts.itemsSummary}` : ""}. This link continues where you stopped, on this or another device:`,
      },
      { kind: "button", label: "Continue my booking", url: facts.resumeUrl },
      {
        kind: "paragraph",
        text: `The link works ${facts.ends}. Whoever has it can see what you entered, so please do not pass it on. Nothing is booked or charged yet.`,
      },
    ],
  });
}
