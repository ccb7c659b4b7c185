import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dumpsters, invoices, jobs, outbox, payments, refunds } from "#db/schema/index";
import type { WorkKind } from "../outbox/work";
import { getBooking, listUnits, moveBooking } from "../booking/order/bookings.server";
import { saveDraft } from "../booking/draft/drafts.server";
import { listTimeline } from "../events/events.server";
import { findLiveHold } from "../inventory/holds.server";
import { day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import {
  changeSetting,
  confirm,
  draftData,
  freshDraft,
  openedCheckout,
  sessionFacts,
  sign,
  signedBooking,
  startedDraft,
} from "../../../tests/support/domain";
import { storedCounts } from "../../../tests/support/invariants";
import { setSoundWorld } from "../../../tests/support/sound";
import { workKinds } from "../../../tests/support/work";
import { attachSession, endCheckout, findCheckout, findOpenCheckout, openCheckout } from "./checkouts.server";
import { readLedger } from "./ledger.server";
import { keepCard } from "./receive.server";

const world = setSoundWorld({ fleet: { 15: 2, 20: 2 } });

const outboxOf = (kind: WorkKind) =>
  world.db.orm
    .select()
    .from(outbox)
    .where(eq(outbox.kind, kind))
    .all()
    .map(({ payload }) => payload);
const end = (checkout: Awaited<ReturnType<typeof openedCheckout>>) =>
  world.db.write((tx) => endCheckout(tx, world.deed(), checkout, "expired", "test"));

describe("confirmPayment", () => {
  it("takes effect once, whoever comes first", async () => {
    const booking = await signedBooking(world, {
      cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
    });
    const facts = sessionFacts(await openedCheckout(world, booking));
    expect(await confirm(world, facts)).toEqual({
      ok: true,
      bookingId: booking.id,
      outcome: "confirmed",
      already: false,
    });
    for (let n = 0; n < 3; n++)
      expect(await confirm(world, facts)).toEqual({
        ok: true,
        bookingId: booking.id,
        outcome: "confirmed",
        already: true,
      });
    // An older event of the same session changes nothing either.
    expect(await confirm(world, { ...facts, status: "expired" })).toMatchObject({ ok: true, already: true });
    expect(listUnits(world.db.orm, booking.id)).toHaveLength(2);
    expect(world.db.orm.select().from(jobs).all()).toHaveLength(4);
    expect(world.db.orm.select().from(payments).all()).toHaveLength(1);
    expect(world.db.orm.select().from(invoices).all()).toMatchObject([
      { invoice_number: "INV-2026-000001", total: booking.total_amount },
    ]);
    expect(workKinds(world.db.orm).filter((kind) => kind === "mail.booking-confirmed")).toHaveLength(1);
  });

  it("tells by text only who wants it, makes an invoice only where there are some, and numbers the dumpsters", async () => {
    const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }];
    const quiet = await confirmedWith({ cart });
    expect([
      workKinds(world.db.orm).includes("sms.booking-confirmed"),
      listUnits(world.db.orm, quiet).map((unit) => unit.unit_number),
    ]).toEqual([false, [1, 2]]);
    const told = (id: typeof quiet) =>
      listTimeline(world.db.orm, id)
        .filter(({ action }) => action === "unit_reserved")
        .map(({ data }) => data);
    expect(told(quiet)).toEqual([{ unit_number: 1 }, { unit_number: 2 }]);
    await changeSetting(world, "invoicesEnabled", false);
    const texted = await confirmedWith({ ...withEmail("c@example.com"), smsConsent: true, deliveryDate: "2026-12-14" });
    expect(outboxOf("sms.booking-confirmed")).toEqual([{ bookingId: texted }]);
    expect(
      world.db.orm
        .select()
        .from(invoices)
        .all()
        .map((invoice) => invoice.booking_id),
    ).toEqual([quiet]);
  });

  it("asks what is known of the card once it is paid, by the checkout that paid, and keeps it", async () => {
    const booking = await signedBooking(world);
    const checkout = await openedCheckout(world, booking);
    await confirm(world, sessionFacts(checkout));
    expect(outboxOf("stripe.card")).toEqual([{ checkoutId: checkout.id }]);
    const card = { brand: "visa", last4: "4242", paymentMethodId: "pm_1" };
    await world.db.write((tx) => keepCard(tx, findCheckout(tx, { id: checkout.id })!, card));
    expect(getBooking(world.db.orm, booking.id)).toMatchObject({
      card_brand: "visa",
      card_last4: "4242",
      payment_method_id: "pm_1",
    });
  });

  it("confirms a free order without a payment", async () => {
    const booking = await signedBooking(world, {
      cart: [{ dumpsterSize: 20, quantity: 1, materialCategory: "metal" }],
    });
    expect(booking.total_amount).toBe(0);
    expect(await confirm(world, sessionFacts(await openedCheckout(world, booking)))).toMatchObject({
      outcome: "confirmed",
    });
    expect(readLedger(world.db.orm, booking.id)).toMatchObject({ paid: 0, charged: 0, payments: [] });
  });

  it("finds a session whose address was lost by the checkout's id", async () => {
    const booking = await signedBooking(world);
    const opened = await world.db.write((tx) =>
      openCheckout(tx, world.deed(), world.settings(), booking, { success: () => "", cancel: "" }),
    );
    if (!opened.ok) throw new Error(opened.code);
    expect(await confirm(world, sessionFacts(opened.checkout))).toMatchObject({ outcome: "confirmed" });
  });

  it("does not know strangers", async () => {
    const checkout = await openedCheckout(world, await signedBooking(world));
    const unknown = { ok: false, code: "unknown_session" };
    expect(await confirm(world, sessionFacts(checkout, { sessionId: "cs_other", checkoutId: null }))).toEqual(unknown);
    expect(await confirm(world, sessionFacts(checkout, { sessionId: "cs_other" }))).toEqual(unknown);
    expect(await confirm(world, sessionFacts(checkout, { bookingId: "bkg_other" }))).toEqual(unknown);
  });

  it("waits for the money and ends with the time", async () => {
    const booking = await signedBooking(world);
    const checkout = await openedCheckout(world, booking);
    expect(await confirm(world, sessionFacts(checkout, { status: "open", paymentStatus: "unpaid" }))).toEqual({
      ok: false,
      code: "not_paid",
    });
    expect(await confirm(world, sessionFacts(checkout, { paymentStatus: "unpaid" }))).toEqual({
      ok: false,
      code: "not_paid",
    });
    expect(await confirm(world, sessionFacts(checkout, { status: "expired", paymentStatus: "unpaid" }))).toEqual({
      ok: false,
      code: "expired",
    });
    expect(findOpenCheckout(world.db.orm, booking.id)).toBeNull();
    expect(storedCounts(world.db.orm).days).toEqual({});
  });

  it.each([
    ["amount", { amountTotal: 40931 }],
    ["currency", { currency: "eur" }],
  ])("sends another %s back", async (_name, wrong) => {
    const booking = await signedBooking(world);
    const checkout = await openedCheckout(world, booking);
    expect(await confirm(world, sessionFacts(checkout, wrong))).toMatchObject({ outcome: "refunded_wrong_amount" });
    expect(getBooking(world.db.orm, booking.id).status).toBe("pending_payment");
    expect(world.db.orm.select().from(refunds).all()).toHaveLength(1);
    expect(workKinds(world.db.orm)).toContain("stripe.refund");
    // The customer is told once, and nothing is kept from others for an order that did not come about.
    expect(outboxOf("mail.late-payment")).toEqual([{ checkoutId: checkout.id, outcome: "refunded_wrong_amount" }]);
    expect(findLiveHold(world.db.orm, booking.id)).toBeUndefined();
  });

  it("gives the same money back once, however many sessions name it", async () => {
    const [one, two] = [await signedBooking(world), await signedBooking(world, withEmail("b@example.com"))];
    const [first, second] = [await openedCheckout(world, one), await openedCheckout(world, two)];
    const wrong = { amountTotal: 100, paymentIntentId: "pi_same" };
    expect(await confirm(world, sessionFacts(first, wrong))).toMatchObject({ outcome: "refunded_wrong_amount" });
    expect(await confirm(world, sessionFacts(second, wrong))).toMatchObject({ outcome: "refunded_wrong_amount" });
    expect(world.db.orm.select().from(refunds).all()).toMatchObject([{ amount: 100 }]);
    expect(outboxOf("mail.late-payment")).toHaveLength(1);
  });

  it("tells who ordered for nothing that nothing is left: there is no money to give back", async () => {
    const free = { cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "metal" as const }] };
    const late = await openedCheckout(world, await signedBooking(world, free));
    await end(late);
    await confirm(
      world,
      sessionFacts(await openedCheckout(world, await signedBooking(world, withEmail("b@example.com")))),
    );
    expect(await confirm(world, sessionFacts(late))).toMatchObject({ outcome: "nothing_left" });
    expect(outboxOf("mail.late-payment")).toEqual([{ checkoutId: late.id, outcome: "nothing_left" }]);
    expect(world.db.orm.select().from(refunds).all()).toEqual([]);
    // A wrong session without money is told nothing: there was none.
    const other = await openedCheckout(
      world,
      await signedBooking(world, {
        ...withEmail("c@example.com"),
        cart: [{ dumpsterSize: 15, quantity: 1, materialCategory: "general" }],
      }),
    );
    expect(await confirm(world, sessionFacts(other, { amountTotal: 0, paymentIntentId: null }))).toMatchObject({
      outcome: "refunded_wrong_amount",
    });
    expect(outboxOf("mail.late-payment")).toHaveLength(1);
  });

  it("sends a second payment back", async () => {
    const booking = await signedBooking(world);
    const first = await openedCheckout(world, booking);
    await end(first);
    await confirm(world, sessionFacts(await openedCheckout(world, booking)));
    expect(await confirm(world, sessionFacts(first))).toMatchObject({ outcome: "refunded_duplicate" });
    expect(readLedger(world.db.orm, booking.id)).toMatchObject({ paid: 2 * 40932, refunded: 40932 });
  });

  it("allots a late payment again, and returns it when nothing is left", async () => {
    const [one, two, three] = [
      await signedBooking(world),
      await signedBooking(world, withEmail("b@example.com")),
      await signedBooking(world, withEmail("c@example.com")),
    ];
    const late = await openedCheckout(world, one);
    const tooLate = await openedCheckout(world, two);
    await end(late);
    await end(tooLate);
    expect(await confirm(world, sessionFacts(late))).toMatchObject({ outcome: "confirmed" });
    await confirm(world, sessionFacts(await openedCheckout(world, three)));
    expect(await confirm(world, sessionFacts(tooLate))).toMatchObject({ outcome: "refunded_nothing_left" });
    expect(readLedger(world.db.orm, two.id)).toMatchObject({ paid: 40932, refunded: 40932 });
    expect(getBooking(world.db.orm, two.id).paid_at).toBeNull();
  });

  it("does not compete with the same booking's newer checkout for the last dumpster", async () => {
    await world.db.write((tx) =>
      tx
        .delete(dumpsters)
        .where(
          and(
            eq(dumpsters.size_yards, 20),
            eq(
              dumpsters.id,
              world.db.orm.select().from(dumpsters).where(eq(dumpsters.size_yards, 20)).get()?.id ?? ("" as never),
            ),
          ),
        )
        .run(),
    );
    const booking = await signedBooking(world);
    const first = await openedCheckout(world, booking);
    await end(first);
    const second = await openedCheckout(world, booking);
    expect(await confirm(world, sessionFacts(first))).toMatchObject({ outcome: "confirmed" });
    expect(await confirm(world, sessionFacts(second))).toMatchObject({ outcome: "refunded_duplicate" });
  });

  it.each([
    ["in the window", 16, "confirmed"],
    ["when it has ended", 17, "refunded_nothing_left"],
  ])("allots again on the day itself: %s", async (_name, hour, outcome) => {
    const booking = await signedBooking(world, { deliveryTime: "afternoon" });
    const checkout = await openedCheckout(world, booking);
    await end(checkout);
    expect(await confirm(world, sessionFacts(checkout), instantAt(day("2026-12-03"), hour))).toMatchObject({ outcome });
  });

  it("sends the money for an order that was signed anew back", async () => {
    const draft = await startedDraft(world);
    const signed = await sign(world, draft);
    if (!signed.ok) throw new Error(signed.code);
    const checkout = await openedCheckout(world, signed.booking);
    await end(checkout);
    await world.db.write((tx) => saveDraft(tx, world.deed(), draft.id, { data: draftData({ rentalDays: 14 }) }, 14));
    await sign(world, freshDraft(world, draft.id));
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_wrong_amount" });
  });

  it("revives an expired booking, and never a cancelled one", async () => {
    const booking = await signedBooking(world);
    const checkout = await openedCheckout(world, booking);
    await end(checkout);
    await world.db.write((tx) => moveBooking(tx, world.deed(), booking.id, "expired"));
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
    const other = await signedBooking(world, withEmail("b@example.com"));
    const open = await openedCheckout(world, other);
    await world.db.write((tx) => moveBooking(tx, world.deed(), other.id, "cancelled"));
    expect(await confirm(world, sessionFacts(open))).toMatchObject({ outcome: "refunded_duplicate" });
  });

  it("leaves an ended checkout ended when its session arrives late", async () => {
    const checkout = await openedCheckout(world, await signedBooking(world));
    await end(checkout);
    await world.db.write((tx) => attachSession(tx, checkout.id, sessionFacts(checkout)));
    expect(findOpenCheckout(world.db.orm, checkout.booking_id)).toBeNull();
  });
});

async function confirmedWith(changes: Parameters<typeof signedBooking>[1]) {
  const booking = await signedBooking(world, changes);
  await confirm(world, sessionFacts(await openedCheckout(world, booking)));
  return booking.id;
}

function withEmail(email: string) {
  return { contactInfo: { firstName: "Bo", lastName: "Tester", phone: "(407) 555-0134", email } };
}
