import { findBooking } from "~/domain/booking/order/bookings.server";
import { findOrNear } from "~/domain/records/find-near.server";
import { getOverview } from "~/domain/records/overview.server";
import { listBookings, type BookingFilter } from "~/domain/booking/office/search.server";
import type { Db, Tx } from "#db/client.server";
import { findSession } from "~/domain/accounts/sessions.server";
import { countAvailable } from "~/domain/inventory/availability.server";
import { holdUnits } from "~/domain/inventory/holds.server";
import { addDays } from "~/domain/kernel/days";
import { SYSTEM } from "~/domain/kernel/deed";
import { newId } from "~/domain/kernel/ids.server";
import { dayAt, instant } from "~/domain/kernel/time.server";
import { readMetrics } from "~/domain/log/metrics.server";
import { claimWork, hasDueWork } from "~/domain/outbox/outbox.server";
import { listUnfinishedCheckouts } from "~/domain/payments/checkouts.server";
import { listOpenRefunds } from "~/domain/payments/refunds.server";
import type { Services } from "~/services.server";
import { keepHouse } from "~/services/work/housekeeping.server";
import { nameOf } from "./grow";

/** One question of the product to a grown database (tests/support/grow.ts), the same whatever its size. */
export interface Question {
  ask(): unknown;
  /** How many times longer it may take in the large database than in the small one (bars.md). */
  most: number;
}

/** Several words look back for a millisecond, however much there is (decision 0028): half of it is what that is held against. */
const OF_BUDGET_MS = 0.5;

/** A search that fills its page in a small database too. */
export const FULL_PAGE = "search: a full page in both";

export interface Growth {
  /** The shortest time in ms, in the small and in the large database. */
  small: number;
  large: number;
  /**
   * Large ÷ small. A search that finds next to nothing in the small database is held against a full page there: what is
   * shown costs too.
   */
  times: number;
  most: number;
}

/**
 * Asks every question of both databases in turn and keeps the shortest time of each: what disturbs a busy machine only
 * ever makes a question longer, and by turns it disturbs both.
 */
export async function measureGrowth(
  small: Record<string, Question>,
  large: Record<string, Question>,
  turns: number,
): Promise<Record<string, Growth>> {
  const shortest = async (question: Question | undefined, before: number) => {
    const begun = performance.now();
    await question?.ask();
    return Math.min(before, performance.now() - begun);
  };
  const measured = new Map(Object.keys(small).map((name) => [name, { small: Infinity, large: Infinity }]));
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, times] of measured) {
      times.small = await shortest(small[name], times.small);
      times.large = await shortest(large[name], times.large);
    }
  }
  const fullPage = measured.get(FULL_PAGE)?.small ?? 0;
  return Object.fromEntries(
    [...measured].map(([name, times]) => {
      const yardstick = Math.max(
        times.small,
        /^search|^office: everything/.test(name) ? fullPage : 0,
        /^search: .*(two|street|first and last)/.test(name) ? OF_BUDGET_MS : 0,
      );
      return [name, { ...times, times: times.large / yardstick, most: small[name]?.most ?? 1 }];
    }),
  );
}

/** A day has as many bookings as the trucks have stops for, whatever the size of the company's past. */
const ON_A_DAY = 60;
function fillDay({ sqlite }: Db, day: string): void {
  const has = Number(
    sqlite.prepare("SELECT count(*) FROM bookings WHERE scheduled_delivery_date = ?").pluck().get(day),
  );
  sqlite
    .prepare(
      "UPDATE bookings SET scheduled_delivery_date = ? WHERE id IN (SELECT id FROM bookings WHERE scheduled_delivery_date <> ? ORDER BY id LIMIT ?)",
    )
    .run(day, day, Math.max(0, ON_A_DAY - has));
}

/** Rolled back, so that a hold can be taken again and again. */
class Undone extends Error {}

