import { joined, asSentence, type StatusSentence } from "../states/sentence";
import type { ExtraKind } from "../states/job-places";

/** That we are late with what stands at its customer's: the same words on the booking's page, in mails and in texts. Pure. */

/** Of a truck whose day is over; `when` as "Thu, Dec 3, 8AM to 12PM". */
export const notThereYet = (when: string): string =>
  `it was planned for ${when}, and we have not been there yet. We come as soon as we can`;

const HEADLINE: Readonly<Record<ExtraKind, string>> = {
  swap: "We are late with your swap",
  dump_and_return: "We are late with your emptying",
  relocate: "We are late with the move of your dumpster",
};

export interface LateErrand {
  kind: ExtraKind;
  when: string;
}

/** Since a swap was asked for, no day of what it takes is counted; the others stop none. */
const lateErrand = ({ kind, when }: LateErrand): StatusSentence => ({
  headline: HEADLINE[kind],
  more: `I${notThereYet(when).slice(1)}${kind === "swap" ? ", and our delay costs you nothing" : ""}.`,
});

/** Of one or several, each said once. Throws where there is none. */
export function lateErrandWords(late: readonly LateErrand[]): StatusSentence {
  const [first, ...others] = late.filter(
    (one, i) => late.findIndex(({ kind, when }) => kind === one.kind && when === one.when) === i,
  );
  if (!first) throw new Error("nothing is late");
  const { headline, more } = lateErrand(first);
  return { headline, more: joined(more, ...others.map((one) => asSentence(lateErrand(one)))) };
}

/** A pickup that is ours to make, once its day is over; `when` as "Thu, Dec 3". */
export const latePickupWords = (when: string): StatusSentence => ({
  headline: "We are late with your pickup",
  more: `The pickup was planned for ${when}. You need not do anything, and our delay costs you nothing.`,
});
