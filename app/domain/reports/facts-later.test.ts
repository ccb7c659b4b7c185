import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bookings, charges, leads, settings, units } from "#db/schema/index";
import { takeStep } from "../dispatch/steps.server";
import { day } from "../kernel/days";
import { newId, type Id } from "../kernel/ids.server";
import { dayAt, instant } from "../kernel/time.server";
import { keepLead } from "../leads/leads.server";
import { paidBooking, signedBooking } from "../../../tests/support/domain";
import { ALWAYS, onDay, reportWorld } from "../../../tests/support/report-world";

const { world: now, driver, at, on, jobOf, drive } = reportWorld();

describe("a load", () => {
  /** Weighed at the end of a rental: net pounds. */
  async function weigh(net: number, number: string) {
    const booking = await paidBooking(now());
    await drive(jobOf(booking.id, "delivery").id, [
      ["en_route", onDay("2026-12-03", 9)],
      ["arrived", onDay("2026-12-03", 10)],
      ["serviced", onDay("2026-12-03", 10)],
      ["completed", onDay("2026-12-03", 10)],
    ]);
    const { id } = jobOf(booking.id, "pickup");
    await drive(id, [
      ["en_route", onDay("2026-12-10", 13)],
      ["arrived", onDay("2026-12-10", 14)],
      ["serviced", onDay("2026-12-10", 14)],
      ["to_disposal", onDay("2026-12-10", 14)],
    ]);
    const deed = now().deed(undefined, onDay("2026-12-10", 15));
    for (const step of [
      { to: "at_disposal", facility: "Landfill" },
      { to: "ticketed", ticket: { number, gross: 20_000 + net, tare: 20_000, net } },
    ] as const)
      expect(await now().db.write((tx) => takeStep(tx, deed, driver(), id, step))).toMatchObject({ ok: true });
    return booking;
  }
  const overage = (booking: { id: Id<"booking"> }, state: typeof charges.$inferInsert.state, unit = true) =>
    now().db.write((tx) => {
      const id = newId("charge");
      const unit_id = unit ? tx.select().from(units).where(eq(units.booking_id, booking.id)).get()?.id : null;
      tx.insert(charges)
        .values({
          id,
          booking_id: booking.id,
          unit_id,
          kind: "weight_overage",
          state,
          amount: 1,
          description: "",
          created_at: now().clock.at,
        })
        .run();
      return id;
    });
  const become = (id: Id<"charge">, state: typeof charges.$inferInsert.state) =>
    now().db.write((tx) => tx.update(charges).set({ state }).where(eq(charges.id, id)).run());

  it("above the included weight is not charged until somebody decides: open, proposed, gone, and back where it was voided", async () => {
    const booking = await weigh(4_740, "T-1");
    expect(on("ticket", "2026-12-10")).toEqual({ "20": { n: 1, amount: 4_740, extra: 0 } });
    expect(on("unbilled", "2026-12-10")).toEqual({ open: { n: 1, amount: 137, extra: 0 } });
    const id = await overage(booking, "proposed");
    for (const state of ["evidence_ready", "noticed", "questioned", "noticed"] as const) {
      expect(on("unbilled", "2026-12-10"), state).toEqual({ proposed: { n: 1, amount: 137, extra: 0 } });
      await become(id, state);
    }
    await become(id, "processing");
    expect(on("unbilled", "2026-12-10")).toEqual({});
    await become(id, "voided");
    expect(on("unbilled", "2026-12-10")).toEqual({ open: { n: 1, amount: 137, extra: 0 } });
    await overage(booking, "waived", false);
    expect(on("unbilled", "2026-12-10")).toEqual({});
  });

  it("of the included weight is none; another included weight is looked at for all", async () => {
    await weigh(2_009, "T-1");
    expect(on("unbilled", ...ALWAYS)).toEqual({});
    await weigh(2_010, "T-2");
    expect(on("unbilled", ...ALWAYS)).toEqual({ open: { n: 1, amount: 1, extra: 0 } });
    const set = (value: number) =>
      now().db.write((tx) =>
        tx
          .insert(settings)
          .values({ key: "includedTons", value, updated_at: now().clock.at })
          .onConflictDoUpdate({ target: settings.key, set: { value } })
          .run(),
      );
    await set(0.5);
    expect(on("unbilled", ...ALWAYS)).toMatchObject({ open: { n: 2, amount: 50 + 51 } });
    await set(1.15);
    expect(on("unbilled", ...ALWAYS)).toEqual({});
    await now().db.write((tx) => tx.delete(settings).where(eq(settings.key, "includedTons")).run());
    expect(on("unbilled", ...ALWAYS)).toMatchObject({ open: { n: 1 } });
  });
});

