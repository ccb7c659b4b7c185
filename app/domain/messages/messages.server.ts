import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { messages } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { canMove, type MessageState } from "../states/transitions";

export type Message = typeof messages.$inferSelect;

export interface NewMessage extends Pick<
  Message,
  "cause" | "direction" | "channel" | "template" | "sender" | "recipient" | "subject" | "body"
> {
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
 * Keeps a message, once per cause: what came in as `received`, ours in the state it has come to. Its words are kept
 * without the links that open something (decision 0035).
 */
export function keepMessage(
  tx: Tx,
  deed: Deed,
  publicUrl: string,
  { providerId, bookingId, customerId, ...message }: NewMessage,
  state: Extract<MessageState, "queued" | "sent" | "received">,
): void {
  tx.insert(messages)
    .values({
      ...message,
      id: newId("message"),
      subject: withoutLinks(message.subject, publicUrl),
      body: withoutLinks(message.body, publicUrl),
      provider_id: providerId,
      booking_id: bookingId,
      customer_id: customerId,
      state,
      created_at: deed.now,
      updated_at: deed.now,
      sent_at: state === "sent" ? deed.now : null,
    })
    .onConflictDoNothing()
    .run();
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
  return true;
}
