import fc from "fast-check";
import { and, eq, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { changes, charges, checkouts, jobs, units } from "#db/schema/index";
import { openedChange } from "../../../tests/support/changes";
import { confirm, paidBooking, sessionFacts, STAFF, type TestWorld } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { FULL } from "../../../tests/support/paths";
import { relivedWorld, stepByStep } from "../../../tests/support/relive";
import { expectSound } from "../../../tests/support/sound";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { addDays } from "../kernel/days";
import { dayAt, HOUR, plus } from "../kernel/time.server";
import { endCheckout } from "../payments/checkouts.server";
import { leftOfCharge } from "../payments/credits.server";
import { totalOf } from "../payments/entries";
import { nextOpenDay } from "../schedule/rules";
import { nextStates } from "../states/transitions";
import { askForChange, previewChange } from "./changes.server";
import { askToMove } from "./extra-job.server";
import type { AskedChange } from "./kind";
import { keepDumpster, requestPickup } from "./pickup-request.server";
import { withdrawExtra } from "./withdraw-extra.server";

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const KINDS = [
  ...["ask", "ask", "ask", "open", "open", "open", "open", "pay", "pay", "pay", "pay", "pay", "end", "give-up"],
  ...["pickup", "keep", "keep", "move", "drive", "drive", "drive", "drive", "wait", "rent"],
] as const;
const step = fc.record({ kind: fc.constantFrom(...KINDS), a: fc.nat(30), b: fc.nat(30) });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What somebody else may be in the way of; everything else that a step is refused for is a fault. */
const REFUSED = /sold_out|window_full|too_many_holds|UNIQUE|not_open|changed|not_movable|bad_days|another_job/;
const orRefused = (error: Error) => {
  if (!REFUSED.test(error.message)) throw error;
};

function wanted(world: TestWorld, a: number, b: number): AskedChange {
  const on = nextOpenDay(addDays(dayAt(world.clock.at), 1 + (b % 4)), world.settings());
  const window = pick(["morning", "afternoon", "anytime"] as const, a) ?? "anytime";
  if (a % 3 === 0) return { kind: "extension", days: 1 + (b % 6) };
  if (a % 3 === 1) return { kind: "haul", as: "dump_and_return", day: on, window, note: "" };
  return { kind: "swap", size: 20, material: "general", day: on, window, note: "" };
}

async function live(world: TestWorld, driver: Awaited<ReturnType<typeof temporaryDriver>>, { kind, a, b }: Step) {
  const { orm } = world.db;
  const settings = world.settings();
  const unit = pick(orm.select().from(units).all(), a);
  if (kind === "rent") {
    const on = nextOpenDay(addDays(dayAt(world.clock.at), 1 + (a % 3)), settings);
    const contactInfo = { firstName: "A", lastName: "B", phone: "(407) 555-0133", email: `${a}.${b}@example.com` };
    await paidBooking(world, { deliveryDate: on, rentalDays: 4 + (b % 6), contactInfo }).catch(orRefused);
  }
  if (kind === "ask" && unit) {
    const asked = wanted(world, b, a);
    const seen = previewChange(orm, settings, unit.id, asked, world.clock.at);
    if (seen.ok)
      await world.db.write((tx) => askForChange(tx, world.deed(), settings, unit.id, asked, seen.price.total));
  }
  const priced = pick(orm.select().from(changes).where(eq(changes.state, "priced")).all(), b);
  if (kind === "open" && priced) await openedChange(world, priced).catch(orRefused);
  const checkout = pick(
    orm
      .select()
      .from(checkouts)
      .all()
      .filter(({ change_id }) => change_id !== null),
    b,
  );
  if (kind === "pay" && checkout) await confirm(world, sessionFacts(checkout));
  if (kind === "end" && checkout)
    await world.db.write((tx) => endCheckout(tx, world.deed(), checkout, "expired", "test"));
  const extra = pick(
    orm
      .select()
      .from(jobs)
      .where(inArray(jobs.kind, ["swap", "dump_and_return", "relocate"]))
      .all(),
    a,
  );
  if (kind === "give-up" && extra) await world.db.write((tx) => withdrawExtra(tx, world.deed(), extra.id, "test"));
  if (kind === "pickup" && unit)
    await world.db.write((tx) => requestPickup(tx, world.deed(), settings, unit.id, { early: true, seen: null }));
  if (kind === "keep" && unit) await world.db.write((tx) => keepDumpster(tx, world.deed(), settings, unit.id));
  if (kind === "move" && unit)
    await world.db.write((tx) =>
      askToMove(tx, world.deed(), settings, unit.id, { inTheWay: b % 2 === 0, note: "Left" }),
    );
  const job = pick(orm.select().from(jobs).all(), a + b);
  if (kind === "drive" && job)
    await world.db.write((tx) => {
      if (job.state === "unscheduled") scheduleJob(tx, world.deed(STAFF), job.id);
      else if (job.state === "scheduled") assignJob(tx, world.deed(STAFF), job.id, driver);
      else advanceJob(tx, world.deed(STAFF), job.id, pick(nextStates("job", job.state), b) ?? job.state, "test");
    });
  if (kind === "wait") world.clock.at = plus(world.clock.at, (1 + a) * HOUR);
}

/** Sets the first delivery down. */
async function deliver(world: TestWorld, driver: Awaited<ReturnType<typeof temporaryDriver>>) {
  const { orm } = world.db;
  const delivery = orm.select().from(jobs).where(eq(jobs.kind, "delivery")).get()!;
  await world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), delivery.id);
    assignJob(tx, world.deed(STAFF), delivery.id, driver);
    for (const to of ["en_route", "arrived", "serviced", "completed"] as const)
      advanceJob(tx, world.deed(STAFF), delivery.id, to);
  });
}