describe("a lead", () => {
  const ask = (phone: string, email = "", message = "call me") =>
    now().db.write((tx) =>
      keepLead(tx, now().deed(), { kind: "call_back", name: "Lee", phone, email, zip: "32801", message }),
    );
  const of = () => on("lead", ...ALWAYS)["call_back"];

  it("is booked by an order of the same number, or address, that is paid within 90 days", async () => {
    at("2026-12-01", 9);
    await ask("(407) 555-0133");
    await ask("(407) 555-0199", "ada@example.com");
    await ask("(407) 555-0188", "", "somebody else");
    expect(of()).toEqual({ n: 3, amount: 0, extra: 0 });
    at("2026-12-02", 9);
    await signedBooking(now());
    expect(of()).toMatchObject({ amount: 0 });
    await paidBooking(now());
    expect(of()).toEqual({ n: 3, amount: 2, extra: 0 });
    // It counts for the day on which it was asked.
    expect(on("lead", "2026-12-01")["call_back"]).toMatchObject({ n: 3, amount: 2 });
    // Asked after the order: that one did not come of it.
    at("2026-12-03", 9);
    await ask("(407) 555-0133", "", "again");
    expect(of()).toEqual({ n: 4, amount: 2, extra: 0 });
  });

  it("is not by one of a hundred days later, and not by an empty address", async () => {
    at("2026-12-01", 9);
    await ask("(407) 555-0133");
    await ask("(407) 555-0177", "");
    now().clock.at = instant(now().clock.at + 91 * 86_400_000);
    const today = dayAt(now().clock.at);
    const booking = await paidBooking(now(), { deliveryDate: day("2027-03-06") });
    expect(today).toBe("2027-03-02");
    await now().db.write((tx) => tx.update(bookings).set({ email: "" }).where(eq(bookings.id, booking.id)).run());
    expect(of()).toEqual({ n: 2, amount: 0, extra: 0 });
  });

  it("is by an order of the same draft, whatever number was typed", async () => {
    const booking = await paidBooking(now());
    at("2026-12-01", 8);
    await now().db.write((tx) => {
      const lead = { kind: "consultation" as const, name: "Lee", email: "", zip: "32801", message: "call me" };
      return keepLead(tx, now().deed(), { ...lead, phone: "(407) 555-0166", draftId: booking.draft_id });
    });
    expect(on("lead", ...ALWAYS)).toEqual({ consultation: { n: 1, amount: 1, extra: 0 } });
  });

  it("follows what the office puts right, and goes with its row", async () => {
    at("2026-12-01", 9);
    const lead = await ask("(407) 555-0111");
    const booking = await paidBooking(now());
    expect(of()).toMatchObject({ amount: 0 });
    await now().db.write((tx) =>
      tx.update(bookings).set({ phone: "+14075550111" }).where(eq(bookings.id, booking.id)).run(),
    );
    expect(of()).toMatchObject({ amount: 1 });
    await now().db.write((tx) =>
      tx.update(bookings).set({ phone: "+14075550112" }).where(eq(bookings.id, booking.id)).run(),
    );
    expect(of()).toMatchObject({ amount: 0 });
    await now().db.write((tx) => tx.update(leads).set({ kind: "large_order" }).where(eq(leads.id, lead.id)).run());
    expect(on("lead", ...ALWAYS)).toEqual({ large_order: { n: 1, amount: 0, extra: 0 } });
    await now().db.write((tx) => tx.delete(leads).where(eq(leads.id, lead.id)).run());
    expect(on("lead", ...ALWAYS)).toEqual({});
  });
});
