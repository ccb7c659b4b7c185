import { eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { accounts, customers, profiles } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { mailboxOf } from "../limits/mailbox";
import { reachesOf, type Contact } from "./customers.server";
import { familyOf, type Customer } from "./family.server";

/** Who is not served, why, since when and by whose decision: for the office alone. */
export interface NotServed {
  id: Id<"customer">;
  reason: string;
  since: Instant;
  by: string | null;
}

/** Who decided it, by the name that the office knows, else by their address. */
export function decidedBy(orm: Orm, account: Id<"account">): string | null {
  const found = orm
    .select({ name: profiles.display_name, email: accounts.email })
    .from(accounts)
    .leftJoin(profiles, eq(profiles.user_id, accounts.id))
    .where(eq(accounts.id, account))
    .get();
  return found?.name || (found?.email ?? null);
}

// A family is not served when one of its records is not: marking one and merging it away lifts nothing.
const notServed = prepared((orm) =>
  orm
    .select({
      id: customers.id,
      reason: sql<string>`coalesce(${customers.do_not_serve_reason}, '')`,
      since: sql<Instant>`${customers.do_not_serve_at}`,
      by: sql<string | null>`coalesce(${profiles.display_name}, ${accounts.email})`,
    })
    .from(customers)
    .leftJoin(accounts, eq(accounts.id, customers.do_not_serve_by))
    .leftJoin(profiles, eq(profiles.user_id, accounts.id))
    .where(
      sql`${customers.do_not_serve_at} is not null and ${customers.id} in (
        with recursive
          customer_up(id) as (
            select customer_id from customer_contacts
              where value = ${sql.placeholder("phone")} and value <> '' and ended_at is null
            union select customer_id from customer_contacts
              where mailbox = ${sql.placeholder("mailbox")} and value <> '' and ended_at is null
            union select id from customers where id = ${sql.placeholder("customer")}
            union select c.merged_into from customers c join customer_up u on c.id = u.id where c.merged_into is not null),
          customer_family(id) as (select id from customer_up union select c.id from customers c join customer_family f on c.merged_into = f.id)
        select id from customer_family)`,
    )
    .limit(1)
    .prepare(),
);

/**
 * Whoever is reached by this address or number and is not served; null when nobody is. By the mailbox, not by its
 * spelling: whoever is not served would only have to put "+2" into their address. Nobody else is found so.
 */
export function findNotServed(orm: Orm, contact: Pick<Contact, "email" | "phone">): NotServed | null {
  return find(orm, contact, "");
}

/** The same for an order that is there: by the contact that it has, or by whose it is. */
export function notServedOf(
  orm: Orm,
  order: Pick<Contact, "email" | "phone"> & { customer_id: Id<"customer"> },
): NotServed | null {
  return find(orm, order, order.customer_id);
}

function find(orm: Orm, contact: Pick<Contact, "email" | "phone">, customer: Id<"customer"> | ""): NotServed | null {
  const [email, phone] = reachesOf(contact);
  return notServed(orm).get({ mailbox: mailboxOf(email.value), phone: phone.value, customer }) ?? null;
}

/**
 * Everybody of whom it may have changed whether they are served, when it, a contact or the merging of these records has:
 * their families, and whoever shares a contact with one of them, now or before. A handful, by indexes.
 */
export function sharersOf(orm: Orm, ids: readonly string[]): Id<"customer">[] {
  const found = orm.all<{ id: Id<"customer"> }>(sql`
    with recursive
      up(id) as (
        select id from customers where ${inArray(sql`id`, [...ids])}
        union select c.merged_into from customers c join up u on c.id = u.id where c.merged_into is not null),
      own(id) as (select id from up union select c.id from customers c join own o on c.merged_into = o.id),
      sharer_up(id) as (
        select id from own
        union select k.customer_id from customer_contacts k where k.ended_at is null and k.value in
          (select mine.value from customer_contacts mine where mine.customer_id in (select id from own))
        union select k.customer_id from customer_contacts k where k.ended_at is null and k.mailbox is not null and k.mailbox in
          (select mine.mailbox from customer_contacts mine where mine.customer_id in (select id from own))
        union select c.merged_into from customers c join sharer_up u on c.id = u.id where c.merged_into is not null),
      sharer(id) as (select id from sharer_up union select c.id from customers c join sharer s on c.merged_into = s.id)
    select id from sharer`);
  return found.map(({ id }) => id);
}

/**
 * Whoever is reached by a customer's contacts books nothing by themselves from now on (domain.md, 4.23): a call-back is
 * offered instead, in neutral words. The reason is the office's. False without one. Their orders are `refuseService`'s.
 */
export function stopServing(tx: Tx, deed: Deed<StaffActor>, { id }: Customer, reason: string): boolean {
  const why = reason.replace(/\s+/g, " ").trim();
  if (why === "") return false;
  const before = tx.select({ at: customers.do_not_serve_at }).from(customers).where(eq(customers.id, id)).get();
  if (before?.at != null) return true;
  tx.update(customers)
    .set({
      do_not_serve_at: deed.now,
      do_not_serve_reason: why,
      do_not_serve_by: deed.by.id,
      version: sql`${customers.version} + 1`,
    })
    .where(eq(customers.id, id))
    .run();
  recordEvent(tx, deed, { subject: { kind: "customer", id }, action: "served_no_more", why });
  return true;
}

/** Lifts it from the whole family, with a reason. False without one. */
export function serveAgain(tx: Tx, deed: Deed<StaffActor>, customer: Customer, reason: string): boolean {
  const why = reason.replace(/\s+/g, " ").trim();
  if (why === "") return false;
  for (const id of familyOf(tx, customer.id)) {
    const lifted = tx
      .update(customers)
      .set({
        do_not_serve_at: null,
        do_not_serve_reason: null,
        do_not_serve_by: null,
        version: sql`${customers.version} + 1`,
      })
      .where(sql`${customers.id} = ${id} and ${customers.do_not_serve_at} is not null`)
      .run();
    if (lifted.changes > 0) recordEvent(tx, deed, { subject: { kind: "customer", id }, action: "served_again", why });
  }
  return true;
}
