import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { refunds, tasks } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { admin, moneyIn } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits, type Booking } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { readStatement } from "../charges/statement.server";
import { dayAt, HOUR, plus } from "../kernel/time.server";
import { readCancelled } from "../records/cancelled-money.server";
import { findBookFaults, readCompanyBooks } from "./company-check.server";
import { writeOffDispute } from "./disputes.server";
import { LOST_DISPUTE } from "./given-otherwise.server";
import { readJournal } from "./journal.server";
import { applyRefundFacts } from "./refunds.server";

/** Two dumpsters, $818.64 by card, cancelled for nothing; what went back has arrived, and then a bank took of the same payment. */
const world = setSoundWorld({ fleet: { 20: 4 } });
const orm = () => world.db.orm;
const { owed, dispute } = moneyIn(() => world);
afterEach(() => expect(findBookFaults(orm())).toEqual([]));

const all = () => orm().select().from(refunds).all();
const openTasks = () => orm().select().from(tasks).where(eq(tasks.kind, "refund_failed")).all();
async function cancelled(each: boolean): Promise<Booking> {
  const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }];
  const booking = await paidBooking(world, { deliveryDate: "2026-12-10", cart });
  for (const unit of each ? listUnits(orm(), booking.id) : [null]) {
    const shown = previewCancellation(orm(), world.settings(), booking.id, unit?.id ?? null, world.clock.at);
    if (!shown.ok) throw new Error(shown.code);
    await world.db.write((tx) =>
      cancelBooking(tx, world.deed(), world.settings(), booking.id, unit?.id ?? null, shown.fee),
    );
  }
  for (let i = 0; i < all().length; i += 1) await ends(i, "succeeded");
  return getBooking(orm(), booking.id);
}
const ends = (which: number, status: "failed" | "succeeded") => {
  world.clock.at = plus(world.clock.at, HOUR);
  const { id, amount } = all()[which] ?? expect.fail("no refund");
  const facts = { refundId: `re_${which}`, status, amount, paymentIntentId: null, failureReason: null };
  return world.db.write((tx) => applyRefundFacts(tx, world.deed(), { id }, facts));
};
/** The bank took so many cents for good, and an admin let it be. */
async function letBe(booking: Booking, cents: number): Promise<void> {
  const lost = await dispute(booking, { amount: cents, withdrawn: cents, state: "lost" });
  const done = await world.db.write((tx) => writeOffDispute(tx, admin(world), lost?.id ?? "", "mercy"));
  expect([done, owed(booking)]).toEqual([{ ok: true, amount: cents }, 0]);
}
/** What an account has come to in the journal; cents. */
const account = (name: RegExp) => {
  const period = { from: dayAt(world.clock.at), to: dayAt(world.clock.at) };
  const lines = [...readJournal(orm(), period)].flatMap((item) => item.lines);
  return lines.reduce((sum, line) => sum + (name.test(line.account) ? line.cents : 0), 0);
};

describe("a refund that comes back after its lost dispute was written off", () => {
  it("is owed to nobody: its customer has the money once, and page, statement and journal say so", async () => {
    const booking = await cancelled(false);
    await letBe(booking, 818_64);
    expect(account(/write.?offs/i)).toBe(818_64);
    await ends(0, "failed");
    expect([owed(booking), all()[0]?.failure_reason, openTasks()]).toEqual([0, LOST_DISPUTE, []]);
    expect(readCancelled(orm(), booking, { refundStates: true })).toMatchObject({ already: 818_64, back: [] });
    expect(account(/write.?offs/i)).toBe(0);
    const { owed: byKinds, owedByBookings, sums } = readCompanyBooks(orm());
    expect([byKinds, owedByBookings, sums.write_off_back]).toEqual([0, 0, 818_64]);
    const { rows, open } = readStatement(orm(), booking);
    expect(rows.slice(-2).map(({ label, cents }) => [label, cents])).toEqual([
      ["Came back from your bank", -818_64],
      ["Came back, so nothing to keep", 818_64],
    ]);
    expect(open).toBeNull();
  });

  it("is owed as far as its customer did not have it twice", async () => {
    const booking = await cancelled(false);
    await letBe(booking, 50_00);
    await ends(0, "failed");
    expect([owed(booking), openTasks()]).toMatchObject([50_00 - 818_64, [{ state: "open" }]]);
    expect(readCancelled(orm(), booking, { refundStates: true })).toMatchObject({ already: 50_00 });
  });

  it("is taken back once: the next one that comes back is owed whole", async () => {
    const booking = await cancelled(true);
    await letBe(booking, 50_00);
    await ends(0, "failed");
    expect(owed(booking)).toBe(50_00 - 409_32);
    await ends(1, "failed");
    expect([owed(booking), openTasks()]).toMatchObject([50_00 - 818_64, { length: 2 }]);
  });
});
