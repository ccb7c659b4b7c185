import { formatCents } from "../kernel/money";
import type { BusinessView } from "../documents/views";
import { composeMail, type MailContent } from "./layout";
import { bookingFacts, type BookingMailFacts } from "./templates-booking";

/** Mails about an order that is not booked yet. */

/**
 * The office has prepared a booking; the customer signs it at one address, and pays there too unless it goes on their
 * account (`accountDays` to pay). `isHeld`: its dumpsters are held as well.
 */
export function agreementRequest(
  facts: BookingMailFacts & { signUrl: string; ends: string | null; isHeld: boolean; accountDays: number | null },
): MailContent {
  const { accountDays: days } = facts;
  const isCard = days === null;
  const held = facts.isHeld
    ? ", and we hold what you ordered for you until then."
    : `. What you ordered is set aside for you when you ${isCard ? "start to pay" : "sign"}.`;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: please sign${isCard ? " and pay" : ""}`,
    preview: `${facts.itemsSummary} for ${formatCents(facts.total)}${isCard ? "" : ", on your account"}`,
    heading: "Your booking is ready to sign",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, here is the booking that we prepared with you. Please check it${isCard ? ", sign the rental agreement, and pay by card." : " and sign the rental agreement."}`,
      },
      days === null
        ? null
        : {
            kind: "paragraph",
            text: `You pay nothing now: it goes on your account with us when you sign, to be paid within ${days} days of the invoice.`,
          },
      bookingFacts(facts),
      { kind: "button", label: isCard ? "Read, sign, and pay" : "Read and sign", url: facts.signUrl },
      facts.ends ? { kind: "paragraph", text: `This price is good ${facts.ends}${held}` } : null,
      { kind: "paragraph", text: `Is something wrong? Call ${facts.business.phone} before you sign.` },
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
