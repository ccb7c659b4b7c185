import type { Tx } from "#db/client.server";
import { DEFAULT_SENDER } from "~/config.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Language } from "~/domain/kernel/language";
import { newCapability } from "~/domain/kernel/ids.server";
import { countTriesIn, type Try } from "~/domain/limits/limits.server";
import { mailboxOf } from "~/domain/limits/mailbox";
import { findSent, keepMessage, moveMessage, type Message } from "~/domain/messages/messages.server";
import { MailRefused, type Attachment } from "~/domain/messages/ports";
import { policyOf, type MessageKind } from "~/domain/messages/policy";
import type { MailContent } from "~/domain/messages/templates";
import { notSentWords } from "~/domain/outbox/after-all.server";
import { isCounted, markCounted, noteOutcome } from "~/domain/outbox/notes.server";
import { enqueue, type Task } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";

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
  if (to === "") return notSent(work, "no email address: the customer has text messages");
  if (!(await mayBeSent(services, work, to, about.booking)))
    return notSent(work, "the mailbox or the booking had enough of these");
  const providerId = messageId(services, work);
  const refused = await services.mail
    .send({ messageId: providerId, to, ...content, attachments: about.attachments ?? [] })
    .then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof MailRefused) return error.message;
        throw error;
      },
    );
  const { MAIL_FROM = DEFAULT_SENDER } = services.config;
  const message = {
    channel: "email" as const,
    sender: /<([^<>]*)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM,
    recipient: to,
    subject: content.subject,
    body: about.secret ? content.text.replaceAll(about.secret, "[code]") : content.text,
    providerId,
  };
  return keep(
    services,
    deed,
    work,
    about.booking,
    message,
    refused === undefined ? null : { state: "bounced", why: refused },
  );
}

/**
 * What a mail server reports later of a mail that it took: nobody has that address after all. False where we sent none by
 * that Message-ID, or it is known.
 */
export function mailCameBack(
  { db }: Pick<Services, "db">,
  deed: Deed,
  messageId: string,
  why: string,
): Promise<boolean> {
  return db.write((tx) => {
    const message = findSent(tx, "email", messageId);
    return message !== null && moveMessage(tx, deed, message.id, "bounced", why);
  });
}

/** Whom and what a message is about. */
export interface Subject {
  id: Booking["id"] | null;
  customer_id: Booking["customer_id"] | null;
}

/** Why a message of ours does not arrive: the other side took none of it, or its number has stopped our texts. */
export interface Undelivered {
  state: "bounced" | "failed" | "stopped";
  why: string;
}

/**
 * Keeps what has left, or with its reason what never will, with its thread: the booking it is about and its customer. Of
 * what was refused somebody of the office hears; that a number stopped our texts is its owner's will.
 */
export function keep(
  services: Pick<Services, "config">,
  deed: Deed,
  work: Task<MessageKind>,
  booking: Subject | undefined,
  message: Pick<Message, "channel" | "sender" | "recipient" | "subject" | "body"> & {
    providerId: string | null;
    language?: Language | undefined;
  },
  missed: Undelivered | null = null,
): Effect {
  const isStopped = missed?.state === "stopped";
  return (tx) => {
    const id = keepMessage(
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
      missed === null ? "sent" : isStopped ? "failed" : "queued",
      isStopped ? missed.why : null,
    );
    if (id && missed && missed.state !== "stopped") moveMessage(tx, deed, id, missed.state, missed.why);
  };
}

/** The end of work that had nothing to send any more; why stands in its row. */
export function notSent(work: Pick<Task, "id">, why: string): Effect {
  return (tx) => noteOutcome(tx, work, notSentWords(why));
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
  return countOnce(services, work, [
    { name: policy.cap, target: mailboxOf(to) },
    ...(booking ? [{ name: "mail-booking" as const, target: booking.id }] : []),
  ]);
}

/** Counts a message by its caps, once for all its tries; false when they are used up. */
export async function countOnce(
  services: Pick<Services, "config" | "db">,
  work: Pick<Task, "id">,
  tries: Try[],
): Promise<boolean> {
  if (services.config.RATE_LIMITS === "off" || isCounted(services.db.orm, work)) return true;
  return services.db.write((tx) => {
    if (countTriesIn(tx, tries) > 0) return false;
    markCounted(tx, work);
    return true;
  });
}

/** Stable per cause: a second try after a crash is the same message to every mail program. */
export function messageId(services: Pick<Services, "config">, work: Pick<Task, "id">): string {
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
