import { eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, dumpsters, units, weightTickets } from "#db/schema/index";
import { listBookings, type BookingRow } from "../booking/office/search.server";
import { readSaidCustomer, readSaidThing, searchWords } from "../booking/office/search-words";
import { findCustomers } from "./customer-list.server";
import { findLeads } from "./find-lead.server";
import { bookingsNamed, rowsOfNumbers } from "./find-number.server";
import { plainNumber } from "../inventory/plain-number";
import type { Day } from "../kernel/days";
import type { Instant } from "../kernel/time.server";
import type { Lead } from "../leads/leads.server";
import type { BookingStatus } from "../states/transitions";

/** What one search of the office finds, the best first. */
export type Hit = BookingHit | CustomerHit | LeadHit | DumpsterHit | TicketHit;

export interface BookingHit {
  kind: "booking";
  number: string;
  status: BookingStatus;
  name: string;
  items: string;
  deliveryDate: Day;
  city: string;
  phone: { phone: string; phone_extension: string | null };
  /** Whose it is, by id. */
  customer: string;
}

/** A person or a company: they call, and order again. */
export interface CustomerHit {
  kind: "customer";
  id: string;
  name: string;
  /** Who speaks for the company; empty for a person. */
  person: string;
  phone: string;
  email: string;
  site: string;
  notServed: boolean;
}

/** A request that is open: somebody waits for a call. */
export interface LeadHit {
  kind: "lead";
  lead: Lead;
}

/** A dumpster, and with whom it is, or was the last time that it was out; null where it never was. */
export interface DumpsterHit {
  kind: "dumpster";
  number: string;
  size: number;
  of: Whose | null;
  isOut: boolean;
}

/** What a scale said of a load. */
export interface TicketHit {
  kind: "ticket";
  number: string;
  facility: string;
  netPounds: number;
  of: Whose;
}

interface Whose {
  booking: string;
  name: string;
}

/** As many of a kind as can be taken in at a glance; the list has the others. */
export const MOST_BOOKINGS = 8;
export const MOST_CUSTOMERS = 4;
const MOST_LEADS = 4;
const MOST_DUMPSTERS = 3;
const MOST_TICKETS = 3;
/** The numbers painted on dumpsters, "20-07", as people say them: "2007", "20 07". */
const DUMPSTER_NUMBER = /^[a-z]{0,3}[\s-]?\d[\w\s-]{0,10}$/i;

/** A number on a weight ticket, or enough of its beginning: facilities have their own ways. */
const TICKET_NUMBER = /^(?=.*\d)\S{3,40}$/;

const WITHOUT_SPACES = sql`replace(${weightTickets.ticket_number}, ' ', '') collate nocase`;

const ticketsFrom = prepared((orm) =>
  orm
    .select({
      number: weightTickets.ticket_number,
      facility: weightTickets.facility,
      netPounds: weightTickets.net_pounds,
      booking: bookings.booking_number,
      first: bookings.first_name,
      last: bookings.last_name,
    })
    .from(weightTickets)
    .innerJoin(units, eq(units.id, weightTickets.unit_id))
    .innerJoin(bookings, eq(bookings.id, units.booking_id))
    .where(
      // As the index has it: in either case of letters, without its spaces.
      sql`${WITHOUT_SPACES} >= ${sql.placeholder("from")} and ${WITHOUT_SPACES} < ${sql.placeholder("to")}`,
    )
    .orderBy(WITHOUT_SPACES)
    .limit(MOST_TICKETS)
    .prepare(),
);

const dumpstersFrom = prepared((orm) =>
  orm
    .select({
      number: dumpsters.number,
      size: dumpsters.size_yards,
      location: dumpsters.location,
      // By their own names: drizzle leaves a lone table's out.
      bookingId: sql<
        string | null
      >`(select u.booking_id from units u where u.dumpster_id = dumpsters.id order by u.occupied_until desc limit 1)`.as(
        "booking_id",
      ),
    })
    .from(dumpsters)
    // The fleet is short: each is compared as `plainNumber` has it.
    .where(sql`upper(replace(replace(${dumpsters.number}, '-', ''), ' ', '')) glob ${sql.placeholder("beginning")}`)
    .orderBy(dumpsters.number)
    .limit(MOST_DUMPSTERS)
    .prepare(),
);

/**
 * One search for everything that the office has a page for: a booking's or one of its papers' numbers, a person's, a company's or a contact's
 * name, a telephone number in any spelling, an e-mail address, a street, a dumpster's or a weight ticket's number, or the
 * beginnings of them; who has asked to be called, with `now` those as well whose request was closed lately. Who it is stands before what they ordered. Nothing for nothing typed. A new kind of hit is found
 * here and nowhere else.
 */
