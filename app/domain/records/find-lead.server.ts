import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { leads } from "#db/schema/index";
import { searchWords } from "../booking/office/search-words";
import { readPhone } from "../kernel/phone";
import { DAY, plus, type Instant } from "../kernel/time.server";
import { findClosing } from "../leads/close.server";
import { findLead, type Lead, type LeadState } from "../leads/leads.server";
import { beginEach, namePartsOf } from "./name-words";

/** As many of the newest of each open state are compared with what was typed: an office answers within the hour. */
const LOOKED_THROUGH = 250;
const OPEN: readonly LeadState[] = ["new", "contacted"];
/** Of one number or address. */
const MOST_OF_ONE = 20;

const compared = {
  id: leads.id,
  name: leads.name,
  phone: leads.phone,
  extension: leads.phone_extension,
  email: leads.email,
  at: leads.created_at,
};
const newest = prepared((orm) =>
  orm
    .select(compared)
    .from(leads)
    .where(eq(leads.state, sql.placeholder("state")))
    .orderBy(desc(leads.created_at))
    .limit(LOOKED_THROUGH)
    .prepare(),
);
// "Not closed" and no list of states: the index of the states would be read for that, with every open one.
const ofPhone = prepared((orm) =>
  orm
    .select()
    .from(leads)
    .where(and(eq(leads.phone, sql.placeholder("phone")), ne(leads.state, "closed")))
    .orderBy(desc(leads.created_at))
    .limit(MOST_OF_ONE)
    .prepare(),
);
/** The same of closed ones: neither state, as above. */
const isClosed = and(ne(leads.state, "new"), ne(leads.state, "contacted"));
const closedOfPhone = prepared((orm) =>
  orm
    .select()
    .from(leads)
    .where(and(eq(leads.phone, sql.placeholder("phone")), isClosed))
    .orderBy(desc(leads.created_at))
    .limit(MOST_OF_ONE)
    .prepare(),
);
const closedOfEmail = prepared((orm) =>
  orm
    .select()
    .from(leads)
    .where(and(inArray(leads.email, [sql.placeholder("typed"), sql.placeholder("small")]), isClosed))
    .orderBy(desc(leads.created_at))
    .limit(MOST_OF_ONE)
    .prepare(),
);
const ofEmail = prepared((orm) =>
  orm
    .select({ id: leads.id, at: leads.created_at })
    .from(leads)
    .where(and(inArray(leads.email, [sql.placeholder("typed"), sql.placeholder("small")]), ne(leads.state, "closed")))
    .orderBy(desc(leads.created_at))
    .limit(MOST_OF_ONE)
    .prepare(),
);

/** The open requests of a number (E.164), the newest first. */
export const listOpenLeadsOf = (orm: Orm, phone: string): Lead[] => ofPhone(orm).all({ phone });

/** For so long after it was closed a request is found by its number and address: whoever asked may call once more. */
const CLOSED_DAYS = 90;

/** The requests of a number (E.164) that were closed lately, the newest first. */
export const listClosedLeadsOf = (orm: Orm, phone: string, now: Instant): Lead[] =>
  closedOfPhone(orm).all({ phone }).filter(closedLately(orm, now));

const closedLately = (orm: Orm, now: Instant) => (lead: Lead) =>
  (findClosing(orm, lead)?.at ?? 0) > plus(now, -CLOSED_DAYS * DAY);

/**
 * A few requests that fit, open ones before those that were closed lately, each the newest first: by the beginnings of the
 * words of a name, a telephone number in any spelling or an e-mail address. No closed ones without `now`; none for nothing
 * typed.
 */
export function findLeads(orm: Orm, search: string, most: number, now: Instant | null = null): Lead[] {
  const open = findOpenLeads(orm, search, most);
  if (now === null || open.length === most) return open;
  const phone = readPhone(search)?.e164;
  const typed = search.trim();
  const words = searchWords(search);
  const closed = [
    ...(phone ? closedOfPhone(orm).all({ phone }) : []),
    ...(typed.includes("@") ? closedOfEmail(orm).all({ typed, small: typed.toLowerCase() }) : []),
    ...(words.length > 0 ? newest(orm).all({ state: "closed" }) : [])
      .filter((lead) => beginEach(words, partsOf(lead)))
      .flatMap(({ id }) => findLead(orm, id) ?? []),
  ];
  const once = [...new Map(closed.map((lead) => [lead.id, lead])).values()].sort((a, b) => b.created_at - a.created_at);
  return [...open, ...once.filter(closedLately(orm, now))].slice(0, most);
}

function findOpenLeads(orm: Orm, search: string, most: number): Lead[] {
  const words = searchWords(search);
  if (words.length === 0) return [];
  const phone = readPhone(search)?.e164;
  const typed = search.trim();
  const hits = [
    ...(phone ? listOpenLeadsOf(orm, phone).map(({ id, created_at }) => ({ id, at: created_at })) : []),
    ...(typed.includes("@") ? ofEmail(orm).all({ typed, small: typed.toLowerCase() }) : []),
    ...OPEN.flatMap((state) => newest(orm).all({ state })).filter((lead) => beginEach(words, partsOf(lead))),
  ].sort((one, other) => other.at - one.at);
  return [...new Set(hits.map(({ id }) => id))].slice(0, most).flatMap((id) => findLead(orm, id) ?? []);
}

/** What the words that were typed may begin: as in the index of the customers, numbers without the country's 1. */
function partsOf({
  name,
  phone,
  extension,
  email,
}: Record<"name" | "phone" | "email", string> & { extension: string | null }) {
  return [
    ...namePartsOf(`${name} ${email}`),
    phone.replace(/^\+1(?=\d{10}$)|^\+/, ""),
    ...(extension === null ? [] : [extension]),
  ];
}
