import { laterCharges, type LaterChargeId } from "./later-charges";
import type { AgreementSection } from "./views";
import type { TermsFacts } from "./terms-facts";

/** The second half of the agreement: cancelling, permits, money, liability, law, signature. */
export function chargeSections(facts: TermsFacts): AgreementSection[] {
  return [cancelling(facts), permits(), payment(facts), liability(facts), law(), signature(facts)];
}

function cancelling(facts: TermsFacts): AgreementSection {
  const isCard = facts.accountDays === null;
  const whole = isCard ? "what you paid" : "the total";
  const rest = isCard ? "We pay the rest back to the same card." : "The rest is taken off your account.";
  return {
    id: "cancelling",
    heading: "Cancelling or changing the day",
    paragraphs: [
      `You may cancel the whole booking, or one dumpster of it, until our truck is on its way to you. The fee depends on how long it is until your delivery window starts, and is a part of ${whole}, tax included. ${rest}`,
      `If you first move the delivery to another day and then cancel, the fee is at least what it would have been when you asked to move it. If we have not come by the end of your delivery window, cancelling is free. After a visit that failed because we could not get in, you may choose another day.`,
    ],
    bullets: [
      `${facts.freeCancelHours} hours or more before: free`,
      `From ${facts.lateCancelHours} to ${facts.freeCancelHours} hours before: ${facts.lateCancelPercent}% of ${whole}`,
      `Less than ${facts.lateCancelHours} hours before: ${facts.lastCancelPercent}% of ${whole}`,
    ],
  };
}

function permits(): AgreementSection {
  return {
    id: "permits",
    heading: "Permits",
    paragraphs: [
      "A dumpster on a street or other public ground needs a permit from the city or county. We get it, and cannot deliver before we have it. Permits outside Orlando are billed separately. Your homeowners’ association may have rules of its own; keeping them is up to you.",
    ],
  };
}

function payment(facts: TermsFacts): AgreementSection {
  const later = laterCharges(facts);
  const say = (id: LaterChargeId) => `${later[id].label}: ${later[id].amount}`;
  const taxed = facts.exempt
    ? `This order is exempt from sales tax by certificate ${facts.exempt}: no tax is charged on it, nor on anything that is charged later.`
    : `Tax is ${facts.taxRatePercent} on rental, delivery, extra days, and hauls. Weight, landfill, dry-run, prohibited-item, cleaning, tampering, and permit charges are not taxed.`;
  const proof = (charged: string, after = "") =>
    `Proof comes before every later charge. At least ${facts.noticeHours} hours before we charge ${charged}, we send you a notice with the amount, how it was worked out, the section of this agreement, and the proof: a scale ticket, a photo, or our dated record. The notice has a link to question the charge. If you do, we stop and look again before anything is charged.${after}`;
  const [heading, ...paragraphs] =
    facts.accountDays === null
      ? ([
          "Payment and the card on file",
          `You pay the total in full, by credit card, when you book. ${taxed} Your card stays on file with our payment provider; we never see its full number. You agree that we may charge it later for these things only:`,
          proof("your card", " If your card is refused, we send you a payment link instead."),
        ] as const)
      : ([
          "Payment on account",
          `This order goes on your account with us, and no card is charged. You pay the total in full within ${facts.accountDays} days of the invoice. ${taxed} You agree that we may charge the account later for these things only:`,
          proof("your account"),
        ] as const);
  return {
    id: "payment",
    heading,
    paragraphs,
    bullets: [
      say("weight"),
      `${say("days")}; ${say("hauls")}`,
      say("dryRun"),
      `${say("items")}; ${say("material")}`,
      say("cleaning"),
      say("tamper"),
      say("permits"),
    ],
  };
}

function liability(facts: TermsFacts): AgreementSection {
  return {
    id: "liability",
    heading: "Damage and responsibility",
    paragraphs: [
      "A full dumpster and its truck are heavy. They can mark or crack a driveway, a lawn, or things under the ground, even when we work with care. You choose the place and accept that risk. We pay for damage that we cause by being careless.",
      "While the dumpster is with you, you are responsible for what goes into it, for keeping people, above all children, from climbing on it, and for loss of it or damage to it beyond normal wear. You agree to cover costs that others claim from us because you broke this agreement.",
      `Tell us about damage as soon as you see it, with photos if you can: ${facts.phone} or ${facts.email}. Neither of us owes the other for profit lost because of a delay. Nothing in this agreement takes away rights that the law does not let you give up.`,
    ],
  };
}

function law(): AgreementSection {
  return {
    id: "law",
    heading: "Law and courts",
    paragraphs: [
      "Florida law applies to this agreement. The courts of Orange County, Florida, decide disputes that we cannot settle with each other. If a court finds one part of it not valid, the rest still holds. Changes to the size, price, date, or address need a new signature.",
    ],
  };
}

function signature(facts: TermsFacts): AgreementSection {
  return {
    id: "signature",
    heading: "Signing electronically",
    paragraphs: [
      `By typing your name and checking “I agree”, you sign this agreement electronically. It counts the same as a signature in ink. We keep a record of the time, your internet address, and your browser, and a digital fingerprint of the text, so that both of us can show what was signed.`,
      `You get a copy by email and can print it or save it. If you would rather sign on paper, or want a paper copy, call ${facts.phone} before you sign.`,
    ],
  };
}
