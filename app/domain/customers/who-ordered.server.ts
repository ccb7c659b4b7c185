import { eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import { ofBookingsCustomer } from "./family.server";

/** "Schultz & Söhne LLC, Ana Ruiz", of a booking in a query: the company that stands for its customer, and who ordered. */
export const WHO_ORDERED = sql<string>`coalesce(${ofBookingsCustomer("company_name")} || ', ', '') || trim(${bookings.first_name} || ' ' || ${bookings.last_name})`;

const ofBooking = prepared((orm) =>
  orm
    .select({ name: WHO_ORDERED })
    .from(bookings)
    .where(eq(bookings.id, sql.placeholder("id")))
    .prepare(),
);

/** The same of one booking. Throws when it is missing. */
export function whoOrdered(orm: Orm, { id }: { id: Id<"booking"> }): string {
  const found = ofBooking(orm).get({ id });
  if (!found) throw new Error(`no booking ${id}`);
  return found.name;
}
