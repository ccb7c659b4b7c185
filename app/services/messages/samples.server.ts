import type { SampleKind } from "~/domain/messages/catalogue";
import { MESSAGES } from "~/domain/messages/policy";
import type { MailContent } from "~/domain/messages/layout";
import { allowedWords, ANSWER_KINDS, helpWords, stoppedWords } from "~/domain/messages/texts";
import { countSegments, type Segments } from "~/domain/messages/segments";
import type { Services } from "~/services.server";
import { madeUp, type Samples } from "./sample-facts.server";
import { ACCOUNT_SAMPLES } from "./samples-accounts.server";
import { BOOKING_SAMPLES } from "./samples-booking.server";
import { CHANGED_SAMPLES } from "./samples-changed.server";
import { CHARGE_SAMPLES } from "./samples-charges.server";
import { DAY_SAMPLES } from "./samples-days.server";
import { REMINDER_SAMPLES } from "./samples-reminders.server";

/** Every message with made-up facts, for those who answer for its words. Nothing is sent, and no customer's facts are read. */

/** Each kind of message that there is: the type refuses one without a sample. */
const SAMPLES: Samples<SampleKind> = {
  ...BOOKING_SAMPLES,
  ...DAY_SAMPLES,
  ...REMINDER_SAMPLES,
  ...CHANGED_SAMPLES,
  ...CHARGE_SAMPLES,
  ...ACCOUNT_SAMPLES,
  "sms.stop-answer": ({ facts }) => [{ label: "STOP", text: stoppedWords(facts.business) }],
  "sms.start-answer": ({ facts }) => [{ label: "START", text: allowedWords(facts.business) }],
  "sms.help-answer": ({ facts }) => [{ label: "HELP", text: helpWords(facts.business) }],
};

export interface ShownSample {
  kind: SampleKind;
  label: string;
  mail: MailContent | null;
  text: (Segments & { body: string }) | null;
}

export const MESSAGE_KINDS: readonly SampleKind[] = [...(Object.keys(MESSAGES) as SampleKind[]), ...ANSWER_KINDS];

/** All samples of a kind, as they would be sent today. */
export function samplesOf(
  services: Pick<Services, "clock" | "config" | "flags" | "settings">,
  kind: SampleKind,
): ShownSample[] {
  return SAMPLES[kind](madeUp(services)).map((sample) => ({
    kind,
    label: sample.label,
    mail: "mail" in sample ? sample.mail : null,
    text: "text" in sample ? { body: sample.text, ...countSegments(sample.text) } : null,
  }));
}
