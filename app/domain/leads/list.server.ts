import { and, desc, eq, gte, or, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, leads } from "#db/schema/index";
import type { Lead, LeadState } from "./leads.server";

export const LEADS_PAGE = 50;
const MOST = LEADS_PAGE + 1;
const [STATE, AT, ID] = [sql.placeholder("state"), sql.placeholder("at"), sql.placeholder("id")];

const ofState = prepared((orm) =>
  orm
    .select()
    .from(leads)
    .where(and(eq(leads.state, STATE), sql`(${leads.created_at}, ${leads.id}) < (${AT}, ${ID})`))
    .orderBy(desc(leads.created_at), desc(leads.id))
    .limit(MOST)
    .prepare(),
);
// As the reports find whose order followed: by the number, the address, or the draft that they asked from.
const booked = prepared((orm) =>
  orm
    .select({ number: bookings.booking_number, status: bookings.status, at: bookings.created_at })
    .from(bookings)
    .where(
      and(
        or(
          eq(bookings.phone, sql.placeholder("phone")),
          and(eq(bookings.email, sql.placeholder("email")), sql`${sql.placeholder("email")} <> ''`),
          eq(bookings.draft_id, sql.placeholder("draft")),
        ),
        gte(bookings.created_at, AT),
      ),
    )
    .orderBy(desc(bookings.created_at), desc(bookings.id))
    .limit(1)
    .prepare(),
);

/** The newest booking that whoever asked has made since; null where there is none. */
export const findBookedSince = (orm: Orm, { phone, email, draft_id, created_at }: Lead) =>
  booked(orm).get({ phone, email, draft: draft_id, at: created_at }) ?? null;

/** A page of at most 50 requests of one state, the newest first; `after` as `next` of the page before said. */
export function listLeads(
  orm: Orm,
  { state, after }: { state: LeadState; after: string | null },
): { rows: Lead[]; next: string | null } {
  const [, at = Number.MAX_SAFE_INTEGER, id = ""] = /^(\d{1,16})~([\w-]+)$/.exec(after ?? "") ?? [];
  const found = ofState(orm).all({ state, at: Number(at), id });
  const rows = found.slice(0, LEADS_PAGE);
  const last = found.length === MOST ? rows.at(-1) : undefined;
  return { rows, next: last ? `${last.created_at}~${last.id}` : null };
}
