import fc from "fast-check";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { bookings, changes, charges, checkouts, holds, jobs, payments, refunds, units } from "#db/schema/index";
import { askForDays, openedChange } from "../../../tests/support/changes";
import { confirm, paidBooking, sessionFacts, STAFF, type TestWorld } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { expectSound } from "../../../tests/support/sound";
import { ledgerFaults } from "../../../tests/support/ledger-check";
import { FULL } from "../../../tests/support/paths";
import { relivedWorld, stepByStep } from "../../../tests/support/relive";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { addDays } from "../kernel/days";
import { HOUR, MINUTE, plus } from "../kernel/time.server";
import { listPapers } from "../documents/papers.server";
import { readLedger } from "../payments/ledger.server";
import { endCheckout } from "../payments/checkouts.server";
import type { DeliveryWindowId } from "../schedule/rules";
import { nextStates } from "../states/transitions";
import { cancelBooking, previewCancellation } from "./cancel.server";
import { expireChanges, withdrawChange } from "./changes.server";
import { rescheduleUnit } from "./reschedule.server";

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const KINDS = [
  ...["rent", "ask", "ask", "ask", "open", "open", "open", "pay", "pay", "pay", "pay", "expire", "expire"],
  ...["withdraw", "house", "house", "cancel", "move", "move", "drive", "wait", "wait"],
] as const;
const step = fc.record({ kind: fc.constantFrom(...KINDS), a: fc.nat(30), b: fc.nat(30) });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Driver = Awaited<ReturnType<typeof temporaryDriver>>;

/** What somebody else may be in the way of; everything else that a step is refused for is a fault. */
const REFUSED = /sold_out|window_full|too_many_holds|UNIQUE|not_open|changed|not_movable|bad_days/;
const orRefused = (error: Error) => {
  if (!REFUSED.test(error.message)) throw error;
};

async function live(world: TestWorld, driver: Driver, { kind, a, b }: Step): Promise<void> {
  const { orm } = world.db;
  const unit = pick(orm.select().from(units).all(), a);
  const change = pick(orm.select().from(changes).all(), b);
  const tries = orm.select().from(checkouts).all();
  // Those of the orders are mostly over.
  const checkout = pick(a % 4 === 0 ? tries : tries.filter(({ change_id }) => change_id !== null), b);
  if (kind === "rent")
    await paidBooking(world, {
      deliveryDate: pick(["2026-12-03", "2026-12-05", "2026-12-11", "2026-12-16"], a) ?? "",
      rentalDays: 5 + (b % 9),
      cart: [{ dumpsterSize: 20, quantity: 1 + (a % 2), materialCategory: pick(["general", "metal"], b) ?? "" }],
      flexibleExtension: b % 3 === 0,
      contactInfo: { firstName: "A", lastName: "B", phone: "(407) 555-0133", email: `${a}.${b}@example.com` },
    }).catch(orRefused);
  if (kind === "ask" && unit) await askForDays(world, unit.id, 1 + (b % 12));
  const priced = pick(orm.select().from(changes).where(eq(changes.state, "priced")).all(), b);
  if (kind === "open" && priced) await openedChange(world, priced).catch(orRefused);
  // Any session, whatever became of its checkout: late, twice, for another amount.
  if (kind === "pay" && checkout) {
    const wrong = { amountTotal: checkout.amount + 100, paymentIntentId: `pi_wrong_${checkout.id}` };
    const stood = rows(world);
    const paid = await confirm(world, sessionFacts(checkout, a % 3 === 0 ? wrong : {}));
    // What is not honoured changes nothing but its own money.
    if (!paid.ok || paid.outcome !== "confirmed") expect(rows(world)).toEqual(stood);
  }
  if (kind === "expire" && checkout)
    await world.db.write((tx) => endCheckout(tx, world.deed(), checkout, "expired", "test"));
  if (kind === "withdraw" && change) await world.db.write((tx) => withdrawChange(tx, world.deed(), change.id, "test"));
  if (kind === "house") await expireChanges(world.db, world.deed());
  if (kind === "cancel" && unit && b % 3 === 0)
    await world.db.write((tx) => {
      const one = a % 2 ? unit.id : null;
      const shown = previewCancellation(tx, world.settings(), unit.booking_id, one, world.clock.at, "staff");
      if (!shown.ok) return;
      const done = cancelBooking(tx, world.deed(STAFF), world.settings(), unit.booking_id, one, shown.fee);
      expect(done).toMatchObject({ ok: true });
    });
  if (kind === "move" && unit)
    await world.db.write((tx) =>
      rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, {
        deliveryDate: unit.delivery_date,
        window: unit.delivery_window as DeliveryWindowId,
        pickupDate: addDays(unit.pickup_date, (b % 5) - 1),
      }),
    );
  const job = pick(orm.select().from(jobs).all(), a);
  if (kind === "drive" && job)
    await world.db.write((tx) => {
      if (job.state === "unscheduled") scheduleJob(tx, world.deed(STAFF), job.id);
      else if (job.state === "scheduled") assignJob(tx, world.deed(STAFF), job.id, driver);
      else advanceJob(tx, world.deed(STAFF), job.id, pick(nextStates("job", job.state), b) ?? job.state, "test");
    });
  if (kind === "wait") world.clock.at = plus(world.clock.at, a % 3 === 0 ? (1 + a) * HOUR : (1 + b) * MINUTE);
}

