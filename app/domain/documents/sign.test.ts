import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, pricingMatrix, rentalAgreements, serviceAreas } from "#db/schema/index";
import { keepPermit } from "../booking/office/permit.server";
import { day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import {
  confirm,
  draftData,
  freshDraft,
  openWorld,
  openedCheckout,
  paidBooking,
  seenHash,
  sessionFacts,
  sign,
  signedBooking,
  STAFF,
  startedDraft,
  TODAY,
  type TestWorld,
} from "../../../tests/support/domain";
import { getBooking, listItems, nextNumber } from "../booking/order/bookings.server";
import { findAgreement } from "../documents/agreement.server";
import { saveDraft } from "../booking/draft/drafts.server";
import { giveCardConsent, prepareQuote } from "../booking/order/place.server";
import type { DraftData } from "../booking/draft/data";
import type { Draft } from "../booking/draft/drafts.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
});
afterEach(() => world.close());

const change = async (draft: Draft, changes: Partial<DraftData>): Promise<Draft> => {
  const now = freshDraft(world, draft.id);
  await world.db.write((tx) => saveDraft(tx, world.deed(), draft.id, { data: { ...now.data, ...changes } }, 14));
  return freshDraft(world, draft.id);
};

describe("signing", () => {
  it("makes the booking with its number, items and customer", async () => {
    const draft = await startedDraft(world, {
      contactInfo: { firstName: "Ada", lastName: "Tester", phone: "(407) 555-0133", email: "Ada@Example.com" },
    });
    const signed = await sign(world, draft);
    if (!signed.ok) throw new Error(signed.code);
    expect(signed.booking).toMatchObject({
      booking_number: "DMP-2026-000001",
      status: "pending_payment",
      email: "ada@example.com",
      total_amount: 40932,
      scheduled_pickup_date: "2026-12-10",
      source: "web",
    });
    expect(listItems(world.db.orm, signed.booking.id)).toHaveLength(1);
    expect(freshDraft(world, draft.id).bookingId).toBe(signed.booking.id);
  });

  it.each<[Partial<DraftData>, string | null]>([
    [{ specialInstructions: "Gate 4" }, "C-1"],
    [{ placement: "driveway" }, null],
    [{ address: "2 Elm Street" }, null],
    [{ deliveryDate: "2026-12-08" }, null],
    [{ rentalDays: 9 }, null],
  ])("keeps a street's permit for the same place and days only: %o", async (changes, number) => {
    const draft = await startedDraft(world, { placement: "street" });
    const signed = await sign(world, draft);
    if (!signed.ok) throw new Error(signed.code);
    const { id } = signed.booking;
    const permit = { number: "C-1", from: day("2026-12-01"), until: day("2026-12-12") };
    await world.db.write((tx) => keepPermit(tx, world.deed(STAFF), id, permit));
    expect(await sign(world, await change(draft, changes))).toMatchObject({ ok: true });
    expect(getBooking(world.db.orm, id).permit_number).toBe(number);
  });

  it("keeps the number when the order changed, and supersedes the signature before", async () => {
    const draft = await startedDraft(world);
    await sign(world, draft);
    const changed = await change(draft, {
      rentalDays: 14,
      cart: [
        { dumpsterSize: 20, quantity: 2, materialCategory: "general" },
        { dumpsterSize: 15, quantity: 1, materialCategory: "concrete" },
      ],
    });
    const again = await sign(world, changed);
    if (!again.ok) throw new Error(again.code);
    expect(again.booking).toMatchObject({
      booking_number: "DMP-2026-000001",
      total_units: 3,
      scheduled_pickup_date: "2026-12-17",
    });
    expect(listItems(world.db.orm, again.booking.id).map((item) => item.line_number)).toEqual([1, 2]);
    const all = world.db.orm.select().from(rentalAgreements).all();
    expect(all.map((one) => [one.version, one.superseded_at !== null])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(findAgreement(world.db.orm, again.booking.id)?.version).toBe(2);
  });

  it("refuses what the page did not show", async () => {
    const draft = await startedDraft(world);
    const seen = seenHash(world, draft);
    await world.db.write((tx) =>
      tx.update(pricingMatrix).set({ base_price: 38000 }).where(eq(pricingMatrix.size_yards, 20)).run(),
    );
    expect(await sign(world, draft, seen)).toEqual({ ok: false, code: "changed" });
    expect(await sign(world, draft, "")).toEqual({ ok: false, code: "changed" });
    expect(world.db.orm.select().from(bookings).all()).toEqual([]);
  });

  it("says first what stands in the way of an order, also to whose page is older than a change of it", async () => {
    const draft = await startedDraft(world);
    const seen = seenHash(world, draft);
    await world.db.write((tx) => tx.update(serviceAreas).set({ minimum_order: 90_000 }).run());
    const tooSmall = { ok: false, code: "obstacle", isTooSmall: true, byPhone: false };
    expect([await sign(world, draft, seen), await sign(world, draft, "older")]).toMatchObject([tooSmall, tooSmall]);
    const sunday = await change(draft, { deliveryDate: "2026-12-06" });
    expect(await sign(world, sunday, seen)).toMatchObject({
      code: "obstacle",
      fields: { deliveryDate: expect.stringContaining("Sundays") },
    });
    // Only once nothing stands in its way is it the change that is told.
    await world.db.write((tx) => tx.update(serviceAreas).set({ minimum_order: 0 }).run());
    expect(await sign(world, await change(draft, { deliveryDate: "2026-12-08" }), seen)).toEqual({
      ok: false,
      code: "changed",
    });
    expect(world.db.orm.select().from(bookings).all()).toEqual([]);
  });

  it("refuses a draft without a schedule, a paid one and one that is gone", async () => {
    expect(await sign(world, await startedDraft(world, { deliveryDate: "" }))).toEqual({
      ok: false,
      code: "incomplete",
    });
    expect(await sign(world, await startedDraft(world, { deliveryDate: "2026-02-31" }))).toEqual({
      ok: false,
      code: "incomplete",
    });
    const booking = await paidBooking(world);
    const draft = freshDraft(world, booking.draft_id ?? ("" as never));
    expect(await sign(world, draft)).toEqual({ ok: false, code: "already_paid" });
    expect(await sign(world, { ...draft, id: "drf_gone" as never }, "x")).toEqual({ ok: false, code: "incomplete" });
  });

  it("makes one booking when two tabs sign the same draft at once", async () => {
    const asBothTabsReadIt = await startedDraft(world);
    const seen = seenHash(world, asBothTabsReadIt);
    const [first, second] = await Promise.all([
      sign(world, asBothTabsReadIt, seen),
      sign(world, asBothTabsReadIt, seen),
    ]);
    expect([first, second]).toMatchObject([{ ok: true }, { ok: false, code: "changed" }]);
    expect(world.db.orm.select().from(bookings).all()).toHaveLength(1);
  });

  it("refuses while a payment page is open for the order as it was", async () => {
    const draft = await startedDraft(world);
    const signed = await sign(world, draft);
    if (!signed.ok) throw new Error(signed.code);
    const checkout = await openedCheckout(world, signed.booking);
    // The same total on another day: the hold is for the day before.
    const changed = await change(draft, { deliveryDate: "2026-12-21" });
    expect(await sign(world, changed)).toEqual({ ok: false, code: "checkout_open" });
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ ok: true, outcome: "confirmed" });
    expect(getBooking(world.db.orm, signed.booking.id).scheduled_delivery_date).toBe("2026-12-03");
  });
});

