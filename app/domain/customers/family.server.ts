import { eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { customers } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import type { Language } from "../kernel/language";

/**
 * A merged record stays as it is and names the one that stands for it. Reading follows: what is shown of a customer is
 * shown of their family, the record that stands for all and everything merged into it. Only a record that is not merged
 * itself takes another, so there is no circle.
 */
export type Customer = typeof customers.$inferSelect;

const byId = prepared((orm) =>
  orm
    .select()
    .from(customers)
    .where(eq(customers.id, sql.placeholder("id")))
    .prepare(),
);

export function findCustomer(orm: Orm, id: string): Customer | null {
  return byId(orm).get({ id }) ?? null;
}

/** Throws when there is none. */
export function getCustomer(orm: Orm, id: Id<"customer">): Customer {
  const found = findCustomer(orm, id);
  if (!found) throw new Error(`no customer ${id}`);
  return found;
}

/** The record that stands for this one: itself, when it is not merged. */
export function standsFor(orm: Orm, customer: Customer): Customer {
  return customer.merged_into ? standsFor(orm, getCustomer(orm, customer.merged_into)) : customer;
}

/**
 * What the record has that stands for a booking's customer, within a query of `bookings`: by the key of the table, and up
 * from it for the few that were merged.
 */
export const ofBookingsCustomer = (column: "company_name" | "po_number") =>
  sql<
    string | null
  >`(select case when c.merged_into is null then c.${sql.raw(column)} else (with recursive up(id, above) as (select c.id, c.merged_into union all select p.id, p.merged_into from customers p join up on p.id = up.above) select p.${sql.raw(column)} from up join customers p on p.id = up.id where up.above is null) end from customers c where c.id = bookings.customer_id)`;

/** In which language we speak with a customer: as the record says that stands for them. */
export function languageOf(orm: Orm, id: Id<"customer">): Language {
  return standsFor(orm, getCustomer(orm, id)).language;
}

/** The ids of a record and of all that were merged into it, its own first. */
export function familyOf(orm: Orm, id: Id<"customer">): Id<"customer">[] {
  const below = orm.all<{ id: Id<"customer"> }>(sql`
    with recursive customer_family(id) as (select ${id} union select c.id from customers c join customer_family f on c.merged_into = f.id)
    select id from customer_family`);
  return below.map((row) => row.id);
}

/** As an office calls them: the company, else the person. */
export function nameOf(customer: Pick<Customer, "company_name" | "first_name" | "last_name">): string {
  return customer.company_name ?? `${customer.first_name} ${customer.last_name}`.trim();
}
