import { sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookingStatuses, checkouts, holds, leads, outbox, refunds } from "#db/schema/index";

export interface Metric {
  name: string;
  help: string;
  values: { label: string; value: number }[];
}

/**
 * What an operator watches: bookings, open checkouts and holds, waiting and dead work, refunds and leads that wait. A
 * scrape costs the same with a million bookings: they are counted as they change, the rest by indexes of what is open.
 * States are written out, one query each where the index is, so that SQLite uses the partial ones.
 */
export function readMetrics(orm: Orm): Metric[] {
  const count = sql<number>`count(*)`;
  return [
    {
      name: "bookings",
      help: "Bookings by status",
      values: orm
        .select({ label: bookingStatuses.status, value: bookingStatuses.bookings })
        .from(bookingStatuses)
        .all(),
    },
    {
      name: "checkouts_open",
      help: "Checkouts that have not ended",
      values: orm
        .select({ label: checkouts.state, value: count })
        .from(checkouts)
        .where(sql`${checkouts.state} in ('creating','open')`)
        .groupBy(checkouts.state)
        .all(),
    },
    {
      name: "holds_live",
      help: "Dumpsters held for an open checkout",
      values: orm
        .select({ label: sql<string>`'live'`, value: count })
        .from(holds)
        .where(sql`${holds.state} = 'live'`)
        .all(),
    },
    {
      name: "outbox_rows",
      help: "Follow-up work that is not done",
      values: [
        ...orm
          .select({ label: sql<string>`'waiting'`, value: count })
          .from(outbox)
          .where(sql`${outbox.state} = 'waiting'`)
          .all(),
        ...orm
          .select({ label: sql<string>`'dead'`, value: count })
          .from(outbox)
          .where(sql`${outbox.state} = 'dead'`)
          .all(),
      ],
    },
    {
      name: "refunds",
      help: "Refunds on their way, and those that need somebody",
      values: [
        ...orm
          .select({ label: refunds.state, value: count })
          .from(refunds)
          .where(sql`${refunds.state} in ('submitted','pending','requires_action')`)
          .groupBy(refunds.state)
          .all(),
        ...orm
          .select({ label: sql<string>`'failed'`, value: count })
          .from(refunds)
          .where(sql`${refunds.state} in ('failed','requires_action') and ${refunds.state} = 'failed'`)
          .all(),
      ],
    },
    {
      name: "leads",
      help: "Requests for a call-back that are not closed",
      values: orm
        .select({ label: leads.state, value: count })
        .from(leads)
        .where(sql`${leads.state} in ('new','contacted')`)
        .groupBy(leads.state)
        .all(),
    },
  ];
}