describe("what may change after the signature", () => {
  it("reaches the booking without a new signature", async () => {
    const booking = await signedBooking(world);
    await world.db.write((tx) =>
      giveCardConsent(
        tx,
        world.deed(),
        booking.id,
        draftData({ specialInstructions: "Gate code 4711", smsConsent: true, address: "9 Other Street" }),
        "I agree",
      ),
    );
    expect(getBooking(world.db.orm, booking.id)).toMatchObject({
      special_instructions: "Gate code 4711",
      flexible_extension: false,
      sms_consent: true,
      address: "123 Main Street",
    });
  });
});

describe("numbers", () => {
  it("have no gaps when a transaction is rolled back", async () => {
    await signedBooking(world);
    await expect(
      world.db.write((tx) => {
        nextNumber(tx, "booking", world.clock.at);
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect((await signedBooking(world)).booking_number).toBe("DMP-2026-000002");
  });

  it("count by the year in New York", async () => {
    const at = (now: ReturnType<typeof instantAt>) => world.db.write((tx) => nextNumber(tx, "booking", now));
    // 11:59 pm on December 31 is the next year in London already.
    expect(await at(instantAt("2026-12-31" as never, 23, 59))).toEqual({ year: 2026, value: 1 });
    expect(await at(instantAt("2027-01-01" as never, 0))).toEqual({ year: 2027, value: 1 });
    expect(await at(instantAt(TODAY, 9))).toEqual({ year: 2026, value: 2 });
  });
});

describe("a price by the office", () => {
  it("waits in quoted, and becomes a booking by its signature", async () => {
    const { draft, booking } = await world.db.write((tx) =>
      prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(), instantAt(TODAY, 23)),
    );
    expect(booking).toMatchObject({ status: "quoted", source: "staff", booking_number: "DMP-2026-000001" });
    const signed = await sign(world, freshDraft(world, draft.id));
    expect(signed).toMatchObject({
      ok: true,
      booking: { status: "pending_payment", booking_number: "DMP-2026-000001" },
    });
  });

  it("may be larger than a delivery window holds", async () => {
    await world.db.write((tx) =>
      prepareQuote(
        tx,
        world.deed(STAFF),
        { ...world.settings() },
        draftData({ cart: [{ dumpsterSize: 20, quantity: 5, materialCategory: "general" }] }),
        instantAt(TODAY, 23),
      ),
    );
    const [quoted] = world.db.orm.select().from(bookings).all();
    if (!quoted) throw new Error("no quote");
    const narrow: TestWorld = { ...world, settings: () => ({ ...world.settings(), windowCapacity: 2 }) };
    expect(await openedCheckout(narrow, quoted)).toMatchObject({ state: "open" });
  });
});
