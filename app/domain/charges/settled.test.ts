import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { bookings, chargeAttempts, checkouts } from "#db/schema/index";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { openBalanceCheckout } from "~/domain/changes/balance.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { chargesOf, due, hauled, look } from "../../../tests/support/charges";
import { confirm, sessionFacts } from "../../../tests/support/domain";
import { openTasks } from "../../../tests/support/errands";
import { admin, onAccount } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { takeReceipt } from "./by-hand.server";
import { getCharge, type LaterRow } from "./charges.server";
import { applyCardCharge, chargeAgain } from "./due.server";
import { writeOffCharge } from "./office.server";

/** What is paid, or will never be, asks nobody any more, and its rental is over. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;

interface Asked {
  booking: Booking;
  charge: LaterRow;
}
async function asked(account?: number): Promise<Asked> {
  const booking = await hauled(world, 4740);
  if (account) orm().update(bookings).set({ account_days: account }).where(eq(bookings.id, booking.id)).run();
  await look(world, booking);
  return { booking, charge: await due(world, chargesOf(world, booking)[0]!) };
}
const answered = (status: "declined" | "succeeded") =>
  world.db.write((tx) => {
    const { id, amount } = tx.select().from(chargeAttempts).where(eq(chargeAttempts.state, "started")).get()!;
    const said = { attemptId: id, intentId: `pi_${id}`, amount, currency: "usd", status };
    applyCardCharge(tx, world.deed(), { ...said, declineCode: null, message: null });
  });
async function refused(): Promise<Asked> {
  const made = await asked();
  await answered("declined");
  expect(openTasks(world)).toContain("charge_failed");
  return made;
}
const stands = ({ booking, charge }: Asked) => ({
  charge: getCharge(orm(), charge.id).state,
  owed: readLedger(orm(), booking.id).owed,
  dumpster: listUnits(orm(), booking.id).map(({ state }) => state),
  booking: getBooking(orm(), booking.id).status,
  isAsked: openTasks(world).includes("charge_failed"),
});
const OVER = { charge: "succeeded", owed: 0, dumpster: ["settled"], booking: "completed", isAsked: false };

const check = ({ booking }: Asked, amount: number, seen = 14_385) =>
  world.db.write((tx) => {
    const receipt = { method: "check", amount, reference: "1042", deposit_batch: null } as const;
    const done = takeReceipt(tx, admin(world), booking.customer_id, receipt, { seen });
    if (!done.ok) throw new Error(done.code);
  });

describe("a charge that its card refused needs nobody any more, and its rental is over,", () => {
  it("when its customer pays on the page", async () => {
    const made = await refused();
    const addresses = { success: () => "", cancel: "" };
    await world.db.write((tx) =>
      openBalanceCheckout(
        tx,
        world.deed(),
        world.settings(),
        made.booking.id,
        { shown: 14_385, isOwner: true },
        addresses,
      ),
    );
    const page = orm().select().from(checkouts).where(eq(checkouts.state, "creating")).get()!;
    expect(await confirm(world, sessionFacts(page))).toMatchObject({ outcome: "confirmed" });
    expect(stands(made)).toEqual(OVER);
  });

  it("when the card takes it at the second try", async () => {
    const made = await refused();
    await world.db.write((tx) => chargeAgain(tx, world.deed(), made.charge.id));
    // Nobody calls about what the card is being asked for.
    expect(stands(made)).toMatchObject({ charge: "processing", isAsked: false });
    await answered("succeeded");
    expect(stands(made)).toEqual(OVER);
  });

  it("when a check for all of it is written down", async () => {
    const made = await refused();
    await check(made, 14_385);
    expect(stands(made)).toEqual(OVER);
  });

  it("when checks have paid all of it, and not by the first one, which pays a part", async () => {
    const made = await refused();
    await check(made, 5_000);
    expect(stands(made)).toMatchObject({ charge: "failed", owed: 9_385, booking: "balance_due", isAsked: true });
    await check(made, 9_385, 9_385);
    expect(stands(made)).toEqual(OVER);
  });
});

it("a check that comes while the card is being asked settles the dumpster at once", async () => {
  const made = await asked();
  expect(stands(made)).toMatchObject({ charge: "processing", dumpster: ["off_site"] });
  await check(made, 14_385);
  expect(stands(made)).toMatchObject({ owed: 0, charge: "succeeded", dumpster: ["settled"], booking: "completed" });
});

it.each([
  ["that its card refused", "failed", undefined],
  ["that is on a company's account", "billed", 30],
] as const)("a charge %s can be written off: nothing of it is owed any more", async (_which, state, account) => {
  const made = account ? await asked(account) : await refused();
  expect(stands(made)).toMatchObject({ charge: state, owed: 14_385 });
  expect(await world.db.write((tx) => writeOffCharge(tx, admin(world), made.charge.id, "Out of business"))).toEqual({
    ok: true,
  });
  expect(stands(made)).toEqual({ ...OVER, charge: "written_off" });
});

it("a check over many bookings of a company stores once what follows for each", async () => {
  const [one, ...others] = [await onAccount(world), await onAccount(world), await onAccount(world)];
  const owed = 409_32 * (1 + others.length);
  const statements = Object.getPrototypeOf(world.db.sqlite.prepare("select 1")) as {
    get: (...of: unknown[]) => unknown;
  };
  const asked = vi.spyOn(statements, "get");
  const receipt = { method: "check", amount: owed, reference: "1042", deposit_batch: null } as const;
  const done = await world.db.write((tx) => takeReceipt(tx, admin(world), one.customer_id, receipt, { seen: owed }));
  const sources = asked.mock.contexts.map((one) => (one as { source: string }).source);
  asked.mockRestore();
  expect(done).toMatchObject({ ok: true });
  // What every recomputing of a booking begins with.
  expect(sources.filter((source) => source.startsWith('select "status", "paid_at" from "bookings"'))).toHaveLength(3);
});