/** What the office and the visitors ask, by name. `number` and `session` are rows that the database has. */
export function questions(db: Db, now: number): Record<string, Question> {
  const { orm, sqlite } = db;
  const at = instant(now);
  const today = dayAt(at);
  const {
    id,
    booking_number: number,
    phone,
    email,
  } = sqlite
    .prepare("SELECT id, booking_number, phone, email FROM bookings ORDER BY id LIMIT 1 OFFSET 499")
    .get() as Record<string, string>;
  const deed = { by: SYSTEM, now: at, requestId: "growth" };
  const day = addDays(today, 1);
  fillDay(db, day);
  const list = (filter: BookingFilter, most = 1.3): Question => ({ ask: () => listBookings(orm, filter), most });
  const search = (filter: BookingFilter): Question => list(filter, 2.5);
  /** A page from the middle of all that a filter finds. */
  const deep = (filter: BookingFilter, most: number): Question => {
    const pages = [listBookings(orm, filter)];
    for (let next = pages[0]?.next; next && pages.length < 8; next = pages.at(-1)?.next)
      pages.push(listBookings(orm, { ...filter, after: next }));
    return list({ ...filter, after: pages.at(-2)?.next ?? null }, most);
  };
  const hold = () => {
    holdUnits(
      orm as Tx,
      deed,
      {
        bookingId: id as never,
        email: "new@example.com",
        lines: [{ size: 20, quantity: 1 }],
        deliveryDate: addDays(today, 3),
        deliveryWindow: "morning",
        occupiedUntil: addDays(today, 10),
      },
      { expiresAt: at, windowCapacity: 100, maxPerEmail: 3 },
    );
    throw new Undone();
  };
  const taken = () => {
    try {
      sqlite.transaction(hold).immediate();
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
  };
  /** The one search of the office: held against a full page, like the others. */
  const everything = (said: string): Question => ({ ask: () => findOrNear(orm, said), most: 4 });
  const overview = (queue: "all" | "nobody") =>
    getOverview(orm, at, { queue, me: newId("account"), stops: { which: "today" } });
  const services = {
    db,
    config: { publicUrl: "https://dumpsters.example" },
    settings: () => ({ draftDays: 14 }),
    flags: () => ({ status_cleanup: true }),
    // A row that is claimed in each of a hundred turns is given up in the end.
    log: { error: () => undefined, warn: () => undefined },
  } as unknown as Services;
  return {
    "newest bookings": list({}),
    "newest with a status": list({ status: "cancelled" }),
    "a page far back": deep({}, 1.3),
    "a page far back with a status": deep({ status: "cancelled" }, 1.3),
    "search: the list of a delivery day": list({ day }),
    "search: the list of a delivery day with a status": list({ day, status: "completed" }),
    "search: of a delivery day": search({ day, search: "orlando street" }),
    "one booking by its number": { ask: () => findBooking(orm, { number: number ?? "" }), most: 1.3 },
    "search: a common word": search({ search: "orlando" }),
    "search: the beginning of a common word": search({ search: "orl" }),
    "search: a common word, far back": deep({ search: "orlando" }, 2.5),
    "search: a common word with a rare status": search({ search: "orlando", status: "balance_due" }),
    "search: a common word with a common status": search({ search: "orlando", status: "completed" }),
    "search: a first name": search({ search: nameOf(0, 2) }),
    "search: first and last name": search({ search: `${nameOf(0, 2)} ${nameOf(0, 3)}` }),
    "search: a street": search({ search: `${nameOf(0, 4)} boulevard` }),
    "search: two common words": search({ search: "orlando street" }),
    "search: two common words that no booking has": search({ search: "kissimmee sanford" }),
    "search: two common words with a rare status": search({ search: "orlando street", status: "balance_due" }),
    "search: nobody": search({ search: "nobodyatall" }),
    "search: a phone number": search({ search: phone ?? "" }),
    "search: an e-mail address": search({ search: email ?? "" }),
    "search: a number": search({ search: number ?? "" }),
    "search: the beginning of a number": search({ search: (number ?? "").slice(0, -3) }),
    "days: how many can be had": {
      ask: () => countAvailable(orm, 20, { start: today, end: addDays(today, 7) }, today),
      most: 1.3,
    },
    "days: a hold": { ask: taken, most: 1.3 },
    "work: is any due": { ask: () => hasDueWork(db), most: 1.3 },
    "work: checkouts that have not ended": { ask: () => listUnfinishedCheckouts(orm), most: 1.3 },
    "work: refunds on their way": { ask: () => listOpenRefunds(orm), most: 1.3 },
    "work: a round of housekeeping": { ask: () => keepHouse(services, deed), most: 1.3 },
    "work: a row is claimed": { ask: () => claimWork(db, 1, 1), most: 1.3 },
    "sessions: who is signed in": { ask: () => findSession(db, "nobody"), most: 1.3 },
    "office: everything by a phone number": everything(phone ?? ""),
    "office: everything by a common first name": everything(nameOf(0, 2)),
    "office: everything by first and last name": everything(`${nameOf(0, 2)} ${nameOf(0, 3)}`),
    "office: everything by a common town and street": everything("orlando street"),
    "office: everything by a dumpster's number": everything("20-0"),
    "office: everything by nobody's words": everything("xylophone zebra"),
    // The most that names are compared: half of the word begins as many do.
    "office: everything by a misspelled name": everything(`${nameOf(0, 2).slice(0, 2)}qq`),
    "office: the overview": { ask: () => overview("all"), most: 2.5 },
    "office: what nobody has taken": { ask: () => overview("nobody"), most: 2.5 },
    "operator: the metrics": { ask: () => readMetrics(orm), most: 1.3 },
    [FULL_PAGE]: search({ search: "street" }),
  };
}
