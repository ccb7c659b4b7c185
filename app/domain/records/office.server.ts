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
  outbox,
  payments,
  refunds,
  rentalAgreements,
  units,
} from "#db/schema/index";
import { findLastData, listTimeline } from "../events/events.server";
import { addDays, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { formatPhone, phoneView } from "../kernel/phone";
import { dayAt, instantAt, type Instant } from "../kernel/time.server";
import { countWaitingLeads, listOpenLeads } from "../leads/leads.server";
import { listItems, type Booking, type BookingItem } from "../booking/order/bookings.server";
import { answers, type MaterialAnswer } from "../pricing/material-advice";
import { permitGap, permitGapText } from "../schedule/placement-rules";
import { listBookings } from "../booking/office/search.server";
import { listPermitsToGet } from "./permits.server";

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
  const gap = permitGap(
    found.booking,
    parts.units.map(({ unit }) => unit),
  );
  return {
    ...found,
    phone: phoneView(found.booking),
    ...parts,
    asked: findMaterialAnswer(orm, found.booking, parts),
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
      .orderBy(asc(messages.created_at))
      .limit(100)
      .all()
      .map(({ sender, ...message }) => ({
        ...message,
        with: formatPhone((message.direction === "in" ? sender : null) ?? message.recipient),
      })),
    /** How many messages wait to be sent: the list above has them once they are. */
    toBeSent: count(
      orm,
      sql`select count(*) as n from outbox where booking_id = ${id} and state = 'waiting' and (kind like 'mail.%' or kind like 'sms.%')`,
    ),
    timeline: listTimeline(orm, id),
  };
}

const NEWEST = 8;

/** The office's first page: today's figures, the newest bookings, the leads that wait, and what went wrong. */
export function getOverview(orm: Orm, now: Instant) {
  const today = dayAt(now);
  return {
    today,
    figures: {
      ...countSold(orm, today),
      deliveries: countJobs(orm, today, "delivery"),
      pickups: countJobs(orm, today, "pickup"),
      // Outstanding (domain.md, section 1): the day has passed and the job is not done; computed, never stored.
      // The states are written out, so that SQLite uses the partial index.
      outstanding: count(
        orm,
        sql`select count(*) as n from jobs where day < ${today} and state in ('unscheduled','scheduled','assigned','en_route','arrived')`,
      ),
      waitingLeads: countWaitingLeads(orm),
      unscheduled: count(orm, sql`select bookings as n from booking_statuses where status = 'paid_pending_scheduling'`),
    },
    permits: listPermitsToGet(orm),
    newest: listBookings(orm, {}).rows.slice(0, NEWEST),
    leads: listOpenLeads(orm).map((lead) => ({ ...lead, phone: phoneView(lead) })),
    failedWork: orm
      .select({
        id: outbox.id,
        kind: outbox.kind,
        bookingId: outbox.booking_id,
        attempts: outbox.attempts,
        error: outbox.last_error,
        createdAt: outbox.created_at,
        number: bookings.booking_number,
      })
      .from(outbox)
      .leftJoin(bookings, eq(bookings.id, outbox.booking_id))
      .where(sql`${outbox.state} = 'dead'`)
      .orderBy(desc(outbox.created_at))
      .limit(20)
      .all(),
    refunds: orm
      .select({
        id: refunds.id,
        state: refunds.state,
        amount: refunds.amount,
        reason: refunds.failure_reason,
        updatedAt: refunds.updated_at,
        number: bookings.booking_number,
      })
      .from(refunds)
      .innerJoin(bookings, eq(bookings.id, refunds.booking_id))
      .where(sql`${refunds.state} in ('failed','requires_action')`)
      .orderBy(desc(refunds.updated_at))
      .limit(20)
      .all(),
  };
}

export type Overview = ReturnType<typeof getOverview>;

/** Bookings made today that are paid, and their total in cents, without what was refunded for cancelled dumpsters. */
function countSold(orm: Orm, today: Day): { sold: number; soldTotal: number } {
  const [from, to] = [instantAt(today, 0), instantAt(addDays(today, 1), 0)];
  const row = orm.get<{ n: number; total: number | null }>(sql`
    select count(*) as n,
      sum(total_amount - coalesce((select sum(refund_amount) from cancellations c where c.booking_id = bookings.id), 0)) as total
    from bookings where created_at >= ${from} and created_at < ${to} and paid_at is not null and status <> 'cancelled'`);
  return { sold: row?.n ?? 0, soldTotal: row?.total ?? 0 };
}

function countJobs(orm: Orm, today: Day, kind: "delivery" | "pickup"): { done: number; all: number } {
  const row = orm.get<{ done: number | null; n: number }>(sql`
    select sum(state in ('serviced','to_disposal','at_disposal','ticketed','returned','completed','dump_later')) as done, count(*) as n
    from jobs where day = ${today} and kind = ${kind} and state <> 'cancelled'`);
  return { done: row?.done ?? 0, all: row?.n ?? 0 };
}

function count(orm: Orm, query: ReturnType<typeof sql>): number {
  return orm.get<{ n: number }>(query)?.n ?? 0;
}
