import { sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, checkouts, holds, leads, outbox, refunds } from "#db/schema/index";

export interface Metric {
  name: string;
  help: string;
  values: { label: string; value: number }[];
}

/** What an operator watches: bookings, open checkouts and holds, waiting and dead work, failed refunds, new leads. Counts by index. */
export function readMetrics(orm: Orm): Metric[] {
  const count = sql<number>`count(*)`;
  return [
    { name: "bookings", help: "Bookings by status", values: orm.select({ label: bookings.status, value: count }).from(bookings).groupBy(bookings.status).all() },
    { name: "checkouts_open", help: "Checkouts that have not ended", values: orm.select({ label: checkouts.state, value: count }).from(checkouts).where(sql`${checkouts.state} in ('creating','open')`).groupBy(checkouts.state).all() },
    { name: "holds_live", help: "Dumpsters held for an open checkout", values: orm.select({ label: sql<string>`'live'`, value: count }).from(holds).where(sql`${holds.state} = 'live'`).all() },
    { name: "outbox_rows", help: "Follow-up work that is not done", values: orm.select({ label: outbox.state, value: count }).from(outbox).where(sql`${outbox.state} <> 'done'`).groupBy(outbox.state).all() },
    { name: "refunds", help: "Refunds by state", values: orm.select({ label: refunds.state, value: count }).from(refunds).groupBy(refunds.state).all() },
    { name: "leads", help: "Requests for a call-back by state", values: orm.select({ label: leads.state, value: count }).from(leads).groupBy(leads.state).all() },
  ];
}
