import type { BusinessView } from "../documents/views";
import { composeMail, type MailContent } from "./layout";

/** What waits for the office, of one kind. */
export interface WaitingKind {
  /** As the queue says it: "Refund not received". */
  label: string;
  count: number;
  /** Of some bookings that it is about. */
  numbers: readonly string[];
}

const most = ({ count, numbers }: WaitingKind): string =>
  `${count}${numbers.length > 0 ? `: ${numbers.join(", ")}${count > numbers.length ? " and more" : ""}` : ""}`;

/** To the office, once a day at most: money that did not move, numbers that do not agree, work that was given up. */
export function officeDigest(facts: {
  business: BusinessView;
  waiting: readonly WaitingKind[];
  url: string;
}): MailContent {
  const count = facts.waiting.reduce((sum, kind) => sum + kind.count, 0);
  const said = `${count} ${count === 1 ? "thing waits" : "things wait"} for somebody`;
  return composeMail(facts.business, {
    subject: `To clear up: ${facts.waiting.map(({ label, count: of }) => `${label} (${of})`).join(", ")}`,
    preview: said,
    heading: said,
    blocks: [
      {
        kind: "facts",
        rows: facts.waiting.map((kind): [string, string] => [kind.label, most(kind)]),
      },
      { kind: "button", label: "Open in the CRM", url: facts.url },
      { kind: "paragraph", text: "This mail comes once a day, and only while something of it waits." },
    ],
  });
}
