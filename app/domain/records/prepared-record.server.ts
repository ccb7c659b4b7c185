import type { Orm } from "#db/client.server";
import { BOXES } from "../booking/draft/boxes";
import { allLines, type DraftData } from "../booking/draft/data";
import { findDraft, type Draft } from "../booking/draft/drafts.server";
import { listLastWrites, type LastWrite } from "../booking/draft/writes.server";
import type { Booking } from "../booking/order/bookings.server";
import { lastDayOf } from "../booking/order/renew.server";
import { reachedNow } from "../documents/to-sign.server";
import type { EventData } from "../events/happenings";
import { findLastEvent } from "../events/events.server";
import { findLiveHold, type Hold } from "../inventory/holds.server";
import type { Instant } from "../kernel/time.server";
import type { Settings } from "../settings/schema";
import { isPayable } from "../states/status-rules";
import { findBookingRecord, type BookingRecord } from "./office.server";

/** What has happened on the caller's side, each with its moment; null while it has not. */
export interface PreparedSteps {
  /** The link as it is now: one that has ended since is none. */
  sent: Instant | null;
  opened: Instant | null;
  signed: Instant | null;
  paying: Instant | null;
  /** The last card that was refused on the payment page that is open now. */
  declined: { at: Instant; code: string | undefined } | null;
}

/** An order that the office prepared and that is still to be signed or paid, in the one draft of office and caller. */
export interface PreparedRecord extends BookingRecord {
  draft: Draft;
  /** Where its messages go, which may be put right after the signature. */
  reached: Booking;
  hold: Hold | null;
  steps: PreparedSteps;
  /** What was sent leads nowhere any more, and the link of now was not sent yet. */
  isToSendAnew: boolean;
  /** What was put right since it was prepared, the newest first. */
  writes: LastWrite[];
}

/** Whether an order is one that the office prepared, and still to be signed or paid. */
export function isPrepared(orm: Orm, booking: Pick<Booking, "draft_id" | "source" | "status">): boolean {
  if (booking.source !== "staff" || !isPayable(booking) || !booking.draft_id) return false;
  return findDraft(orm, booking.draft_id)?.preparedBy != null;
}

/** Null for any other order, and once it is paid or over. */
export function findPrepared(orm: Orm, number: string): PreparedRecord | null {
  const record = findBookingRecord(orm, number);
  const draft = record?.booking.draft_id ? findDraft(orm, record.booking.draft_id) : null;
  if (!record || !draft?.preparedBy || !isPayable(record.booking)) return null;
  const { booking } = record;
  // What came back, or was not sent at all, reached nobody.
  const links = record.messages.filter(
    ({ template, state }) => /\.sign-request$/.test(template ?? "") && state !== "failed" && state !== "bounced",
  );
  const ended = findLastEvent(orm, booking.id, "links_ended")?.at ?? null;
  const sent = links.findLast(({ createdAt }) => ended === null || createdAt > ended);
  const signed = record.agreements.find(({ supersededAt }) => supersededAt === null);
  const paying = record.checkouts.find(({ state }) => state === "open" || state === "creating");
  return {
    ...record,
    draft,
    reached: reachedNow(orm, booking),
    hold: findLiveHold(orm, booking.id) ?? null,
    steps: {
      sent: sent?.createdAt ?? null,
      opened: findLastEvent(orm, booking.id, "link_opened")?.at ?? null,
      signed: signed?.signedAt ?? null,
      paying: paying?.createdAt ?? null,
      declined: paying ? declinedSince(orm, booking, paying.createdAt) : null,
    },
    isToSendAnew: links.length > 0 && !sent,
    writes: listLastWrites(orm, draft.id),
  };
}

function declinedSince(orm: Orm, { id }: Booking, opened: Instant): PreparedSteps["declined"] {
  const last = findLastEvent(orm, id, "card_declined");
  if (!last || last.at < opened) return null;
  return { at: last.at, code: (last.data as EventData<"card_declined"> | null)?.code };
}

/** A prepared order as its form shows it, by the names of the form; an end that has passed is not asked for again. */
export function preparedValues(
  { draft: { data }, booking }: Pick<PreparedRecord, "draft" | "booking">,
  settings: Pick<Settings, "quoteDays">,
  now: Instant,
) {
  return {
    ...data.contactInfo,
    ...Object.fromEntries(BOXES.map((name) => [name, data[name] ? "on" : ""])),
    ...preparedLines(data),
    projectType: data.projectType,
    businessType: data.businessType,
    wasteTypes: data.wasteTypes,
    zip: data.zip,
    address: data.address,
    city: data.city,
    placement: data.placement,
    deliveryDate: data.deliveryDate,
    deliveryTime: data.deliveryTime,
    rentalDays: String(data.rentalDays),
    gateCode: data.gateCode,
    specialInstructions: data.specialInstructions,
    quoteUntil: lastDayOf(booking, settings, now),
  };
}

/** Its lines as the rows of the form. */
function preparedLines(data: DraftData) {
  const lines = allLines(data);
  return {
    dumpsterSize: lines.map((line) => String(line.dumpsterSize)),
    quantity: lines.map((line) => String(line.quantity)),
    materialCategory: lines.map((line) => line.materialCategory),
  };
}
