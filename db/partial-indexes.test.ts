import { afterAll, beforeAll, expect, it } from "vitest";
import { listStartedAttempts } from "~/domain/charges/charges.server";
import { listDriverJobs } from "~/domain/dispatch/driver-read.server";
import { listOffers } from "~/domain/dispatch/offers.server";
import { plannedElsewhere } from "~/domain/dispatch/planned.server";
import { listOpenAccounts } from "~/domain/driver/journal-read.server";
import { newId } from "~/domain/kernel/ids.server";
import { instant } from "~/domain/kernel/time.server";
import { readMetrics } from "~/domain/log/metrics.server";
import { listTextsToRead } from "~/domain/messages/thread.server";
import { hasDueWork } from "~/domain/outbox/outbox.server";
import { listUnfinishedCheckouts } from "~/domain/payments/checkouts.server";
import { listDifferences, readTakings } from "~/domain/payments/company.server";
import { listOpenDisputes } from "~/domain/payments/disputes-read.server";
import { listRefundsToDo } from "~/domain/payments/give-back.server";
import { listReceipt } from "~/domain/payments/receipts.server";
import { listOpenRefunds } from "~/domain/payments/refunds.server";
import { listBilling } from "~/domain/records/billing.server";
import { listForOffice } from "~/domain/records/booking-list.server";
import { findCaller } from "~/domain/records/caller.server";
import { listCalls } from "~/domain/records/calls.server";
import { listCustomers } from "~/domain/records/customer-list.server";
import { listNextStops } from "~/domain/records/next-events.server";
import { getOverview } from "~/domain/records/overview.server";
import { listDumpsters, readYardFilter } from "~/domain/records/yard.server";
import { QUEUES } from "~/domain/tasks/kinds";
import type { Services } from "~/services.server";
import { keepHouse } from "~/services/work/housekeeping.server";
import { openedCheckout, openWorld, signedBooking, STAFF, TODAY, type TestWorld } from "../tests/support/domain";

// An index of a part of its table (those few that are open, waiting, unread) is used only where a query says that part in
// the index's own words: "state = ?" with 'open' bound reads the whole table, however right its answer is.

/** Those that hold a law, and those of whatever is not null, which "= ?" says as well. */
const OTHERS = /^create unique|\("?(\w+)"?\) where (?:"?\w+"?\.)?"?\1"? is not null$/i;

let world: TestWorld;
/** What every statement of these verbs is planned to read. */
const plans: string[] = [];
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
  const { orm, sqlite } = world.db;
  const { at } = world.clock;
  const seen = new Set<string>();
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = (sql: string) => {
    seen.add(sql);
    return prepare(sql);
  };

  await openedCheckout(world, await signedBooking(world));
  await keepHouse(world as unknown as Services, world.deed());
  hasDueWork(world.db);
  readMetrics(orm);
  for (const ask of [listUnfinishedCheckouts, listOpenRefunds, listRefundsToDo, listOpenDisputes]) ask(orm);
  listStartedAttempts(orm, at);
  listReceipt(orm, "x");
  readTakings(orm, TODAY);
  listDifferences(orm, instant(0), at);
  listBilling(orm, "questioned");
  listForOffice(orm, { money: { from: TODAY, to: TODAY } });
  findCaller(orm, "(407) 555-0133", at);
  listTextsToRead(orm, instant(0));
  for (const show of ["voicemail", "running"] as const) listCalls(orm, { show });
  listCustomers(orm, {});
  listDumpsters(orm, readYardFilter(new URLSearchParams()), null);
  listDriverJobs(orm, newId("driver"), TODAY);
  listOffers(orm, newId("driver"), at);
  listOpenAccounts(orm);
  plannedElsewhere(orm, newId("job"));
  listNextStops(orm, world.settings(), at);
  for (const queue of QUEUES) getOverview(orm, at, { queue, me: STAFF.id, stops: { which: "outstanding" } });

  sqlite.prepare = prepare;
  for (const sql of seen) {
    if (!/^(select|update|delete|with)/i.test(sql.trim())) continue;
    const values = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1);
    const plan = prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[];
    plans.push(...plan.map(({ detail }) => detail));
  }
});
afterAll(() => world.close());

/** Those of a part of a table, by name. */
function partial(): string[] {
  const found = world.db.sqlite
    .prepare("select name, sql from sqlite_schema where type = 'index' and sql like '% where %'")
    .all() as { name: string; sql: string }[];
  return found.flatMap(({ name, sql }) => (OTHERS.test(sql.replaceAll("`", '"')) ? [] : [name]));
}

it("each is what one of our queries reads", () => {
  const indexes = partial();
  expect(indexes.length).toBeGreaterThan(35);
  const unused = indexes.filter((name) => !plans.some((detail) => new RegExp(`INDEX ${name}\\b`).test(detail)));
  expect(unused).toEqual([]);
});

it("nothing that grows is walked for them, by an index of all of it neither", () => {
  const grows =
    /^SCAN (?:bookings|calls|charges|events|journal_entries|jobs|ledger_entries|messages|outbox|tasks|units)\b/;
  const walked = plans.filter((detail) => grows.test(detail) && !partial().some((name) => detail.endsWith(` ${name}`)));
  expect(walked).toEqual([]);
});
