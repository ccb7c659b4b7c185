import type { Tx } from "#db/client.server";
import { messages } from "#db/schema/index";
import type { Booking } from "~/domain/booking/bookings.server";
import type { Deed } from "~/domain/kernel/deed";
import { newId, type Id } from "~/domain/kernel/ids.server";
import { countTriesIn, type Try } from "~/domain/limits/limits.server";
import { mailboxOf } from "~/domain/limits/mailbox";
import type { Attachment } from "~/domain/messages/ports";
import { policyOf } from "~/domain/messages/policy";
import type { MailContent } from "~/domain/messages/templates";
import { markCounted, noteOutcome, type ClaimedWork } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";

/** For the transaction that marks the work as done. */
export type Effect = (tx: Tx) => void;

/** Sends a mail to the address as it is now, if the policy of its kind allows one more; `booking` is the one it is about. */
export async function send(services: Services, deed: Deed, work: ClaimedWork, to: string, content: MailContent, about: { booking?: Booking; attachments?: Attachment[] } = {}): Promise<Effect> {
  if (!(await mayBeSent(services, work, to, about.booking))) return notSent(work, "the mailbox or the booking had enough of these");
  await services.mail.send({ messageId: messageId(services, work), to, ...content, attachments: about.attachments ?? [] });
  return (tx) => keepMessage(tx, deed, work, { bookingId: work.booking_id, channel: "email", recipient: to, subject: content.subject });
}

/** A text message to a customer who agreed to them (domain.md, section 6); nothing to one who did not. */
export async function sendText(services: Services, deed: Deed, work: ClaimedWork, booking: Booking, words: string): Promise<Effect> {
  if (policyOf(work.kind).free !== "never") throw new Error(`${work.kind}: texts that are free to cause have no cap yet`);
  if (!booking.sms_consent) return notSent(work, "no consent to text messages");
  const body = `${services.settings().businessName}: ${words}`;
  await services.sms.send({ messageId: messageId(services, work), to: booking.phone, body });
  return (tx) => keepMessage(tx, deed, work, { bookingId: booking.id, channel: "sms", recipient: booking.phone, subject: body.slice(0, 80) });
}

/** The end of work that had nothing to send any more; why stands in its row. */
export function notSent(work: ClaimedWork, why: string): Effect {
  return (tx) => noteOutcome(tx, work, `not sent: ${why}`);
}

/** Counted once for each message, in the transaction that decides: also when the mail server makes it try again for days. */
async function mayBeSent(services: Services, work: ClaimedWork, to: string, booking: Booking | undefined): Promise<boolean> {
  const policy = policyOf(work.kind);
  if (policy.free === "never" || (policy.free === "unpaid" && booking !== undefined && booking.paid_at !== null)) return true;
  if (services.config.RATE_LIMITS === "off" || work.payload.counted === true) return true;
  const tries: Try[] = [{ name: policy.cap, target: mailboxOf(to) }, ...(booking ? [{ name: "mail-booking" as const, target: booking.id }] : [])];
  return services.db.write((tx) => {
    if (countTriesIn(tx, tries) > 0) return false;
    markCounted(tx, work);
    return true;
  });
}

/** Stable per cause: a second try after a crash is the same message to every mail program. */
function messageId(services: Services, work: ClaimedWork): string {
  return `<${work.id}@${new URL(services.config.publicUrl).hostname}>`;
}

function keepMessage(tx: Tx, deed: Deed, work: ClaimedWork, message: { bookingId: Id<"booking"> | null; channel: "email" | "sms"; recipient: string; subject: string }): void {
  tx.insert(messages).values({ id: newId("message"), cause: work.cause, booking_id: message.bookingId, channel: message.channel, template: work.kind, recipient: message.recipient, subject: message.subject, sent_at: deed.now }).onConflictDoNothing().run();
}
