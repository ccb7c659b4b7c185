import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import {
  bookings,
  cancellations,
  charges,
  checkouts,
  customers,
  drivers,
  dumpsters,
  files,
  invoices,
  jobs,
  messages,
  payments,
  refunds,
  rentalAgreements,
  units,
} from "#db/schema/index";
import { listJobFacts } from "./job-facts.server";
import { findLastLeaving } from "./left-days.server";
import { findLastData, listNewest } from "../events/events.server";
import { standsFor } from "../customers/family.server";
import { notServedOf } from "../customers/serve.server";
import type { Id } from "../kernel/ids.server";
import { formatPhone, phoneView } from "../kernel/phone";
import { dueDay, listItems, type Booking, type BookingItem } from "../booking/order/bookings.server";
import { answers, type MaterialAnswer } from "../pricing/material-advice";
import { listOnAccount } from "../payments/account-due.server";
import { listDisputesOf } from "../payments/disputes-read.server";
import { findTextStop } from "../messages/stops.server";
import { permitGap, permitGapText } from "../schedule/placement-rules";

/** Everything the CRM shows of one booking, or null. */
export function findBookingRecord(orm: Orm, number: string) {
  const found = orm
    .select({ booking: bookings, customer: customers })
    .from(bookings)
    .innerJoin(customers, eq(customers.id, bookings.customer_id))
    .where(eq(bookings.booking_number, number))
    .get();
  if (!found) return null;
  const parts = listParts(orm, found.booking.id);
  const placed = parts.units.map(({ unit }) => unit);
  const gap = permitGap(found.booking, placed);
  return {
    ...found,
    /** Of whoever stands for the customer; null for a person. */
    company: standsFor(orm, found.customer).company_name,
    phone: phoneView(found.booking),
    /** Since when the number gets no texts, and who said so. */
    textStop: findTextStop(orm, found.booking.phone),
    /** Why nothing is booked for who ordered it any more; null for everybody else. */
    notServed: notServedOf(orm, found.booking)?.reason ?? null,
    ...parts,
    /** When the last dumpster leaves, or left; the booking's own day before that is asked for. */
    pickupDay: findLastLeaving(orm, placed) ?? found.booking.scheduled_pickup_date,
    asked: findMaterialAnswer(orm, found.booking, parts),
    /** The last day to pay the order that goes on the customer's account; null where it was paid when it was booked. */
    due: dueDay(found.booking),
    /** What of it is open, with what was charged to the account since. */
    onAccount: listOnAccount(orm, found.booking),
    /** What is wrong with the street's permit, once the booking is paid; null when it covers the days. */
    permitWrong: gap && permitGapText(found.booking, gap),
  };
}

/** What the customer said about the material, as long as it is about the boxes and lines of the booking as it is. */
function findMaterialAnswer(orm: Orm, booking: Booking, { items }: { items: BookingItem[] }): MaterialAnswer | null {
  const said = findLastData(orm, booking.id, "material_asked") as MaterialAnswer | null;
  const materials = items.map((item) => item.material_category);
  return answers(said, booking.waste_types, materials) ? said : null;
}

export type BookingRecord = NonNullable<ReturnType<typeof findBookingRecord>>;

/** Of messages and of what happened. */
const MOST_ROWS = 1_000;

function listParts(orm: Orm, id: Id<"booking">) {
  return {
    items: listItems(orm, id),
    units: orm
      .select({ unit: units, dumpster: dumpsters.number })
      .from(units)
      .leftJoin(dumpsters, eq(dumpsters.id, units.dumpster_id))
      .where(eq(units.booking_id, id))
      .orderBy(asc(units.unit_number))
      .all(),
    jobs: orm
      .select({ job: jobs, driver: drivers.name })
      .from(jobs)
      .leftJoin(drivers, eq(drivers.id, jobs.driver_id))
      .where(eq(jobs.booking_id, id))
      .orderBy(asc(jobs.day), asc(jobs.attempt))
      .all(),
    payments: orm.select().from(payments).where(eq(payments.booking_id, id)).orderBy(asc(payments.paid_at)).all(),
    checkouts: orm
      .select({
        state: checkouts.state,
        amount: checkouts.amount,
        outcome: checkouts.outcome,
        createdAt: checkouts.created_at,
        expiresAt: checkouts.expires_at,
      })
      .from(checkouts)
      .where(eq(checkouts.booking_id, id))
      .orderBy(asc(checkouts.created_at))
      .all(),
    refunds: orm.select().from(refunds).where(eq(refunds.booking_id, id)).orderBy(asc(refunds.created_at)).all(),
    disputes: listDisputesOf(orm, id),
    charges: orm.select().from(charges).where(eq(charges.booking_id, id)).orderBy(asc(charges.created_at)).all(),
    cancellations: orm
      .select()
      .from(cancellations)
      .where(eq(cancellations.booking_id, id))
      .orderBy(asc(cancellations.created_at))
      .all(),
    agreements: orm
      .select({
        id: rentalAgreements.id,
        version: rentalAgreements.version,
        signedAt: rentalAgreements.signed_at,
        name: rentalAgreements.signature_name,
        sha256: rentalAgreements.content_sha256,
        pdfUrl: rentalAgreements.pdf_url,
        capability: rentalAgreements.capability,
        supersededAt: rentalAgreements.superseded_at,
      })
      .from(rentalAgreements)
      .where(eq(rentalAgreements.booking_id, id))
      .orderBy(asc(rentalAgreements.version))
      .all(),
    invoices: orm
      .select({
        number: invoices.invoice_number,
        type: invoices.invoice_type,
        total: invoices.total,
        issuedOn: invoices.issued_on,
        pdfUrl: invoices.pdf_url,
        capability: invoices.capability,
      })
      .from(invoices)
      .where(eq(invoices.booking_id, id))
      .orderBy(asc(invoices.created_at), asc(invoices.entry_id))
      .all(),
    files: orm
      .select({ kind: files.kind, filename: files.filename, capability: files.capability })
      .from(files)
      .where(and(eq(files.booking_id, id), inArray(files.kind, ["photo", "weight_ticket"])))
      .all(),
    messages: orm
      .select({
        id: messages.id,
        channel: messages.channel,
        direction: messages.direction,
        template: messages.template,
        subject: messages.subject,
        body: messages.body,
        sender: messages.sender,
        recipient: messages.recipient,
        state: messages.state,
        error: messages.error,
        createdAt: messages.created_at,
      })
      .from(messages)
      .where(eq(messages.booking_id, id))
      // The newest of very many: what was sent last is what is asked for.
      .orderBy(desc(messages.created_at))
      .limit(MOST_ROWS)
      .all()
      .toReversed()
      .map(({ sender, ...message }) => ({
        ...message,
        with: formatPhone((message.direction === "in" ? sender : null) ?? message.recipient),
      })),
    /** How many messages wait to be sent: the list above has them once they are. */
    toBeSent: count(
      orm,
      sql`select count(*) as n from outbox where booking_id = ${id} and state = 'waiting' and (kind like 'mail.%' or kind like 'sms.%')`,
    ),
    /** How many of them are texts that wait for the end of the quiet hours. */
    textsAsleep: count(
      orm,
      sql`select count(*) as n from outbox where booking_id = ${id} and state = 'waiting' and kind like 'sms.%' and attempts = 0 and run_at > ${Date.now()}`,
    ),
    ...listJobFacts(orm, id),
    timeline: listNewest(orm, id, MOST_ROWS),
  };
}

function count(orm: Orm, query: ReturnType<typeof sql>): number {
  return orm.get<{ n: number }>(query)?.n ?? 0;
}
