import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { accountTokens, bookingDrafts, bookings, outbox, rateLimits, sessions, webhookInbox } from "#db/schema/index";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { countRows } from "#db/client.server";
import { ensureAccount } from "~/domain/accounts/seed.server";
import { KEEP_EXPIRED_DAYS } from "~/domain/booking/draft/drafts.server";
import { EMPTY_DRAFT } from "~/domain/booking/draft/data";
import { day } from "~/domain/kernel/days";
import { newCapability, newId } from "~/domain/kernel/ids.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import { isOpenTask, openTask } from "~/domain/tasks/tasks.server";
import {
  changeSetting,
  openedCheckout,
  openWorld,
  paidBooking,
  signedBooking,
  startedDraft,
  type TestWorld,
} from "../../../tests/support/domain";
import { keepHouse } from "./housekeeping.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
});
afterEach(() => world.close());

const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
const house = () => keepHouse({ ...world, log }, world.deed());
const count = (table: SQLiteTable) => countRows(world.db.orm, table, undefined);

it("forgets what only served its day, and nothing that is younger or still needed", async () => {
  const { orm } = world.db;
  const now = world.clock.at;
  const wall = Date.now();
  await startedDraft(world);
  await signedBooking(world);
  const before = { drafts: count(bookingDrafts), outbox: count(outbox), inbox: count(webhookInbox) };
  const user = await world.db.write((tx) =>
    ensureAccount(tx, { email: "a@example.com", passwordHash: "", displayName: "A", role: "user" }, now),
  );
  for (const [age, name] of [
    [1, "young"],
    [400, "old"],
  ] as const) {
    const [at, then] = [plus(now, -age * DAY), wall - age * DAY];
    const draft = { data: EMPTY_DRAFT, steps_done: [], created_at: at, updated_at: at, expires_at: at };
    orm
      .insert(bookingDrafts)
      .values([
        { ...draft, id: newId("draft"), resume_key: newCapability() },
        { ...draft, id: newId("draft"), resume_key: newCapability(), booking_id: newId("booking") },
      ])
      .run();
    orm
      .insert(outbox)
      .values(
        (["done", "dead", "waiting"] as const).map((state) => ({
          id: newId("outbox"),
          kind: "test",
          cause: `${name} ${state}`,
          payload: {},
          state,
          run_at: then,
          created_at: then,
          done_at: state === "done" ? then : null,
        })),
      )
      .run();
    orm.insert(rateLimits).values({ key: name, window_start: then, hits: 1 }).run();
    orm
      .insert(sessions)
      .values({
        id: newId("session"),
        token_hash: name,
        user_id: user,
        created_at: then,
        last_seen_at: then,
        expires_at: then,
      })
      .run();
    orm.insert(accountTokens).values({ token_hash: name, user_id: user, purpose: "test", expires_at: then }).run();
    orm
      .insert(webhookInbox)
      .values({ id: name, source: "stripe", type: "test", outcome: "seen", received_at: at })
      .run();
  }
  expect((await house()).every(({ finished }) => finished)).toBe(true);
  // Of the old ones only the booked draft and the work that is not done are left.
  expect(count(bookingDrafts)).toBe(before.drafts + 3);
  expect(count(outbox)).toBe(before.outbox + 5);
  expect([count(rateLimits), count(sessions), count(accountTokens), count(webhookInbox)]).toEqual([
    1,
    1,
    1,
    before.inbox + 1,
  ]);
  expect(KEEP_EXPIRED_DAYS).toBeLessThan(400);
});

it("takes a few rows at a time of everything that is over, however much it is", async () => {
  const { orm, sqlite } = world.db;
  const now = world.clock.at;
  const user = await world.db.write((tx) =>
    ensureAccount(tx, { email: "a@example.com", passwordHash: "", displayName: "A", role: "user" }, now),
  );
  const [at, then] = [plus(now, -400 * DAY), Date.now() - 400 * DAY];
  const draft = { data: EMPTY_DRAFT, steps_done: [], created_at: at, updated_at: at, expires_at: at };
  const work = { kind: "test", payload: {}, state: "done" as const, run_at: then, created_at: then, done_at: then };
  const session = { user_id: user, created_at: then, last_seen_at: then, expires_at: then };
  const rows: [SQLiteTable, (i: number) => object][] = [
    [bookingDrafts, () => ({ ...draft, id: newId("draft"), resume_key: newCapability() })],
    [outbox, (i) => ({ ...work, id: newId("outbox"), cause: `${i}` })],
    [rateLimits, (i) => ({ key: `${i}`, window_start: then, hits: 1 })],
    [sessions, (i) => ({ ...session, id: newId("session"), token_hash: `${i}` })],
    [accountTokens, (i) => ({ token_hash: `${i}`, user_id: user, purpose: "test", expires_at: then })],
    [webhookInbox, (i) => ({ id: `${i}`, source: "stripe", type: "test", outcome: "seen", received_at: at })],
  ];
  const changes = () => sqlite.prepare("SELECT total_changes()").pluck().get() as number;
  const { write } = world.db;
  const slices: number[] = [];
  world.db.write = async (decide, options) => {
    const before = changes();
    const decided = await write(decide, options);
    slices.push(changes() - before);
    return decided;
  };
  for (const [table, row] of rows) {
    const before = count(table);
    for (let i = 0; i < 60; i++) orm.insert(table).values(row(i)).run();
    slices.length = 0;
    for (let rounds = 0; rounds < 20 && count(table) > before; rounds++) await house();
    expect(count(table)).toBe(before);
    expect(Math.max(...slices), `slices ${slices.join()}`).toBeLessThan(60);
  }
});

