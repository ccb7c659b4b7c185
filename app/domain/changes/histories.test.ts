import fc from "fast-check";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { bookings, checkouts, jobs, refunds } from "#db/schema/index";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { temporaryDriver } from "../../../tests/support/driver";
import { HOUR, plus } from "../kernel/time.server";
import { endCheckout } from "../payments/checkouts.server";
import { applyRefundFacts } from "../payments/refunds.server";
import type { RefundFacts } from "../payments/ports";
import {
  confirm,
  draftData,
  freshDraft,
  openWorld,
  openedCheckout,
  sessionFacts,
  sign,
  STAFF,
  startedDraft,
  type TestWorld,
} from "../../../tests/support/domain";
import { expectSound } from "../../../tests/support/sound";
import { FULL } from "../../../tests/support/paths";
import { listUnits } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "./cancel.server";
import { saveDraft } from "../booking/draft/drafts.server";
import { nextStates } from "../states/transitions";

/** Picks the n-th of what there is, so that every number means something. */
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

interface Step {
  kind:
    | "draft"
    | "change"
    | "sign"
    | "open"
    | "pay"
    | "expire"
    | "cancelUnit"
    | "cancelAll"
    | "drive"
    | "refund"
    | "wait";
  a: number;
  b: number;
}

const step = fc.record<Step>({
  kind: fc.constantFrom(
    "draft",
    "change",
    "sign",
    "open",
    "pay",
    "pay",
    "expire",
    "cancelUnit",
    "cancelAll",
    "drive",
    "drive",
    "drive",
    "refund",
    "wait",
  ),
  a: fc.nat(30),
  b: fc.nat(30),
});

const DATES = ["2026-12-01", "2026-12-03", "2026-12-05", "2026-12-10"];
const WINDOWS = ["morning", "afternoon", "anytime"];
const orderOf = (a: number, b: number) => ({
  deliveryDate: pick(DATES, a) ?? "",
  deliveryTime: pick(WINDOWS, b) ?? "",
  rentalDays: 1 + (a % 9),
  cart: [
    { dumpsterSize: 20, quantity: 1 + (b % 3), materialCategory: pick(["general", "metal", "roofing"], a) ?? "" },
    ...(b % 2 ? [{ dumpsterSize: 15, quantity: 1, materialCategory: "concrete" }] : []),
  ],
});

async function live(
  world: TestWorld,
  driver: Awaited<ReturnType<typeof temporaryDriver>>,
  drafts: string[],
  { kind, a, b }: Step,
): Promise<void> {
  const { orm } = world.db;
  const booking = pick(orm.select().from(bookings).all(), a);
  const draftId = pick(drafts, a) as never;
  const checkout = pick(orm.select().from(checkouts).all(), b);
  if (kind === "draft")
    drafts.push(
      (
        await startedDraft(world, {
          ...orderOf(a, b),
          contactInfo: { firstName: "A", lastName: "B", phone: "(407) 555-0133", email: `${a % 4}@example.com` },
        })
      ).id,
    );
  if (kind === "change" && draftId)
    await world.db.write((tx) => saveDraft(tx, world.deed(), draftId, { data: draftData(orderOf(a, b)) }, 14));
  if (kind === "sign" && draftId) await sign(world, freshDraft(world, draftId));
  if (kind === "open" && booking && !booking.paid_at && booking.status !== "cancelled") {
    await openedCheckout(world, booking).catch((error: Error) => {
      if (!/sold_out|window_full|too_many_holds|UNIQUE/.test(error.message)) throw error;
    });
  }
  // Any session, whatever became of its checkout: late, twice, for another amount.
  if (kind === "pay" && checkout)
    await confirm(
      world,
      sessionFacts(
        checkout,
        a % 7 === 0 ? { amountTotal: checkout.amount + 100, paymentIntentId: `pi_wrong_${checkout.id}` } : {},
      ),
    );
  if (kind === "expire" && checkout)
    await world.db.write((tx) => endCheckout(tx, world.deed(), checkout, "expired", "test"));
  if ((kind === "cancelUnit" || kind === "cancelAll") && booking) {
    const unit = kind === "cancelUnit" ? (pick(listUnits(orm, booking.id), b)?.id ?? null) : null;
    const by = b % 2 ? STAFF : undefined;
    const shown = previewCancellation(
      orm,
      world.settings(),
      booking.id,
      unit,
      world.clock.at,
      by ? "staff" : "customer",
    );
    if (shown.ok)
      expect(
        await world.db.write((tx) => cancelBooking(tx, world.deed(by), world.settings(), booking.id, unit, shown.fee)),
      ).toMatchObject({ ok: true });
  }
  const job = pick(orm.select().from(jobs).all(), a);
  if (kind === "drive" && job) {
    await world.db.write((tx) => {
      if (job.state === "unscheduled") scheduleJob(tx, world.deed(STAFF), job.id);
      else if (job.state === "scheduled") assignJob(tx, world.deed(STAFF), job.id, driver);
      else advanceJob(tx, world.deed(STAFF), job.id, pick(nextStates("job", job.state), b) ?? job.state, "test");
    });
  }
  const refund = pick(orm.select().from(refunds).all(), a);
  if (kind === "refund" && refund) {
    const status =
      pick<RefundFacts["status"]>(["pending", "succeeded", "failed", "requires_action", "canceled"], b) ?? "pending";
    await world.db.write((tx) =>
      applyRefundFacts(tx, world.deed(), refund, {
        refundId: `re_${refund.id}`,
        status,
        amount: refund.amount,
        paymentIntentId: null,
        failureReason: null,
      }),
    );
  }
  if (kind === "wait") world.clock.at = plus(world.clock.at, (1 + a) * HOUR);
}

it("any history keeps inventory, ledger and status true", { timeout: FULL ? 600_000 : 60_000 }, async () => {
  let confirmed = 0;
  let cancelled = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 60 }), async (steps) => {
      const world = await openWorld({ fleet: { 15: 2, 20: 4 } });
      try {
        const driver = await temporaryDriver(world);
        const drafts: string[] = [];
        for (const start of [0, 1])
          for (const kind of ["draft", "sign", "open"] as const)
            await live(world, driver, drafts, { kind, a: start, b: start });
        // Else it is left to chance whether any history is about money.
        await live(world, driver, drafts, { kind: "pay", a: 1, b: 1 });
        for (const one of steps) {
          await live(world, driver, drafts, one);
          expectSound(world);
        }
        const statuses = world.db.orm.select().from(bookings).all();
        confirmed += statuses.filter((booking) => booking.paid_at !== null).length;
        cancelled += world.db.orm.select().from(bookings).where(eq(bookings.status, "cancelled")).all().length;
      } finally {
        world.close();
      }
    }),
    { numRuns: FULL ? 200 : 12 },
  );
  // The histories are about something.
  const few = FULL ? 10 : 6;
  expect([confirmed > few, cancelled > few]).toEqual([true, true]);
});
