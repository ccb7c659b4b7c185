import { afterEach, beforeEach, expect, it } from "vitest";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import { PaymentDone, pickupWords } from "~/ui/manage/PaymentDone";
import { changeSetting, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { fakeServices } from "../../../tests/support/visit";
import { describePayment } from "./payment-page.server";
import type { Verification } from "./verify.server";

// The page after a payment: what became of the money, and what happens by itself.
let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  booking = await paidBooking(world);
});
afterEach(() => world.close());

const CHANGE = "chg_another" as Id<"change">;
const PAGE = { sessionId: "cs_test_some", checkout: null, signedIn: false, nextTry: null };
const shown = (found: Exclude<Verification, { state: "ended" }>) => describePayment(fakeServices(world), found, PAGE);

it.each([
  ["refunded_nothing_left", null, "nothing_left"],
  ["refunded_duplicate", null, "duplicate"],
  ["refunded_wrong_amount", null, "wrong_amount"],
  ["nothing_left", null, "not_charged"],
  ["refunded_nothing_left", CHANGE, "not_changed"],
  ["refunded_duplicate", CHANGE, "duplicate"],
  ["refunded_refused", CHANGE, "not_changed"],
] as const)("says why money goes back: %s (change: %s) is %s", (outcome, changeId, why) => {
  expect(
    shown({ state: "returned", booking, changeId, isBalance: false, onlyCard: false, outcome, amount: 100 }),
  ).toMatchObject({
    why,
    amount: 100,
  });
});

it("makes the invoice by itself for the first payment only, and offers none where there are none", async () => {
  const invoices = (changeId: typeof CHANGE | null, status = booking.status) => {
    const result = shown({
      state: "confirmed",
      booking: { ...booking, status },
      changeId,
      isBalance: false,
      onlyCard: false,
    });
    return result.state === "confirmed" ? result.invoices : undefined;
  };
  expect(invoices(null)).toEqual({ automatic: true, mayDownload: false });
  expect(invoices(CHANGE)).toMatchObject({ automatic: false });
  expect(invoices(null, "on_site")).toMatchObject({ automatic: false });
  await changeSetting(world, "invoicesEnabled", false);
  expect(invoices(null)).toBeNull();
});

it("says of a delivery that did not come what is now, and none of what was to come", async () => {
  const page = async () => {
    const result = shown({ state: "confirmed", booking, changeId: null, isBalance: false, onlyCard: false });
    if (result.state !== "confirmed") throw new Error(result.state);
    return wordsIn(await rendered(PaymentDone, { result }));
  };
  expect(await page()).toContain("Your dumpster is delivered on the scheduled date");
  world.clock.at = instantAt(day("2026-12-03"), 18);
  const late = await page();
  expect(late).toMatch(/late with your delivery/);
  expect(late).not.toMatch(/Next Steps|on the scheduled date|is on its way|is confirmed|CONFIRMED/i);
  expect(late).toContain("Payment received.");
  expect(late).toContain("Status Delivery is late");
  world.db.sqlite.exec("update bookings set status = 'on_site'");
  booking = getBooking(world.db.orm, booking.id);
  expect(await page()).toContain("Status At your site");
});

it("says the first and the last day of dumpsters that come apart", async () => {
  const both = await paidBooking(world, {
    cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
  });
  const [, second] = listUnits(world.db.orm, both.id);
  const later = { deliveryDate: day("2026-12-14"), window: "afternoon", pickupDate: day("2026-12-21") } as const;
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), second!.id, later));
  const result = shown({
    state: "confirmed",
    booking: getBooking(world.db.orm, both.id),
    changeId: null,
    isBalance: false,
    onlyCard: false,
  });
  if (result.state !== "confirmed") throw new Error(result.state);
  expect(wordsIn(await rendered(PaymentDone, { result }))).toMatch(
    /Delivery date First on .*December 3.* Pickup date Last on .*December 21/,
  );
});

it("says of a pickup that waits to be asked for until when it is paid for, of the last one where they go apart", () => {
  const kept = { isKept: true, pickupDate: "December 10" };
  expect(pickupWords({ ...kept, status: "cancelled" })).toBe("Paid until December 10");
  expect(pickupWords({ ...kept, status: "confirmed" })).toBe("When you ask for it; paid until December 10");
  const apart = { ...kept, goApart: true } as const;
  expect(pickupWords({ ...apart, status: "cancelled" })).toBe("Last one paid until December 10");
  expect(pickupWords({ ...apart, status: "confirmed" })).toBe("When you ask for each; last one paid until December 10");
  expect(pickupWords({ ...apart, isKept: false, status: "confirmed" })).toBe("Last on December 10");
});