it("gives up work whose process died at each of its tries, and tells the office", async () => {
  const { orm } = world.db;
  const shared = { kind: "mail.lead", payload: {}, run_at: 0, created_at: 0, lease_token: "t" };
  orm
    .insert(outbox)
    .values([
      { ...shared, id: newId("outbox"), cause: "spent", attempts: 78, leased_until: Date.now() - 1 },
      { ...shared, id: newId("outbox"), cause: "at its last try", attempts: 78, leased_until: Date.now() + 60_000 },
      { ...shared, id: newId("outbox"), cause: "to be tried", attempts: 77, leased_until: Date.now() - 1 },
    ])
    .run();
  await house();
  expect(orm.select({ cause: outbox.cause, state: outbox.state }).from(outbox).orderBy(outbox.cause).all()).toEqual([
    { cause: "at its last try", state: "waiting" },
    // The office hears of it by its mail of the day too.
    { cause: "mail.office-digest:2026-12-01", state: "waiting" },
    { cause: "spent", state: "dead" },
    { cause: "to be tried", state: "waiting" },
  ]);
  expect(log.error.mock.calls).toMatchObject([
    [{ module: "outbox", action: "mail.lead", error_details: { attempts: 78, state: "dead" } }],
  ]);
});

it("ends unpaid orders that nobody touched and the office's prices past their day, in slices, and no order that is being paid", async () => {
  const { draftDays } = world.settings();
  await signedBooking(world);
  const quoted = await signedBooking(world, {
    contactInfo: { firstName: "Bo", lastName: "Tester", phone: "(407) 555-0134", email: "bo@example.com" },
  });
  const { orm, sqlite } = world.db;
  sqlite
    .prepare("UPDATE bookings SET status = 'quoted', quote_expires_at = ? WHERE id = ?")
    .run(plus(world.clock.at, (draftDays + 10) * DAY), quoted.id);
  const paying = await signedBooking(world, {
    contactInfo: { firstName: "Cy", lastName: "Tester", phone: "(407) 555-0135", email: "cy@example.com" },
  });
  await openedCheckout(world, paying);
  const statuses = () =>
    orm
      .select({ status: bookings.status })
      .from(bookings)
      .orderBy(bookings.created_at, bookings.booking_number)
      .all()
      .map((row) => row.status);
  await house();
  expect(statuses()).toEqual(["pending_payment", "quoted", "pending_payment"]);
  world.clock.at = plus(world.clock.at, (draftDays + 1) * DAY);
  await house();
  expect(statuses()).toEqual(["expired", "quoted", "pending_payment"]);
  world.clock.at = plus(world.clock.at, 10 * DAY);
  await house();
  expect(statuses()).toEqual(["expired", "expired", "pending_payment"]);
  expect(sqlite.prepare("SELECT status, bookings FROM booking_statuses WHERE bookings > 0").all()).toEqual([
    { status: "pending_payment", bookings: 1 },
    { status: "expired", bookings: 2 },
  ]);
});

it("ends the task of a size that was short on a day that has passed", async () => {
  const subject = { kind: "size", id: "20" } as const;
  const task = { kind: "shortage", cause: "shortage:20", subject, due: world.clock.at } as const;
  await world.db.write((tx) => openTask(tx, world.deed(), task));
  await house();
  expect(isOpenTask(world.db.orm, task.cause)).toBe(false);
});

it("asks about what has come to stand on a closed day", async () => {
  await paidBooking(world, { deliveryDate: "2026-12-15" });
  await changeSetting(world, "holidays", [...world.settings().holidays, day("2026-12-15")]);
  await house();
  expect(world.db.sqlite.prepare("select state from tasks where kind = 'closed_day'").all()).toEqual([
    { state: "open" },
  ]);
});

it("what throws keeps nothing else from its round, is written down, and is thrown in the end", async () => {
  const received_at = plus(world.clock.at, -100 * DAY);
  const old = { id: "evt_old", source: "stripe", type: "x", outcome: "seen", received_at } as const;
  world.db.orm.insert(webhookInbox).values(old).run();
  const flags = () => expect.unreachable("no flags");
  await expect(keepHouse({ ...world, log, flags }, world.deed())).rejects.toThrow("no flags");
  expect(count(webhookInbox)).toBe(0);
  expect(log.error.mock.lastCall).toMatchObject([{ module: "housekeeping", action: "mendStaleDumpsters" }]);
});
