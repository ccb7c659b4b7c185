import { formatDay, type Day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import { composeMail, type MailContent } from "./layout";
import type { BookingMailFacts } from "./templates-booking";
import type { Extra } from "./templates-changed";
import { readyToGo } from "./templates-reminders";
import { dryRunWords } from "./templates-trucks";

/** Mails about a truck that came for what stands there, and had to leave without doing it. */

/** The truck came and could not take the dumpster away. `dryRunFee` in cents. */
export function pickupFailed(
  facts: BookingMailFacts & {
    dumpster: string;
    day: Day;
    reason: string;
    dryRunFee: Cents;
    noticeHours: number;
    chooseUrl: string;
  },
): MailContent {
  const what = `We could not pick up your dumpster on ${formatDay(facts.day, { short: true })}`;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: we could not pick up`,
    preview: `${what}. Clear the way, then choose a new day.`,
    heading: what,
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, our driver came to ${facts.addressLines.join(", ")} for your ${facts.dumpster} and had to leave it there.`,
      },
      { kind: "facts", rows: [["What was in the way", facts.reason]] },
      { kind: "heading", text: "Before the next visit" },
      readyToGo(),
      { kind: "paragraph", text: `Then choose a new day, or call ${facts.business.phone}, and we find one together.` },
      { kind: "button", label: "Choose a new day", url: facts.chooseUrl },
      { kind: "links", items: [["See your booking", facts.manageUrl]] },
      { kind: "paragraph", text: dryRunWords(facts.dryRunFee, facts.noticeHours) },
    ],
  });
}

/** A truck beyond delivery and pickup had to leave without doing it: no day of it is the customer's to choose. */
export interface ExtraInVain {
  what: Extra["what"];
  day: Day;
  /** What the driver found. */
  reason: string;
  /** It was paid for beforehand. */
  isPaid: boolean;
}

export const extraFailedWords = ({ what, day, isPaid }: ExtraInVain): string =>
  `We could not ${{ swap: "swap", haul: "empty", move: "move" }[what]} your dumpster on ${formatDay(day, { short: true })}. It stays where it is, and we call you about another day.${
    isPaid ? " Then we also settle what you paid for it." : ""
  }`;

/** `dryRunFee` in cents. */
export function extraFailed(
  facts: BookingMailFacts & { inVain: ExtraInVain; dryRunFee: Cents; noticeHours: number },
): MailContent {
  const { what, reason } = facts.inVain;
  const said = extraFailedWords(facts.inVain);
  const title = `we could not ${{ swap: "swap", haul: "empty", move: "move" }[what]} your dumpster`;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${title}`,
    preview: said,
    heading: title.replace(/^./, (first) => first.toUpperCase()),
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      { kind: "facts", rows: [["What was in the way", reason]] },
      { kind: "heading", text: "Before the next visit" },
      readyToGo(),
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      { kind: "paragraph", text: `Do you want to tell us the day? Call ${facts.business.phone}.` },
      { kind: "paragraph", text: dryRunWords(facts.dryRunFee, facts.noticeHours) },
    ],
  });
}