/** What is wrong: a change costs its total while it stands and nothing else, and a minute stands for who was asked for alone. */
function wrong({ db: { orm } }: TestWorld): string[] {
  const found: string[] = [];
  for (const change of orm.select().from(changes).all()) {
    const mine = orm.select().from(charges).where(eq(charges.change_id, change.id)).all();
    const left = mine.reduce((sum, charge) => sum + totalOf(leftOfCharge(orm, charge)), 0);
    if (left !== (change.state === "applied" ? change.total : 0))
      found.push(`${change.kind} ${change.state} costs ${left}`);
    const trucks = orm
      .select()
      .from(jobs)
      .where(and(eq(jobs.change_id, change.id)))
      .all();
    const isTruck = change.kind !== "extension" && (change.state === "applied" || change.state === "withdrawn");
    if (trucks.length > 1) found.push(`${trucks.length} trucks for one ${change.kind}`);
    if (change.state === "applied" && isTruck && trucks[0]?.state === "cancelled") found.push("paid and cancelled");
    if (change.state !== "applied" && trucks.some(({ state }) => state !== "cancelled" && state !== "attempted"))
      found.push(`a truck for a ${change.state} ${change.kind}`);
  }
  for (const { state, pickup_asked_at, unit_number } of orm.select().from(units).all()) {
    if (state === "pickup_requested" && pickup_asked_at === null) found.push(`unit ${unit_number} has no minute`);
    if (state === "on_site" && pickup_asked_at !== null) found.push(`unit ${unit_number} has a minute`);
  }
  return found;
}

/** Each kind is bought once however chance falls, and one of them is taken back. */
const bought = (b: number, ...then: Step[]): [Step[]] => [
  [{ kind: "ask", a: 0, b }, { kind: "open", a: 0, b: 0 }, { kind: "pay", a: 0, b: 0 }, ...then],
];
const EXAMPLES = [bought(0), bought(1, { kind: "give-up", a: 0, b: 0 }), bought(2)];

/** In `test:full` many short ones, each looked at when it is over; else few long ones, looked at on the way as well. */
const RUNS = FULL ? { numRuns: 2_000 } : { numRuns: 8, seed: 20_261_124 };
const LENGTH = FULL ? { minLength: 8, maxLength: 30 } : { minLength: 25, maxLength: 50 };

it(
  `any history of what customers buy, ask for and take back keeps yard and books true, over ${RUNS.numRuns} histories`,
  { timeout: FULL ? 3_600_000 : 120_000 },
  async () => {
    const became: Record<string, number> = {};
    const { world, live: relive } = await relivedWorld({ fleet: { 20: 3 } });
    const driver = await temporaryDriver(world);
    await paidBooking(world);
    await deliver(world, driver);
    const look = () => {
      expectSound(world);
      expect(wrong(world)).toEqual([]);
    };
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, LENGTH), (steps) =>
          relive(async () => {
            await stepByStep(steps, (one) => live(world, driver, one), look);
            for (const { kind, state } of world.db.orm.select().from(changes).all())
              became[`${kind} ${state}`] = (became[`${kind} ${state}`] ?? 0) + 1;
          }),
        ),
        { ...RUNS, examples: EXAMPLES },
      );
    } finally {
      world.close();
    }
    // The histories are about something.
    const times = (kind: string) => (became[`${kind} applied`] ?? 0) + (became[`${kind} withdrawn`] ?? 0);
    expect(["extension", "haul", "swap"].filter((kind) => times(kind) === 0)).toEqual([]);
    expect(Object.keys(became).some((what) => what.endsWith("withdrawn"))).toBe(true);
  },
);
