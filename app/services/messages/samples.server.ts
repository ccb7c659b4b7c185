import { MESSAGES, type MessageKind } from "~/domain/messages/policy";
import type { MailContent } from "~/domain/messages/layout";
import { countSegments, type Segments } from "~/domain/messages/segments";
import type { Services } from "~/services.server";
import { madeUp, type Samples } from "./sample-facts.server";
import { ACCOUNT_SAMPLES } from "./samples-accounts.server";
import { BOOKING_SAMPLES } from "./samples-booking.server";
import { CHANGED_SAMPLES } from "./samples-changed.server";
import { CHARGE_SAMPLES } from "./samples-charges.server";
import { DAY_SAMPLES } from "./samples-days.server";

/** Every message with made-up facts, for those who answer for its words. Nothing is sent, and no customer's facts are read. */

/** Each kind of message that there is: the type refuses one without a sample. */
const SAMPLES: Samples<MessageKind> = {
  ...BOOKING_SAMPLES,
  ...DAY_SAMPLES,
  ...CHANGED_SAMPLES,
  ...CHARGE_SAMPLES,
  ...ACCOUNT_SAMPLES,
};

export interface ShownSample {
  kind: MessageKind;
  label: string;
  mail: MailContent | null;
  text: (Segments & { body: string }) | null;
}

export const MESSAGE_KINDS = Object.keys(MESSAGES) as MessageKind[];

/** All samples of a kind, as they would be sent today. */
export function samplesOf(
  services: Pick<Services, "clock" | "config" | "flags" | "settings">,
  kind: MessageKind,
): ShownSample[] {
  return SAMPLES[kind](madeUp(services)).map((sample) => ({
    kind,
    label: sample.label,
    mail: "mail" in sample ? sample.mail : null,
    text: "text" in sample ? { body: sample.text, ...countSegments(sample.text) } : null,
  }));
}
