import type { Tx } from "#db/client.server";
import { DEFAULT_SENDER } from "~/config.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { Deed } from "~/domain/kernel/deed";
import { newCapability } from "~/domain/kernel/ids.server";
import { readPhone } from "~/domain/kernel/phone";
import { countTriesIn, type Try } from "~/domain/limits/limits.server";
import { mailboxOf } from "~/domain/limits/mailbox";
import { keepMessage, type Message } from "~/domain/messages/messages.server";
import type { Attachment } from "~/domain/messages/ports";
import { policyOf, type MessageKind } from "~/domain/messages/policy";
import type { MailContent } from "~/domain/messages/templates";
import { textWords, type TextKind } from "~/domain/messages/texts";
import { enqueue, isCounted, markCounted, noteOutcome, type Task } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";
import { business, links, statusOf, type Texting } from "./facts.server";

/** For the transaction that marks the work as done. */
export type Effect = (tx: Tx) => void;

/**
 * Sends a mail to the address as it is now, if the policy of its kind allows one more; `booking` is the one it is
 * about, `secret` what must not stand in the kept message.
 */
export async function send(
  services: Pick<Services, "config" | "db" | "mail">,
  deed: Deed,
  work: Task<MessageKind>,
  to: string,
  content: MailContent,
  about: { booking?: Booking; attachments?: Attachment[]; secret?: string } = {},
): Promise<Effect> {
  if (!(await mayBeSent(services, work, to, about.booking)))
    return notSent(work, "the mailbox or the booking had enough of these");
  const providerId = messageId(services, work);
  await services.mail.send({ messageId: providerId, to, ...content, attachments: about.attachments ?? [] });
  const { MAIL_FROM = DEFAULT_SENDER } = services.config;
  return keep(services, deed, work, about.booking, {
    channel: "email",
    sender: /<([^<>]*)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM,
    recipient: to,
    subject: content.subject,
    body: about.secret ? content.text.replaceAll(about.secret, "[code]") : content.text,
    providerId,
  });
}

/**
 * A text message to a customer who agreed to them (domain.md, section 6); nothing to one who did not. `path` is the page
 * of ours that it leads to.
 */
export async function sendText(
  services: Texting,
  deed: Deed,
  work: Task<TextKind>,
  booking: Booking,
  path: string,
): Promise<Effect> {
  if (policyOf(work.kind).free !== "never")
    throw new Error(`${work.kind}: texts that are free to cause have no cap yet`);
  if (!booking.sms_consent) return notSent(work, "no consent to text messages");
  const to = readPhone(booking.phone)?.e164;
  if (!to) return notSent(work, "no number that a text message could go to");
  const body = textWords(work.kind, {
    business: business(services),
    booking,
    status: statusOf(services, booking),
    url: links(services).url(path),
  });
  const { providerId } = await services.sms.send({ messageId: messageId(services, work), to, body });
  return keep(services, deed, work, booking, {
    channel: "sms",
    sender: readPhone(services.config.TWILIO_PHONE_NUMBER ?? "")?.e164 ?? null,
    recipient: to,
    subject: "",
    body,
    providerId,
  });
}

/** Keeps what has left, with its thread: the booking it is about and its customer. */
function keep(
  services: Pick<Services, "config">,
  deed: Deed,
  work: Task<MessageKind>,
  booking: Booking | undefined,
  message: Pick<Message, "channel" | "sender" | "recipient" | "subject" | "body"> & { providerId: string },
): Effect {
  return (tx) =>
    keepMessage(
      tx,
      deed,
      services.config.publicUrl,
      {
        ...message,
        cause: work.cause,
        direction: "out",
        template: work.kind,
        bookingId: booking?.id ?? work.booking_id,
        customerId: booking?.customer_id ?? null,
      },
      "sent",
    );
}

/** The end of work that had nothing to send any more; why stands in its row. */
export function notSent(work: Pick<Task, "id">, why: string): Effect {
  return (tx) => noteOutcome(tx, work, `not sent: ${why}`);
}

/**
 * Counted once for each message, in the transaction that decides: also when the mail server makes it try again for
 * days.
 */
async function mayBeSent(
  services: Pick<Services, "config" | "db">,
  work: Task<MessageKind>,
  to: string,
  booking: Booking | undefined,
): Promise<boolean> {
  const policy = policyOf(work.kind);
  if (policy.free === "never" || (policy.free === "unpaid" && booking !== undefined && booking.paid_at !== null))
    return true;
  if (services.config.RATE_LIMITS === "off" || isCounted(services.db.orm, work)) return true;
  const tries: Try[] = [
    { name: policy.cap, target: mailboxOf(to) },
    ...(booking ? [{ name: "mail-booking" as const, target: booking.id }] : []),
  ];
  return services.db.write((tx) => {
    if (countTriesIn(tx, tries) > 0) return false;
    markCounted(tx, work);
    return true;
  });
}

/** Stable per cause: a second try after a crash is the same message to every mail program. */
function messageId(services: Pick<Services, "config">, work: Pick<Task, "id">): string {
  return `<${work.id}@${new URL(services.config.publicUrl).hostname}>`;
}

/** The confirmation with its documents once more, to the booking's stored address. The caller limits how often. */
export function sendDocumentsAgain(services: Pick<Services, "db">, booking: Booking): Promise<void> {
  return services.db.write((tx) =>
    enqueue(tx, {
      kind: "mail.booking-documents",
      cause: `mail.booking-documents:${booking.id}:${newCapability()}`,
      bookingId: booking.id,
      payload: { bookingId: booking.id },
    }),
  );
}
