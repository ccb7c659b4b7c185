import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { findAgreement } from "~/domain/documents/agreement.server";
import { findLastVisit } from "~/domain/dispatch/visits.server";
import { cancelBooking, previewCancellation } from "~/domain/changes/cancel.server";
import { listChanges } from "~/domain/changes/changes.server";
import { listCustomers } from "~/domain/records/customer-list.server";
import { findCustomerRecord, prefillOf } from "~/domain/records/customer-record.server";
import { listForOffice } from "~/domain/records/booking-list.server";
import { findAnything } from "~/domain/records/find.server";
import { getOverview } from "~/domain/records/overview.server";
import { isTruckDay, readTrucks } from "~/domain/records/truck.server";
import { STOPS } from "~/domain/records/stops.server";
import { readReportPeriod } from "~/domain/reports/period";
import { readReports } from "~/domain/reports/reports.server";
import { listFacts } from "~/domain/reports/rows.server";
import { QUEUES } from "~/domain/tasks/kinds";
import { listBookings } from "~/domain/booking/office/search.server";
import { checkSchedule } from "~/domain/booking/order/schedule-check.server";
import { forgetOldDrafts } from "~/domain/booking/draft/drafts.server";
import { listTimeline } from "~/domain/events/events.server";
import { findSession } from "~/domain/accounts/sessions.server";
import { readMetrics } from "~/domain/log/metrics.server";
import { countAvailable } from "~/domain/inventory/availability.server";
import { findLiveHold } from "~/domain/inventory/holds.server";
import { addDays } from "~/domain/kernel/days";
import { newId } from "~/domain/kernel/ids.server";
import { claimWork, completeWork, enqueue, failWork, hasDueWork } from "~/domain/outbox/outbox.server";
import {
  findChangeCheckout,
  findCheckout,
  findLatestCheckout,
  findOpenCheckout,
  listOpenCheckouts,
  listUnfinishedCheckouts,
} from "~/domain/payments/checkouts.server";
import { readTakings, unevenDays } from "~/domain/payments/company.server";
import { listDisputedPayments } from "~/domain/payments/disputes-read.server";
import { listPayouts } from "~/domain/payments/payouts.server";
import { sumOfTransactions } from "~/domain/payments/transactions.server";
import { listOpenRefunds } from "~/domain/payments/refunds.server";
import type { Services } from "~/services.server";
import { keepHouse } from "~/services/work/housekeeping.server";
import { openedChange, pricedDays } from "../tests/support/changes";
import {
  confirm,
  draftData,
  openWorld,
  openedCheckout,
  sessionFacts,
  signedBooking,
  STAFF,
  TODAY,
  type TestWorld,
} from "../tests/support/domain";

/** Small, fixed tables that may be read whole. */
const SMALL = [
  "booking_statuses",
  "service_areas",
  "pricing_matrix",
  "dumpster_sizes",
  "settings",
  "feature_flags",
  "json_each",
  "counters",
  // One row.
  "stripe_sums",
  // The moves of a period or of a page's bookings, which its tables were asked for: their own lines say how they are read.
  "SCAN money_moves",
  // A fleet.
  "SCAN dumpsters",
  // A record and what was merged into it: names inside a query, not tables.
  "customer_up",
  "customer_family",
  "SCAN u",
  "SCAN f",
  // A hundred of them at most.
  "SCAN some",
];

let world: TestWorld;
const seen = new Set<string>();

beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
  const { sqlite, orm } = world.db;
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = (sql: string) => {
    seen.add(sql);
    return prepare(sql);
  };
  const settings = world.settings();

  checkSchedule(orm, settings, draftData(), world.clock.at);
  countAvailable(orm, 20, { start: TODAY, end: addDays(TODAY, 7) }, TODAY);
  const booking = await signedBooking(world);
  const checkout = await openedCheckout(world, booking);
  findOpenCheckout(orm, booking.id);
  findLatestCheckout(orm, booking.id);
  findLiveHold(orm, booking.id);
  listOpenCheckouts(orm, booking.id);
  listUnfinishedCheckouts(orm);
  await confirm(world, sessionFacts(checkout));
  findCheckout(orm, { sessionId: "cs_1" });
  findAgreement(orm, booking.id);
  listTimeline(orm, booking.id);
  readTrucks(orm, booking.id, world.clock.at);
  isTruckDay(orm, booking.id, world.clock.at);
  findLastVisit(orm, booking.id);
  for (const by of [{ number: "x" }, { capability: "x" }, { signingKey: "x" }, { id: "x" }]) findBooking(orm, by);
  const [unit] = listUnits(orm, booking.id);
  if (!unit) throw new Error("no unit");
  const change = await pricedDays(world, unit.id, 2);
  const opened = await openedChange(world, change);
  findChangeCheckout(orm, change.id);
  listChanges(orm, booking.id);
  await confirm(world, sessionFacts(opened));
  const preview = previewCancellation(orm, settings, booking.id, null, world.clock.at);
  await world.db.write((tx) =>
    cancelBooking(tx, world.deed(), settings, booking.id, null, preview.ok ? preview.fee : 0),
  );
  listUnits(orm, booking.id);
  hasDueWork(world.db);
  for (const work of await claimWork(world.db, 4, 1000)) await failWork(world.db, world.deed(), work, "test");
  await world.db.write((tx) => enqueue(tx, { kind: "mail.lead", cause: "test", payload: { leadId: newId("lead") } }));
  const [work] = await claimWork(world.db, 1, 1000);
  if (work) await world.db.write((tx) => completeWork(tx, world.deed(), work));
  listOpenRefunds(orm);
  listDisputedPayments(orm, booking.customer_id);
  // The page of takings, which was once read whole on each visit.
  readTakings(orm, TODAY);
  unevenDays(orm, TODAY);
  listPayouts(orm, TODAY);
  sumOfTransactions(orm);
  await forgetOldDrafts(world.db, world.clock.at);
  await keepHouse(world as unknown as Services, world.deed());
  for (const filter of [
    {},
    { status: "cancelled" as const },
    { search: "ada" },
    { search: "ada main", status: "cancelled" as const },
  ])
    listBookings(orm, filter);
  listBookings(orm, { after: "1~x" });
  for (const filter of [{}, { search: "ada" }, { search: "ada main" }, { after: "1~x" }]) listCustomers(orm, filter);
  findCustomerRecord(orm, booking.customer_id, TODAY);
  prefillOf(orm, booking.customer_id);
  for (const which of STOPS)
    for (const queue of QUEUES)
      getOverview(orm, world.clock.at, { queue, me: STAFF.id, stops: { which, number: "7" }, after: "1~x" });
  listForOffice(orm, { money: { from: TODAY, to: TODAY } });
  const read = readReportPeriod({ month: null, from: null, to: null }, TODAY);
  if (read.ok) readReports(orm, settings, read.period, TODAY);
  for (const key of [null, "rental"])
    listFacts(orm, { figure: "revenue", key, period: { from: TODAY, to: TODAY }, after: "1~x" });
  findAnything(orm, "ada");
  findAnything(orm, "20-1");
  readMetrics(orm);
  await findSession(world.db, "nobody");
  sqlite.prepare = prepare;
});
afterAll(() => world.close());

function planOf(sql: string): string[] {
  const values = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1);
  return (world.db.sqlite.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[]).map(
    (row) => row.detail,
  );
}

describe("query plans", () => {
  it("saw the verbs' queries", () => expect(seen.size).toBeGreaterThan(40));

  // An INSERT's plan names its child tables, which SQLite reads only when a key was left open.
  it("read no growing table from end to end", () => {
    const scans = [...seen]
      .filter((sql) => /^(select|update|delete)/i.test(sql.trim()))
      .flatMap((sql) =>
        planOf(sql)
          .filter(
            (detail) =>
              /^SCAN (?!CONSTANT ROW|.*USING .*INDEX|.*VIRTUAL TABLE INDEX)/.test(detail) &&
              !SMALL.some((table) => detail.includes(table)) &&
              // A few runs of the reports' sums put together, each found by its key.
              !(sql.includes("report_months") && detail.startsWith("SCAN (subquery")),
          )
          .map((detail) => `${detail}: ${sql.slice(0, 200)}`),
      );
    expect(scans).toEqual([]);
  });

  it("sort nothing that grows", () => {
    const sorts = [...seen]
      .filter((sql) => /from "(bookings|outbox|events|holds|checkouts)"/.test(sql))
      .flatMap((sql) =>
        planOf(sql)
          .filter((detail) => /TEMP B-TREE FOR ORDER/.test(detail))
          .map(() => sql.slice(0, 300)),
      );
    expect(sorts).toEqual([]);
  });
});
