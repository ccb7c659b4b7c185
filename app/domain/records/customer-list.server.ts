import { desc, eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { customers, customerSearchKeys } from "#db/schema/index";
import { matchOf, readSaidCustomer, searchWords } from "../booking/office/search-words";
import { nameOf, standsFor, type Customer } from "../customers/family.server";
import { formatDay } from "../kernel/days";
import { formatPhone } from "../kernel/phone";
import { isNearSpelling, oneSlipAway } from "../kernel/spelling";
import { dayAt } from "../kernel/time.server";
import { beginEach, namePartsOf, plainWord } from "./name-words";

export const CUSTOMERS_PAGE = 50;

export interface CustomerRow {
  id: string;
  name: string;
  /** Who speaks for the company; empty for a person. */
  person: string;
  phone: string;
  email: string;
  /** The newest site. */
  site: string;
  notServed: boolean;
  /** The day of their first booking, as people read it. */
  since: string;
}
export interface CustomerPage {
  rows: CustomerRow[];
  /** For the next page; null on the last one. */
  next: string | null;
}

const MOST = CUSTOMERS_PAGE + 1;
const [AT, ID] = [sql.placeholder("at"), sql.placeholder("id")];
const [WORDS, BEFORE] = [sql.placeholder("words"), sql.placeholder("before")];
/** How a customer is reached, and their newest site: read with the row, because a query for each cost more than the page. */
const REACH = {
  phone: sql<
    string | null
  >`(select value from customer_contacts where customer_id = customers.id and kind = 'phone' and ended_at is null order by added_at limit 1)`,
  email: sql<
    string | null
  >`(select value from customer_contacts where customer_id = customers.id and kind = 'email' and ended_at is null order by added_at limit 1)`,
  site: sql<
    string | null
  >`(select address || ', ' || city from customer_sites where customer_id = customers.id order by id desc limit 1)`,
};
const newest = (further: boolean) =>
  prepared((orm) =>
    orm
      .select({ customer: customers, reach: REACH })
      .from(customers)
      .where(
        further
          ? sql`${customers.merged_into} is null and (${customers.created_at}, ${customers.id}) < (${AT}, ${ID})`
          : sql`${customers.merged_into} is null`,
      )
      .orderBy(desc(customers.created_at), desc(customers.id))
      .limit(MOST)
      .prepare(),
  );
const first = newest(false);
const further = newest(true);
const MANY = sql.placeholder("many");
const found = prepared((orm) =>
  orm
    .select({ key: sql<number>`s.rowid`, customer: customers })
    .from(sql`customer_search s`)
    .innerJoin(sql`customer_search_keys k`, sql`k.id = s.rowid`)
    .innerJoin(customers, eq(customers.id, sql`k.customer_id`))
    .where(sql`customer_search match ${WORDS} and s.rowid < cast(${BEFORE} as integer)`)
    .orderBy(sql`s.rowid desc`)
    .limit(MANY)
    .prepare(),
);

/**
 * A page of at most 50 customers, newest first; `search` is the beginnings of words that a customer must all have: name,
 * company, telephone number in any spelling, e-mail address, street. A merged record is found as the one that stands for
 * it. Both are a stretch of an index, whatever the page and the number of customers.
 */
export function listCustomers(
  orm: Orm,
  { search = "", after = null }: { search?: string; after?: string | null },
): CustomerPage {
  const words = wordsOf(search);
  if (words.length > 0) return listFound(orm, words, after);
  const [, at, id] = /^(\d{1,16})~([\w-]+)$/.exec(after ?? "") ?? [];
  const rows = at && id ? further(orm).all({ at: Number(at), id }) : first(orm).all();
  const last = rows.length === MOST ? rows[CUSTOMERS_PAGE - 1]?.customer : undefined;
  return {
    rows: rows.slice(0, CUSTOMERS_PAGE).map(({ customer, reach }) => rowOf(customer, reach)),
    next: last ? `${last.created_at}~${last.id}` : null,
  };
}

/** The words of a search among customers: that it is one of them need not be in a record, "customer Fisher". */
const wordsOf = (search: string): string[] => searchWords(readSaidCustomer(search) ?? search);

function listFound(orm: Orm, words: string[], after: string | null): CustomerPage {
  const before = Number(/^s(\d{1,15})$/.exec(after ?? "")?.[1] ?? Number.MAX_SAFE_INTEGER);
  const hits = found(orm).all({ words: matchOf(words), before, many: MOST });
  const last = hits.length === MOST ? hits[CUSTOMERS_PAGE - 1] : undefined;
  return {
    rows: standing(orm, hits.slice(0, CUSTOMERS_PAGE)).map((row) => rowOf(row, reachOf(orm, row))),
    next: last ? `s${last.key}` : null,
  };
}

/** Those that stand for the found ones, each once. */
function standing(orm: Orm, hits: readonly { customer: Customer }[]): Customer[] {
  const all = hits.map(({ customer }) => standsFor(orm, customer));
  return [...new Map(all.map((customer) => [customer.id, customer])).values()];
}

/** As many of the newest that fit are looked through for those whose own name was typed. */
const LOOKED_THROUGH = 24;

/**
 * A few customers that fit, for a search of everything: whose name it is before who lives in a street of that name, and of
 * either the newest first. None for nothing typed.
 */
export function findCustomers(orm: Orm, search: string, most: number): CustomerRow[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const hits = [matchOf(words, { whole: true }), matchOf(words)].flatMap((match) =>
    found(orm).all({ words: match, before: Number.MAX_SAFE_INTEGER, many: LOOKED_THROUGH }),
  );
  const [named, others] = [hits.filter(isNamed(words)), hits.filter((hit) => !isNamed(words)(hit))];
  return standing(orm, [...named, ...others])
    .slice(0, most)
    .map((row) => rowOf(row, reachOf(orm, row)));
}

const isNamed =
  (words: readonly string[]) =>
  ({ customer: { first_name, last_name, company_name } }: { customer: Customer }) =>
    beginEach(words, namePartsOf([first_name, last_name, company_name ?? ""].join(" ")));

/** As many are compared with what was typed, for all words together. */
const COMPARED = 200;
/** A name has few words; more are a sentence. */
const MOST_WORDS = 3;
const FEWEST_LETTERS = 3;
/** Longer words have too many slips to ask the index for each of them. */
const LONGEST_SLIP = 12;
const A_NAME = /^[\p{L}\p{M}\s'\u2019.-]{3,100}$/u;
const having = prepared((orm) =>
  orm
    .select({ key: customerSearchKeys.id, id: customerSearchKeys.customer_id, names: customerSearchKeys.names })
    .from(sql`customer_search s`)
    .innerJoin(customerSearchKeys, eq(customerSearchKeys.id, sql`s.rowid`))
    .where(sql`customer_search match ${WORDS}`)
    .orderBy(sql`s.rowid desc`)
    .limit(MANY)
    .prepare(),
);
const byId = prepared((orm) => orm.select().from(customers).where(eq(customers.id, ID)).prepare());

/**
 * A few customers whose names are nearly what was typed, the newest first, for when nothing fits: "Prya" for Priya. Compared
 * are the newest whose record has a word that is one slip away, wherever it is, and those with one that begins like the
 * first half of what was typed, where there may be two. None for anything but letters.
 */
export function findNearNames(orm: Orm, search: string, most: number): CustomerRow[] {
  if (!A_NAME.test(search)) return [];
  const words = wordsOf(search).map(plainWord);
  if (words.length > MOST_WORDS) return [];
  const typed = words.filter((word) => [...word].length >= FEWEST_LETTERS);
  const near = typed
    .flatMap((word) => mayBeMeant(orm, word, Math.floor(COMPARED / typed.length)))
    .filter(({ names }) => isNearly(words, names))
    .sort((a, b) => b.key - a.key);
  const found = [...new Set(near.map(({ id }) => id))].flatMap((id) => {
    const customer = byId(orm).get({ id });
    return customer ? [{ customer }] : [];
  });
  return standing(orm, found.slice(0, most)).map((row) => rowOf(row, reachOf(orm, row)));
}

/** Words of so many addresses that they would fill the room: "Tom" is one slip away from every .com. */
const IN_ADDRESSES: ReadonlySet<string> = new Set(
  "com net org edu gov ave avenue blvd cir circle court dr drive ln lane pl place rd road st street ter trail way north south east west orlando".split(
    " ",
  ),
);

/** Those that may be meant by a word, `most` at most: what is one slip away takes no more than half of the room. */
function mayBeMeant(orm: Orm, word: string, most: number) {
  const slips = slipsOf(word);
  const [, first, rest = ""] = WITH_APOSTROPHE.exec(word) ?? [];
  // The index has "O'Neil" in its halves; the slip is in the longer one.
  const apart = slipsOf(rest) && `("${first}" AND (${slipsOf(rest)}))`;
  const asked = [slips, apart, ...hyphensOf(word)].filter((one) => one !== "").join(" OR ");
  const slipped = asked === "" ? [] : having(orm).all({ words: asked, many: most >> 1 });
  return [...slipped, ...having(orm).all({ words: matchOf([firstHalf(word)]), many: most - slipped.length })];
}

const WITH_APOSTROPHE = /^([odl])(\p{L}{3,})$/u;
const slipsOf = (word: string): string =>
  word === "" || word.length > LONGEST_SLIP
    ? ""
    : oneSlipAway(word)
        .filter((one) => !IN_ADDRESSES.has(one))
        .map((one) => `"${one}"`)
        .join(" OR ");

/** "anamaria" for "Ana-Maria", which the index has in its halves too. */
const hyphensOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, Math.min([...word].length, LONGEST_SLIP) - 3) }, (_, i) => {
    const letters = [...word];
    return `("${letters.slice(0, i + 2).join("")}" AND "${letters.slice(i + 2).join("")}")`;
  });

const firstHalf = (word: string) => [...word].slice(0, Math.max(2, [...word].length >> 1)).join("");

function isNearly(words: readonly string[], names: string): boolean {
  const parts = namePartsOf(names);
  return words.every((word) => parts.some((part) => part.startsWith(word) || isNearSpelling(word, part)));
}

const reached = prepared((orm) => orm.select(REACH).from(customers).where(eq(customers.id, ID)).prepare());
const reachOf = (orm: Orm, { id }: Customer) => reached(orm).get({ id });

type Reach = Record<keyof typeof REACH, string | null>;

function rowOf(customer: Customer, { phone, email, site }: Partial<Reach> = {}): CustomerRow {
  return {
    id: customer.id,
    name: nameOf(customer),
    person: customer.company_name ? `${customer.first_name} ${customer.last_name}`.trim() : "",
    phone: formatPhone(phone ?? ""),
    email: email ?? "",
    site: site ?? "",
    notServed: customer.do_not_serve_at !== null,
    since: formatDay(dayAt(customer.created_at), { year: true, short: true }).replace(/^\w+, /, ""),
  };
}
