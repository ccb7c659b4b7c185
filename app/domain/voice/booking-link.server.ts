import { eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { outbox } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { isUsOrCanada } from "../kernel/phone";
import { findTextStop } from "../messages/stops.server";
import { enqueue } from "../outbox/outbox.server";
import { figures, type Call } from "./calls.server";

/** Whether the number of a call may be offered a text: one that gets texts at the usual price, and has not stopped ours. */
export const mayGetLink = (orm: Orm, { other_number }: Pick<Call, "other_number">): boolean =>
  other_number !== "" && isUsOrCanada(other_number) && !findTextStop(orm, other_number);

/** The caller agreed by a key to one text with the booking link: once for a call. */
export function askForBookingLink(tx: Tx, deed: Deed, call: Call): void {
  const cause = `sms.booking-link:${call.id}`;
  if (tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.cause, cause)).get()) return;
  enqueue(tx, { kind: "sms.booking-link", cause, bookingId: call.booking_id, payload: { callId: call.id } });
  recordEvent(tx, deed, {
    subject: { kind: "call", id: call.id },
    bookingId: call.booking_id,
    action: "booking_link_asked",
    data: figures(call),
  });
}
