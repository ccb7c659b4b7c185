import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { countRows } from "#db/client.server";
import {
  bookings,
  charges,
  drivers,
  events,
  jobs,
  ledgerEntries,
  payments,
  reminders,
  units,
  weightTickets,
} from "#db/schema/index";
import { createClock } from "~/adapters/clock/clock.server";
import { moveClock } from "~/adapters/clock/move.server";
import { createFilesAdapter } from "~/adapters/files/files.server";
import { addDays } from "~/domain/kernel/days";
import type { StaffActor } from "~/domain/kernel/deed";
import { HOUR, instantAt, plus } from "~/domain/kernel/time.server";
import { openWorld, paidBooking, STAFF, TODAY, type TestWorld } from "../../../tests/support/domain";
import { disputed } from "../../../tests/support/money";
import { fakeServices, fakeStripe } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { BEHAVIOURS } from "./behaviours.server";
import { listNoticed } from "./charges.server";
import { chanceOf } from "./chance";
import { cardAt } from "./customers.server";
import { listDone } from "./keeping.server";
import { liveMonth, type Counts } from "./month.server";
import { answerBank, listDisputed } from "./office.server";
import { callerOf } from "./people";
import type { Play } from "./play.server";
import { inFull } from "../../../tests/support/in-full";

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** Some days of business in a fresh sandbox, from a Tuesday morning on; `most`: so many moments at most. */
async function lived(seed: number, days: number, most = Infinity) {
  const world = await openWorld({ sandbox: true, now: instantAt(TODAY, 5) });
  const folder = mkdtempSync(join(tmpdir(), "roll-off-month-test-"));
  opened.push(() => {
    world.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const stripe = fakeStripe();
  const clock = createClock(world.db, true);
  await moveClock(world.db, { to: instantAt(TODAY, 5) });
  const sent: string[] = [];
  const services = {
    ...fakeServices(world, stripe),
    clock,
    sandbox: null,
    files: createFilesAdapter(folder),
    pdf: { render: () => Promise.resolve(Buffer.from("%PDF-")) },
    mail: { send: ({ subject }: { subject: string }) => Promise.resolve(void sent.push(subject)) },
  } as unknown as Services;
  let moments = 0;
  const counts = await liveMonth(services, {
    seed,
    days,
    // As at the card company's page: the declined card is declined, every other one pays.
    pay: (id, { number }) => {
      const session = stripe.sessions.get(id);
      if (!session || number === "4000000000000002") return Promise.resolve(false);
      const paymentIntentId = `pi_${id.slice(8)}`;
      stripe.sessions.set(id, { ...session, status: "complete", paymentStatus: "paid", paymentIntentId });
      return Promise.resolve(true);
    },
    goesOn: () => Promise.resolve(++moments <= most),
  });
  return { world, counts, sent, clock };
}

/** What a month came to, without its ids. */
function told({ db: { orm } }: TestWorld) {
  return {
    bookings: orm
      .select({
        number: bookings.booking_number,
        name: bookings.last_name,
        order: bookings.items_summary,
        delivery: bookings.scheduled_delivery_date,
        status: bookings.status,
        total: bookings.total_amount,
      })
      .from(bookings)
      .orderBy(bookings.booking_number)
      .all(),
    tickets: orm
      .select({ number: weightTickets.ticket_number, net: weightTickets.net_pounds })
      .from(weightTickets)
      .orderBy(weightTickets.ticket_number)
      .all(),
    units: orm
      .select({ state: units.state })
      .from(units)
      .all()
      .map(({ state }) => state)
      .sort(),
    stops: orm
      .select({
        number: bookings.booking_number,
        unit: units.unit_number,
        kind: jobs.kind,
        day: jobs.day,
        by: drivers.name,
      })
      .from(jobs)
      .innerJoin(units, eq(units.id, jobs.unit_id))
      .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
      .leftJoin(drivers, eq(drivers.id, jobs.driver_id))
      .orderBy(bookings.booking_number, units.unit_number, jobs.kind, jobs.attempt)
      .all(),
    money: orm
      .select({
        number: bookings.booking_number,
        kind: ledgerEntries.kind,
        amount: ledgerEntries.amount,
        tax: ledgerEntries.tax,
      })
      .from(ledgerEntries)
      .innerJoin(bookings, eq(bookings.id, ledgerEntries.booking_id))
      .all()
      .map((entry) => JSON.stringify(entry))
      .sort(),
  };
}
const of = (counts: Counts, name: RegExp) =>
  Object.entries(counts).reduce((sum, [what, count]) => sum + (name.test(what) ? count : 0), 0);

describe("some days of business", () => {
  inFull("are the same with the same seed, and others with another", { timeout: 600_000 }, async () => {
    const [one, again, other] = [await lived(7, 12), await lived(7, 12), await lived(8, 1)];
    expect(told(one.world)).toEqual(told(again.world));
    expect(one.counts).toEqual(again.counts);
    // Reports have a cancellation that cost something, and a request that became an order.
    expect([/cancels late$/, /after the call$/].map((name) => of(one.counts, name) > 0)).toEqual([true, true]);
    expect(told(other.world)).not.toEqual(told(one.world));
  });

  it("book, pay, deliver, weigh and remind by the product's own verbs", { timeout: 120_000 }, async () => {
    const { world, counts, sent } = await lived(7, 3);
    const { orm } = world.db;
    expect(of(counts, /failed|takes a step: refused/)).toBe(0);
    expect(of(counts, /books online$/)).toBeGreaterThanOrEqual(6);
    const booked = orm
      .select()
      .from(bookings)
      .all()
      .filter(({ email }) => /\.\d+@example\.com$/.test(email));
    const paid = booked.filter(({ paid_at }) => paid_at !== null);
    expect(paid.length).toBe(of(counts, /books online$/));
    // By the seconds that the machine took, a wait of a quarter of an hour was over at this moment or at the next one.
    expect(paid.map(({ paid_at }) => (paid_at ?? 0) % 60_000)).toEqual(paid.map(() => 0));
    for (const { id, total_amount } of paid) {
      // The ledger and the history are the product's own.
      const received = orm
        .select()
        .from(payments)
        .all()
        .filter(({ booking_id }) => booking_id === id);
      expect(received.map(({ amount }) => amount)).toEqual([total_amount]);
      expect(
        orm
          .select()
          .from(ledgerEntries)
          .all()
          .some(({ booking_id }) => booking_id === id),
      ).toBe(true);
      expect(
        orm
          .select()
          .from(events)
          .all()
          .some((row) => row.booking_id === id && row.action === "agreement_signed"),
      ).toBe(true);
    }
    expect(of(counts, /asks for the pickup$|buys more days$/)).toBeGreaterThan(0);
    expect(of(counts, /delivery, site done/)).toBeGreaterThan(3);
    expect(of(counts, /pickup, weighed/)).toBeGreaterThan(0);
    expect(countRows(orm, weightTickets, undefined)).toBeGreaterThan(0);
    expect(
      orm
        .select()
        .from(jobs)
        .all()
        .filter(({ state }) => state === "completed").length,
    ).toBeGreaterThan(5);
    expect(
      orm
        .select()
        .from(reminders)
        .all()
        .map(({ outcome }) => outcome),
    ).toContain("told");
    for (const subject of [
      /is confirmed/,
      /scheduled/,
      /our truck comes tomorrow/,
      /on the way/,
      /your dumpster is there/,
    ])
      expect(sent.filter((one) => subject.test(one)).length, String(subject)).toBeGreaterThan(0);
  });

  it("end after the moment at which they are stopped", async () => {
    const { clock } = await lived(7, 30, 6);
    expect(clock.now()).toBeLessThan(instantAt(TODAY, 10));
  });
});

// No truck comes for it by itself (docs/decisions/0098): whoever never asked would have it for ever.
it("has everybody ask for what they kept, on the last paid day or within three after it", async () => {
  const world = await openWorld({ fleet: { 20: 12 } });
  opened.push(() => world.close());
  const windows = ["morning", "afternoon", "anytime"] as const;
  for (let i = 0; i < 12; i++) await paidBooking(world, { deliveryTime: windows[i % 3] ?? "anytime" });
  const { orm } = world.db;
  orm.update(bookings).set({ flexible_extension: true }).run();
  orm.update(units).set({ state: "on_site", pickup_date: TODAY }).where(eq(units.state, "reserved")).run();
  const asking = (later: number) =>
    listDone({ services: { db: world.db }, chance: chanceOf(7), day: addDays(TODAY, later) } as unknown as Play).length;
  const all = orm.select().from(units).where(eq(units.state, "on_site")).all();
  const due = all.filter(({ pickup_date }) => pickup_date === TODAY).length;
  expect([asking(0) > 0, asking(0) < due, asking(1) > asking(0)]).toEqual([true, true, true]);
  expect(asking(3)).toBe(all.filter(({ pickup_date }) => pickup_date <= addDays(TODAY, 3)).length);
});

describe("chance", () => {
  it("is the same for the same words, and spread over all that it may be", () => {
    const chance = chanceOf(7);
    expect(chance.of("a", 1)).toBe(chanceOf(7).of("a", 1));
    expect(chance.of("a", 1)).not.toBe(chanceOf(8).of("a", 1));
    const all = Array.from({ length: 4_000 }, (_, i) => chance.of("word", i));
    const tenth = (n: number) => all.filter((one) => Math.floor(one * 10) === n).length;
    for (let n = 0; n < 10; n++) expect(tenth(n)).toBeGreaterThan(330);
    const wholes = new Set(Array.from({ length: 500 }, (_, i) => chance.whole(3, 5, i)));
    expect([...wholes].sort()).toEqual([3, 4, 5]);
    expect(() => chance.pick([], "x")).toThrow("nothing");
  });

  it("makes people of whom no two share a number or a mailbox in a month", () => {
    const people = Array.from({ length: 300 }, (_, i) => callerOf(chanceOf(7), "2026-12-01", i, ["32801"]));
    expect(new Set(people.map(({ phone }) => phone)).size).toBe(300);
    expect(new Set(people.map(({ email }) => email)).size).toBe(300);
    for (const { phone } of people) expect(phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
  });
});

it("has a behaviour for each hour that somebody works, each with its own name", () => {
  expect(new Set(BEHAVIOURS.map(({ name }) => name)).size).toBe(BEHAVIOURS.length);
  for (const { at } of BEHAVIOURS) {
    expect(at.length).toBeGreaterThan(0);
    for (const minute of at) expect(minute >= 0 && minute < 1_440).toBe(true);
  }
});

// A newcomer finds a dispute to answer among the month's hundred orders, a card that is declined later and a bank that asks.
it("is paid by cards of every kind that the office hears of", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => cardAt(i / 100).number);
  const share = (number: string) => hundred.filter((one) => one === number).length;
  expect(["4000000000000259", "4000000000000341", "4000002500003155"].map(share)).toEqual([2, 4, 6]);
});

it("nobody asks again about what was lowered for them, and it is not halved again", async () => {
  const world = await openWorld({ fleet: { 20: 2 } });
  opened.push(() => world.close());
  await paidBooking(world);
  const { orm } = world.db;
  const charge = orm.select().from(charges).get() ?? expect.fail("no charge");
  orm.update(charges).set({ state: "noticed", notices: 1, cause: "by_hand:1" }).run();
  const play = { services: { db: world.db }, chance: chanceOf(7) } as unknown as Play;
  expect(listNoticed(play)).toHaveLength(1);
  orm.update(charges).set({ replaces_charge_id: charge.id }).run();
  expect(listNoticed(play)).toEqual([]);
});

it("has its office answer a dispute on the day after it came", async () => {
  const world = await openWorld({ fleet: { 20: 2 } });
  opened.push(() => world.close());
  const { id } = await disputed(world);
  const at = (hours: number) =>
    ({
      services: { db: world.db, clock: { now: () => plus(world.clock.at, hours * HOUR) } },
      deed: (by: StaffActor) => world.deed(by),
      staff: () => STAFF,
    }) as unknown as Play;
  expect(listDisputed(at(2))).toEqual([]);
  const [one] = listDisputed(at(24));
  expect(one?.id).toBe(id);
  expect(await answerBank(at(24), one ?? expect.fail())).toBe(true);
  expect(listDisputed(at(24))).toEqual([]);
});
