import { and, eq, gt, inArray, isNotNull } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, messages } from "#db/schema/index";
import { findByReach } from "../customers/contacts.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Language } from "../kernel/language";
import { MINUTE, plus, type Instant } from "../kernel/time.server";
import { countTriesIn } from "../limits/limits.server";
import { sendSignal } from "../live/happened.server";
import { canMove, type MessageState } from "../states/transitions";
import { ANSWER_WITHIN_MINUTES } from "../tasks/kinds";
import { needForMany } from "../tasks/many.server";
import { isOpenTask, needPerson, openTask } from "../tasks/tasks.server";
import { isFree } from "./policy";

export type Message = typeof messages.$inferSelect;

export interface NewMessage extends Pick<
  Message,
  "cause" | "direction" | "channel" | "template" | "sender" | "recipient" | "subject" | "body"
> {
  /** Of its words; English where none is said. */
  language?: Language | undefined;
  providerId: string | null;
  bookingId: Id<"booking"> | null;
  customerId: Id<"customer"> | null;
}

/** What stands in a kept message where a link of ours was. */
export const CUT_LINK = "[link]";

/**
 * A message's words without the links to our website: who holds one may open a booking, a draft or an account with it,
 * and whoever reads the thread later shall not. Other websites' addresses and our bare name stay.
 */
export function withoutLinks(text: string, publicUrl: string): string {
  const host = new URL(publicUrl).host.replace(/[^\w]/g, "\\$&");
  return text.replace(new RegExp(`(?:https?://)?(?<![\\w.-])${host}[/?#][^\\s<>"]*`, "gi"), CUT_LINK);
}

/**
 * Keeps a message, once per cause: what came in as `received`, and then somebody answers, unless it is a word that steers
 * our texts; ours in the state it has come to, `failed` with its reason. Its words are kept without the links that open
 * something (decision 0035). Its id; null when it was kept before.
 */
export function keepMessage(
  tx: Tx,
  deed: Deed,
  publicUrl: string,
  { providerId, bookingId, customerId, ...message }: NewMessage,
  state: Extract<MessageState, "queued" | "sent" | "received" | "failed">,
  error: string | null = null,
): Id<"message"> | null {
  const kept = tx
    .insert(messages)
    .values({
      ...message,
      id: newId("message"),
      subject: withoutLinks(message.subject, publicUrl),
      body: withoutLinks(message.body, publicUrl),
      provider_id: providerId,
      booking_id: bookingId,
      customer_id: customerId,
      state,
      error,
      created_at: deed.now,
      updated_at: deed.now,
      sent_at: state === "sent" ? deed.now : null,
    })
    .onConflictDoNothing()
    .returning()
    .get() as Message | undefined;
  if (kept && state === "received" && kept.template === null) askForAnswer(tx, deed, kept);
  // The page of its order ticks that (prepared.tsx); what leaves is no event of its own.
  if (kept && state === "sent" && SIGN_REQUESTS.includes(kept.template))
    sendSignal(tx, { topic: "office", kind: "link_sent", id: kept.booking_id });
  return kept?.id ?? null;
}

const SIGN_REQUESTS: readonly (string | null)[] = ["mail.sign-request", "sms.sign-request"];

/** Somebody of the office answers: one task for all that a customer, or a number that we do not know, has said. */
function askForAnswer(tx: Tx, deed: Deed, { id, sender, customer_id, booking_id }: Message): void {
  const cause = `answer:${customer_id ?? sender ?? id}`;
  const isStrange = customer_id === null && sender !== null && findByReach(tx, [sender]).length === 0;
  if (isStrange && !isOpenTask(tx, cause) && countTriesIn(tx, [{ name: "text-to-answer" }]) > 0)
    return needForMany(tx, deed, { kind: "message", id });
  openTask(tx, deed, {
    kind: "answer",
    cause,
    subject: { kind: "message", id },
    bookingId: booking_id,
    due: plus(deed.now, ANSWER_WITHIN_MINUTES * MINUTE),
    again: true,
  });
}

/**
 * What became of a message, as its provider reports it, with an event. False, and nothing is changed, for a report that
 * cannot follow: they come twice and out of order.
 */
export function moveMessage(tx: Tx, deed: Deed, id: Id<"message">, to: MessageState, error?: string): boolean {
  const message = tx.select().from(messages).where(eq(messages.id, id)).get();
  if (!message || !canMove("message", message.state, to)) return false;
  tx.update(messages)
    .set({
      state: to,
      error: error ?? null,
      updated_at: deed.now,
      sent_at: to === "sent" ? deed.now : message.sent_at,
    })
    .where(eq(messages.id, id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "message", id },
    bookingId: message.booking_id,
    action: "message_moved",
    from: message.state,
    to,
    why: error,
  });
  if (message.direction === "out" && isMissed(tx, message))
    needPerson(tx, deed, to === "bounced" || to === "failed", {
      kind: "message_bounced",
      cause: `message:${id}`,
      subject: { kind: "message", id },
      bookingId: message.booking_id,
      due: deed.now,
    });
  return true;
}

/** What goes to the office itself, or to who shall belong to it. */
const TO_US: readonly (string | null)[] = ["mail.lead", "mail.office-digest", "mail.invitation", "sms.invitation"];

/**
 * Whether somebody has to do something when a message does not arrive: another address, or a call. Nobody, where a stranger
 * typed an address that is none: links to a draft or an account, codes, and what became of an order that nobody paid for.
 */
function isMissed(orm: Orm, { booking_id, customer_id, template }: Message): boolean {
  if (TO_US.includes(template)) return true;
  if (!isFree(template)) return booking_id !== null || customer_id !== null;
  const booking =
    booking_id && orm.select({ paidAt: bookings.paid_at }).from(bookings).where(eq(bookings.id, booking_id)).get();
  return booking ? booking.paidAt !== null : false;
}

/** Whether a message of that kind about a booking has left after a moment: what it said was read from then on. */
export function wasSentSince(orm: Orm, bookingId: Id<"booking">, template: string, since: Instant): boolean {
  const these = and(
    ...[eq(messages.booking_id, bookingId), eq(messages.direction, "out"), eq(messages.template, template)],
    ...[gt(messages.created_at, since), inArray(messages.state, ["queued", "sent", "delivered"])],
  );
  return orm.select({ id: messages.id }).from(messages).where(these).limit(1).get() !== undefined;
}

/** Whether a text of ours about a booking has ever left for a number (E.164); a code that somebody asked for is none. */
export function hasTexted(orm: Orm, phone: string): boolean {
  const these = and(
    ...[eq(messages.recipient, phone), eq(messages.direction, "out"), eq(messages.channel, "sms")],
    ...[isNotNull(messages.booking_id), inArray(messages.state, ["queued", "sent", "delivered"])],
  );
  return orm.select({ id: messages.id }).from(messages).where(these).limit(1).get() !== undefined;
}

/** A message of ours by its provider's name for it; null when we sent none by it. */
export function findSent(orm: Orm, channel: Message["channel"], providerId: string): Message | null {
  return (
    orm
      .select()
      .from(messages)
      .where(and(eq(messages.channel, channel), eq(messages.provider_id, providerId)))
      .get() ?? null
  );
}
