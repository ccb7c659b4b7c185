import { expect, it } from "vitest";
import { CUSTOMER, draftData, STAFF, WEBSITE } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { findDraft, saveDraft } from "../booking/draft/drafts.server";
import { grantableOrder } from "../booking/draft/grants";
import { rightsFor } from "../booking/draft/grants.server";
import type { DraftData } from "../booking/draft/data";
import { getBooking } from "../booking/order/bookings.server";
import { prepareQuote } from "../booking/order/place.server";
import { listTimeline } from "../events/events.server";
import type { Actor } from "../kernel/deed";
import { day } from "../kernel/days";
import { DAY, MINUTE, plus } from "../kernel/time.server";
import { draftAgreement } from "./agreement.server";
import { orderToSign, signAgreement } from "./sign.server";

// Who changed the street is asked weeks later: the history of a prepared order says what its caller put right.
const world = setSoundWorld({ fleet: { 20: 9 } });

async function prepare() {
  const { draft, booking } = await world.db.write((tx) => {
    const data = draftData({ deliveryDate: day("2026-12-22"), gateCode: "11" });
    return prepareQuote(tx, world.deed(STAFF), world.settings(), data, plus(world.clock.at, 7 * DAY));
  });
  const now = () => findDraft(world.db.orm, draft.id) ?? expect.fail("no draft");
  const aMinute = () => (world.clock.at = plus(world.clock.at, MINUTE));
  return {
    write: (by: Actor, change: Partial<DraftData>) => {
      aMinute();
      return world.db.write((tx) =>
        saveDraft(tx, world.deed(by), draft.id, { data: { ...now().data, ...change } }, 14),
      );
    },
    sign: async () => {
      aMinute();
      const rights = rightsFor(world.db.orm, draft.id, grantableOrder(now().data), world.clock.at);
      const at = getBooking(world.db.orm, booking.id);
      const order = orderToSign(world.db.orm, world.settings(), now(), at, rights, world.clock.at);
      const shown = draftAgreement(world.settings(), now().data, order, booking.booking_number, WEBSITE);
      const signature = { name: "Ada Tester", image: null, ip: "198.51.100.7", userAgent: "vitest" };
      const seen = shown?.view.contentSha256 ?? "";
      const signed = await world.db.write((tx) =>
        signAgreement(tx, world.deed(CUSTOMER), world.settings(), now(), signature, seen, WEBSITE),
      );
      expect(signed).toMatchObject({ ok: true });
    },
    told: () =>
      listTimeline(world.db.orm, booking.id).flatMap(({ action, data, actor_kind }) =>
        action === "order_corrected" ? [{ by: actor_kind, changes: (data as { changes: unknown }).changes }] : [],
      ),
  };
}

it("of fields that its caller wrote last, once they sign it, and a gate's code only as that there is another", async () => {
  const order = await prepare();
  await order.write(CUSTOMER, { address: "9 Other Street", gateCode: "4711" });
  await order.write(STAFF, { city: "Maitland" });
  expect(order.told()).toEqual([]);
  await order.sign();
  expect(order.told()).toEqual([
    {
      by: CUSTOMER.kind,
      changes: [
        { field: "address", was: "123 Main Street", is: "9 Other Street" },
        { field: "gateCode", was: "••••", is: "••••" },
      ],
    },
  ]);
});

it("from what the office had left there: what they put right themselves, and put back, is no change", async () => {
  const order = await prepare();
  await order.write(CUSTOMER, { address: "9 Othr Street", city: "Maitland", rentalDays: 9 });
  await order.write(CUSTOMER, { address: "9 Other Street", city: "Orlando" });
  // The office has the last word on the days, and then they on the notes.
  await order.write(STAFF, { rentalDays: 10, specialInstructions: "Left side" });
  await order.write(CUSTOMER, { specialInstructions: "Right side" });
  await order.sign();
  expect(order.told().map(({ changes }) => changes)).toEqual([
    [
      { field: "address", was: "123 Main Street", is: "9 Other Street" },
      { field: "specialInstructions", was: "Left side", is: "Right side" },
      // It does not open another gate.
      { field: "gateCode", was: "••••", is: "" },
    ],
  ]);
});

it("once: what was signed already is not told again, and nothing where they left all of it", async () => {
  const order = await prepare();
  await order.sign();
  expect(order.told()).toEqual([]);
  await order.write(CUSTOMER, { specialInstructions: "Ring first" });
  await order.sign();
  await order.write(CUSTOMER, { rentalDays: 9 });
  await order.sign();
  expect(order.told().map(({ changes }) => changes)).toEqual([
    [{ field: "specialInstructions", was: "", is: "Ring first" }],
    [{ field: "rentalDays", was: "7", is: "9" }],
  ]);
});