function rows({ db: { orm } }: TestWorld) {
  return [bookings, units, charges, jobs].map((table) => orm.select().from(table).all());
}

/** What is wrong with the changes; empty when each owns its holds, checkouts and charges, and only what was done costs. */
function wrongInChanges({ db: { orm } }: TestWorld): string[] {
  const wrong: string[] = [];
  const twice = (what: string, owners: string[]) => {
    if (new Set(owners).size !== owners.length) wrong.push(`two ${what} of one owner`);
  };
  const owner = (row: { booking_id: string; change_id: string | null }) => row.change_id ?? row.booking_id;
  const all = orm.select().from(checkouts).all();
  const open = all.filter(({ state }) => state === "creating" || state === "open");
  const liveHolds = orm.select().from(holds).all();
  twice("open checkouts", open.map(owner));
  twice("live holds", liveHolds.filter(({ state }) => state === "live").map(owner));
  for (const checkout of all) {
    const held = liveHolds.find(({ id }) => id === checkout.hold_id);
    if (held?.change_id !== checkout.change_id) wrong.push(`checkout ${checkout.id} has another owner's hold`);
    if (open.includes(checkout) !== (held?.state === "live")) wrong.push(`checkout ${checkout.id}: ${held?.state}`);
  }
  const made = orm.select().from(charges).all();
  const back = orm.select().from(refunds).all();
  for (const change of orm.select().from(changes).all()) {
    const mine = made.filter(({ change_id }) => change_id === change.id);
    const charged = mine.reduce((sum, { amount, tax }) => sum + amount + tax, 0);
    if (charged !== (change.state === "applied" ? change.total : 0)) wrong.push(`${change.state} costs ${charged}`);
    const done = all.filter(({ change_id, outcome }) => change_id === change.id && outcome === "confirmed").length;
    if (done !== (change.state === "applied" && change.total > 0 ? 1 : 0)) wrong.push(`${change.state}, ${done} paid`);
    if (
      change.state !== "priced" &&
      open.some(({ change_id }) => change_id === change.id) &&
      change.state !== "expired"
    )
      wrong.push(`${change.state} with an open checkout`);
  }
  for (const payment of orm.select().from(payments).all()) {
    const { outcome } = all.find(({ id }) => id === payment.checkout_id) ?? {};
    const given = back
      .filter(({ payment_id }) => payment_id === payment.id)
      .reduce((sum, { amount }) => sum + amount, 0);
    if (outcome !== "confirmed" && given !== payment.amount)
      wrong.push(`${outcome}: ${given} of ${payment.amount} back`);
  }
  return wrong;
}

/** paid − refunded = invoiced − credited + balance, by the papers alone; a line for each booking where it is not. */
function wrongInPapers({ db: { orm } }: TestWorld): string[] {
  return orm
    .select()
    .from(bookings)
    .all()
    .flatMap(({ id, booking_number }) => {
      const papers = listPapers(orm, id);
      const { paid, refunded, owed } = readLedger(orm, id);
      const papered = papers.reduce((sum, { total }) => sum + total, 0);
      return paid - refunded === papered - owed ? [] : [`${booking_number}: ${papered} papered`];
    });
}

/** In `test:full` many short ones, each looked at when it is over; else few long ones, looked at on the way as well. */
const RUNS = FULL ? { numRuns: 10_000 } : { numRuns: 12, seed: 20_261_124 };
const LENGTH = FULL ? { minLength: 5, maxLength: 25 } : { minLength: 30, maxLength: 60 };

it(
  `any history of changes keeps inventory and books true, and only what was done costs, over ${RUNS.numRuns} histories`,
  { timeout: FULL ? 3_600_000 : 90_000 },
  async () => {
    const became: Record<string, number> = {};
    const outcomes: Record<string, number> = {};
    const count = (of: Record<string, number>, what: string | null) => (of[what ?? ""] = (of[what ?? ""] ?? 0) + 1);
    const { world, live: relive } = await relivedWorld({ fleet: { 20: 3 } });
    const driver = await temporaryDriver(world);
    for (const one of [0, 1]) await live(world, driver, { kind: "rent", a: one, b: one });
    const look = () => {
      expectSound(world);
      expect(wrongInChanges(world)).toEqual([]);
    };
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, LENGTH), (steps) =>
          relive(async () => {
            await stepByStep(steps, (one) => live(world, driver, one), look);
            expect(wrongInPapers(world)).toEqual([]);
            expect(ledgerFaults(world.db.sqlite)).toEqual([]);
            for (const { state } of world.db.orm.select().from(changes).all()) count(became, state);
            for (const { change_id, outcome } of world.db.orm.select().from(checkouts).all())
              if (change_id) count(outcomes, outcome);
          }),
        ),
        RUNS,
      );
    } finally {
      world.close();
    }
    // The histories are about something: each of these comes often, so none at all is no chance.
    expect(became).toMatchObject({
      applied: expect.any(Number),
      withdrawn: expect.any(Number),
      expired: expect.any(Number),
    });
    expect(outcomes).toMatchObject({ confirmed: expect.any(Number) });
    if (FULL) expect(outcomes).toHaveProperty("refunded_wrong_amount");
  },
);
