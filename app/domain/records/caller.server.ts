import { and, desc, eq, gt, isNull, notInArray, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookingDrafts, bookings } from "#db/schema/index";
import { allLines, type DraftData } from "../booking/draft/data";
import { findByReach } from "../customers/contacts.server";
import { familyOf, nameOf } from "../customers/family.server";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { Lead } from "../leads/leads.server";
import { valuesOfLead } from "../leads/request";
import { findTextStop } from "../messages/stops.server";
import { formatPhone, readPhone } from "../kernel/phone";
import { DAY, dayAt, plus, type Instant } from "../kernel/time.server";
import type { BookingStatus } from "../states/transitions";
import { countBookingsOf, prefillOf } from "./customer-record.server";
import { listClosedLeadsOf, listOpenLeadsOf } from "./find-lead.server";
import { findDue, type Due } from "../payments/account-due.server";
import { sumOwing } from "../payments/receipts.server";

/** Somebody who may be calling: what an order of theirs begins with, by the names of the form. */
export interface KnownCaller {
  /** Names this one in the form that asked; of a customer or a draft. */
  key: string;
  name: string;
  bookings: number;
  /** For one of them, and said no STOP since: each booking asks anew. */
  agreedToTexts: boolean;
  /** The last day of an exemption that has ended: they pay tax again. */
  exemptionEnded: Day | null;
  /** What they are to pay of all their bookings; cents. What we owe them takes nothing off it, and is in their record. */
  owed: Cents;
  /** What of it is to be paid first, as the list of accounts has it; null where nothing has a day. */
  due: Due | null;
  values: Record<string, string>;
}

export interface Caller {
  /** As people read it. */
  phone: string;
  known: KnownCaller[];
  /** Begun on the website, and not booked. */
  begun: { key: string; at: Instant; values: Record<string, string> }[];
  /** What was asked for from this number and is open, the newest first. */
  requests: Lead[];
  /** What was asked for and closed lately, the newest first. */
  closed: Lead[];
  /** Who asked for it, each name once; nobody where the number is known, or has begun an order and said more there. */
  asked: { key: string; name: string; values: Record<string, string> }[];
  /** The number said STOP: no text goes there. */
  isStopped: boolean;
  /** Why they are not served; null when they are. */
  notServed: string | null;
  /** Orders of this number that are not over: perhaps the one that is called about. */
  open: { number: string; status: BookingStatus; items: string; deliveryDate: Day; createdAt: Instant }[];
}

/** A number of a household or a company may have several; the office asks who it is. */
const MOST = 3;
/** Older orders that still run are in the customer's record. */
const LATELY_DAYS = 30;
const OVER: BookingStatus[] = ["completed", "cancelled", "expired"];

const lately = prepared((orm) =>
  orm
    .select({
      number: bookings.booking_number,
      status: bookings.status,
      items: bookings.items_summary,
      deliveryDate: bookings.scheduled_delivery_date,
      createdAt: bookings.created_at,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.phone, sql.placeholder("phone")),
        gt(bookings.created_at, sql.placeholder("since")),
        notInArray(bookings.status, OVER),
      ),
    )
    .orderBy(desc(bookings.created_at))
    .limit(MOST)
    .prepare(),
);

const begunBy = prepared((orm) =>
  orm
    .select({ id: bookingDrafts.id, data: bookingDrafts.data, at: bookingDrafts.updated_at })
    .from(bookingDrafts)
    .where(
      and(
        // As in the index booking_drafts_phone.
        sql`"data" ->> '$.contactInfo.phone' = ${sql.placeholder("phone")}`,
        isNull(bookingDrafts.booking_id),
        gt(bookingDrafts.expires_at, sql.placeholder("now")),
      ),
    )
    .orderBy(desc(bookingDrafts.updated_at))
    .limit(MOST)
    .prepare(),
);

/**
 * Who calls from a number, in any spelling, and what they have with us: the customers it reaches, the newest first in
 * doubt; what they began on the website; what they asked for; their orders that are not over. Null for what is no number.
 * It suggests and never authorises: nothing is taken over by itself where several share it (domain.md, 4.23 and 4.33).
 */
export function findCaller(orm: Orm, typed: string, now: Instant): Caller | null {
  const read = readPhone(typed);
  if (!read) return null;
  const phone = formatPhone(read.e164, read.extension);
  const found = findByReach(orm, [read.e164]).toReversed().slice(0, MOST);
  const prefilled = found.map((customer) => ({ customer, known: prefillOf(orm, customer.id) }));
  const begun = begunBy(orm).all({ phone, now });
  const requests = listOpenLeadsOf(orm, read.e164).slice(0, MOST);
  const closed = listClosedLeadsOf(orm, read.e164, now).slice(0, MOST);
  const isStopped = findTextStop(orm, read.e164) !== null;
  const today = dayAt(now);
  return {
    phone,
    isStopped,
    known: prefilled.map(({ customer, known }) => ({
      key: customer.id,
      name: nameOf(customer),
      bookings: countBookingsOf(orm, customer.id),
      agreedToTexts: customer.sms_consent_at !== null && !isStopped,
      exemptionEnded: customer.exempt_until !== null && customer.exempt_until < today ? customer.exempt_until : null,
      owed: sumOwing(orm, customer.id),
      due: findDue(orm, familyOf(orm, customer.id), today),
      values: { ...known.values, phone, ...usualOf(orm, customer.id) },
    })),
    begun: begun.map(({ id, data, at }) => ({ key: id, at, values: draftValues(data) })),
    requests,
    closed,
    asked: found.length + begun.length === 0 ? whoAsked([...requests, ...closed], phone) : [],
    notServed: prefilled.find(({ known }) => known.notServed !== null)?.known.notServed ?? null,
    open: lately(orm).all({ phone: read.e164, since: plus(now, -LATELY_DAYS * DAY) }),
  };
}

/** Of several requests under one name the newest says how they are reached. */
function whoAsked(requests: readonly Lead[], phone: string): Caller["asked"] {
  const asked = requests.toReversed().flatMap((lead) => {
    // Not where it was for: a place outside our area would stand there again, and refuse the order.
    const { zip: _, ...said } = valuesOfLead(lead);
    const values: Record<string, string> = { ...said, phone };
    return values["firstName"] || values["email"] ? [{ key: lead.id, name: lead.name, values }] : [];
  });
  return [...new Map(asked.map((one) => [one.name.trim().toLowerCase(), one])).values()].toReversed();
}

const lastOrder = prepared((orm) =>
  orm
    .select({ price: bookings.price, project: bookings.project_type })
    .from(bookings)
    .where(and(eq(bookings.customer_id, sql.placeholder("id")), notInArray(bookings.status, OVER.slice(1))))
    .orderBy(desc(bookings.created_at))
    .limit(1)
    .prepare(),
);

/** What they ordered last: most order it again. */
function usualOf(orm: Orm, id: Id<"customer">): Record<string, string> {
  const last = lastOrder(orm).get({ id });
  const [line] = last?.price.items ?? [];
  if (!last || !line) return {};
  return { projectType: last.project, dumpsterSize: String(line.size), materialCategory: line.material };
}

function draftValues(data: DraftData): Record<string, string> {
  const [line] = allLines(data);
  const values = {
    ...data.contactInfo,
    zip: data.zip,
    address: data.address,
    city: data.city,
    projectType: data.projectType,
    ...(line && { dumpsterSize: String(line.dumpsterSize), materialCategory: line.materialCategory }),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}
