import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, units } from "#db/schema/index";
import { askForDays, openedChange, pricedDays } from "../../../tests/support/changes";
import { confirm, openWorld, paidBooking, sessionFacts, STAFF, type TestWorld } from "../../../tests/support/domain";
import { listContradictions } from "../../../tests/support/invariants";
import { keepPermit } from "../booking/office/permit.server";
import { setOnHold } from "../booking/office/on-hold.server";
import { getBooking, listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { day } from "../kernel/days";
import { readLedger } from "../payments/ledger.server";
import { getChange, previewChange } from "./changes.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
});
afterEach(() => {
  expect(listContradictions(world.db.orm)).toEqual([]);
  world.close();
});

/** Seven days from December 3: its pickup is on Thursday, December 10. */
async function rented(placement: Booking["placement"]): Promise<{ booking: Booking; unit: Unit }> {
  const booking = await paidBooking(world, { placement });
  return { booking, unit: listUnits(world.db.orm, booking.id)[0] as Unit };
}
const permit = ({ id }: Booking, until: string) =>
  world.db.write((tx) =>
    keepPermit(tx, world.deed(STAFF), id, { number: "C-7", from: day("2026-12-03"), until: day(until) }),
  );
const hold = ({ id }: Booking, reason: string | null) =>
  world.db.write((tx) => setOnHold(tx, world.deed(STAFF), id, reason));
const setDown = ({ id, booking_id }: Unit) =>
  world.db.write((tx) => {
    tx.update(units).set({ state: "on_site" }).where(eq(units.id, id)).run();
    tx.update(bookings).set({ status: "on_site" }).where(eq(bookings.id, booking_id)).run();
  });
const preview = ({ id }: Unit, days: number) =>
  previewChange(world.db.orm, world.settings(), id, { kind: "extension", days }, world.clock.at);

describe("more days on the street", () => {
  it("are neither priced nor sold beyond the last day of the permit, and the office can have it longer", async () => {
    const { booking, unit } = await rented("street");
    await permit(booking, "2026-12-11");
    await setDown(unit);
    expect(preview(unit, 1)).toMatchObject({ ok: true, wish: { to: "2026-12-11" } });
    const refused = {
      ok: false,
      code: "no_permit",
      message:
        "The permit for the street ends on Friday, December 11. Please call us: we have to get it for longer first.",
    };
    expect(preview(unit, 2)).toEqual(refused);
    expect(await askForDays(world, unit.id, 2)).toEqual(refused);
    await permit(booking, "2026-12-12");
    expect(preview(unit, 2)).toMatchObject({ ok: true, wish: { to: "2026-12-12" } });
    // December 13 is a Sunday: the pickup would be on the Monday.
    expect(preview(unit, 3)).toMatchObject({ ok: false, code: "no_permit" });
  });

  it("can be bought while no permit is there yet and no dumpster either: it is got for all of them", async () => {
    const { unit } = await rented("street");
    expect(preview(unit, 5)).toMatchObject({ ok: true });
    await setDown(unit);
    expect(preview(unit, 5)).toMatchObject({
      ok: false,
      code: "no_permit",
      message: "We have no permit for the street yet. Please call us: we have to get it first.",
    });
  });

  it("that are paid when the permit has become shorter go back, and the dumpster's days stay", async () => {
    const { booking, unit } = await rented("street");
    await permit(booking, "2026-12-20");
    const change = await pricedDays(world, unit.id, 2);
    const checkout = await openedChange(world, change);
    await permit(booking, "2026-12-10");
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ ok: true, outcome: "refunded_refused" });
    expect(getChange(world.db.orm, change.id)).toMatchObject({ state: "refused", end_reason: "no_permit" });
    expect(listUnits(world.db.orm, booking.id)[0]?.pickup_date).toBe("2026-12-10");
    expect(readLedger(world.db.orm, booking.id).owed).toBe(0);
  });

  it.each(["driveway", "lot"] as const)("need no permit in the %s", async (placement) => {
    const { booking, unit } = await rented(placement);
    await world.db.write((tx) =>
      tx
        .update(bookings)
        .set({ permit_until: day("2026-12-01") })
        .where(eq(bookings.id, booking.id))
        .run(),
    );
    expect(preview(unit, 5)).toMatchObject({ ok: true });
  });
});

describe("a booking on hold", () => {
  const ON_HOLD = {
    ok: false,
    code: "on_hold",
    message: "Something about this booking has to be settled first. Please call us to keep the dumpster longer.",
  };

  it("is sold no more days until it goes on", async () => {
    const { booking, unit } = await rented("driveway");
    await hold(booking, "card disputed");
    expect(preview(unit, 2)).toEqual(ON_HOLD);
    expect(await askForDays(world, unit.id, 2)).toEqual(ON_HOLD);
    await hold(booking, null);
    expect(preview(unit, 2)).toMatchObject({ ok: true });
  });

  it("opens no payment page for days that were priced before, and gives back what was being paid", async () => {
    const { booking, unit } = await rented("driveway");
    const priced = await pricedDays(world, unit.id, 2);
    await hold(booking, "card disputed");
    await expect(openedChange(world, priced)).rejects.toThrow("on_hold");
    await hold(booking, null);
    const checkout = await openedChange(world, priced);
    await hold(booking, "card disputed");
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ ok: true, outcome: "refunded_refused" });
    expect(getBooking(world.db.orm, booking.id).scheduled_pickup_date).toBe("2026-12-10");
    expect(readLedger(world.db.orm, booking.id).owed).toBe(0);
  });
});