export function findAnything(orm: Orm, typed: string, now: Instant | null = null): Hit[] {
  const text = typed.trim();
  if (text === "") return [];
  const thing = findThing(orm, text);
  if (thing.length > 0) return thing;
  const { numbers, isAll } = bookingsNamed(orm, text);
  if (isAll && numbers.length === 0) return [];
  const search = readSaidCustomer(text) ?? text;
  const meant = rowsOfNumbers(orm, numbers.slice(0, MOST_BOOKINGS));
  // Signs alone are no words, and the list without words is the newest ones.
  const isEmpty = isAll || searchWords(search).length === 0;
  const others = isEmpty
    ? []
    : listBookings(orm, { search }, { most: MOST_BOOKINGS }).rows.filter(
        ({ id }) => !meant.some((one) => one.id === id),
      );
  const reached = reachedBy(
    orm,
    [...meant, ...others].map(({ id }) => id),
  );
  const hitOf = (row: BookingRow) =>
    bookingHit(row, reached.get(row.id) ?? { phone: { phone: "", phone_extension: null }, customer: "" });
  const dumpstersFound = DUMPSTER_NUMBER.test(text) ? findDumpsters(orm, text) : [];
  const ticket = text.replaceAll(" ", "");
  const tickets = !isAll && TICKET_NUMBER.test(ticket) ? findTickets(orm, ticket) : [];
  // A booking's number is nobody's name.
  const people = isAll ? [] : findCustomers(orm, text, MOST_CUSTOMERS);
  const waiting = isAll ? [] : findLeads(orm, search, MOST_LEADS, now);
  return [
    ...meant.map(hitOf),
    ...dumpstersFound,
    ...tickets,
    ...people.map((one): CustomerHit => ({ kind: "customer", ...one })),
    ...waiting.map((lead): LeadHit => ({ kind: "lead", lead })),
    ...others.map(hitOf).slice(0, MOST_BOOKINGS - meant.length),
  ];
}

/** What the word before a number says that it is of, "dumpster 2006"; nothing where it says nothing. */
export function findThing(orm: Orm, text: string): Hit[] {
  const said = readSaidThing(text);
  if (!said) return [];
  return said.kind === "dumpster" ? findDumpsters(orm, said.number) : findTickets(orm, said.number.replaceAll(" ", ""));
}

/** A row of the list as a hit, with how the customer is reached. */
export const bookingHit = (
  row: BookingRow,
  { phone: { phone, phone_extension }, customer }: Pick<BookingHit, "phone" | "customer">,
): BookingHit => ({
  kind: "booking",
  number: row.number,
  status: row.status,
  name: `${row.firstName} ${row.lastName}`,
  items: row.items,
  deliveryDate: row.deliveryDate,
  city: row.city,
  phone: { phone, phone_extension },
  customer,
});

function reachedBy(orm: Orm, ids: (typeof bookings.$inferSelect)["id"][]) {
  const rows = orm
    .select({
      id: bookings.id,
      customer: bookings.customer_id,
      phone: bookings.phone,
      phone_extension: bookings.phone_extension,
    })
    .from(bookings)
    .where(inArray(bookings.id, ids))
    .all();
  return new Map(rows.map(({ id, customer, ...phone }) => [id, { customer, phone }]));
}

/** "20-1" is said of 20-01 before it is the beginning of 20-12. */
const WITHOUT_ZERO = /^(.*\d)[\s-]+(\d)$/;

function findDumpsters(orm: Orm, text: string): DumpsterHit[] {
  const [, size, last] = WITHOUT_ZERO.exec(text.trim()) ?? [];
  const meant = size ? dumpstersFrom(orm).all({ beginning: `${plainNumber(size)}0${last}` }) : [];
  const others = dumpstersFrom(orm).all({ beginning: `${plainNumber(text)}*` });
  return [...meant, ...others].slice(0, MOST_DUMPSTERS).map(({ number, size, location, bookingId }): DumpsterHit => {
    const booking =
      bookingId &&
      orm
        .select({ number: bookings.booking_number, first: bookings.first_name, last: bookings.last_name })
        .from(bookings)
        .where(sql`${bookings.id} = ${bookingId}`)
        .get();
    const of = booking ? { booking: booking.number, name: `${booking.first} ${booking.last}` } : null;
    return { kind: "dumpster", number, size, of, isOut: of !== null && location === "site" };
  });
}

function findTickets(orm: Orm, text: string): TicketHit[] {
  const rows = ticketsFrom(orm).all({ from: text, to: `${text}\uffff` });
  return rows.map(({ booking, first, last, ...ticket }) => ({
    kind: "ticket",
    ...ticket,
    of: { booking, name: `${first} ${last}` },
  }));
}
