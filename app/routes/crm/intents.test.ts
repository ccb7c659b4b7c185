import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bookings, drivers, jobs } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { findOffer, offerJob } from "~/domain/dispatch/offers.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { plus } from "~/domain/kernel/time.server";
import type { Intents } from "~/http/answers/intents.server";
import {
  changeSetting,
  draftData,
  openWorld,
  paidBooking,
  signedBooking,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { officeRoles, ROLES, type Role } from "../../../tests/support/office-roles";
import { fakeStripe, type Visitor, type Answer, type FakeStripe } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action } from "./booking";
import { BOOKING_INTENTS } from "./booking-intents.server";

/** Every page of the office with a table of intents, and a form for each of them that would be taken. */
const PAGES: { table: Intents<never>; forms: Record<string, Record<string, string>> }[] = [
  {
    table: BOOKING_INTENTS,
    forms: {
      note: { note: "Call before you come" },
      resend: {},
      renew: { total: "40932" },
      hold: { holdReason: "The gate is locked" },
      release: {},
      permit: { permitNumber: "C-1042", permitFrom: "2026-12-07", permitUntil: "2026-12-20" },
      waive_ticket: { unitId: "", ticketWhy: "The facility burnt down" },
      cancel: { unitId: "", expectedFee: "0", expectedRefund: "40932", why: "asked for by phone" },
    },
  },
];

let world: TestWorld;
let stripe: FakeStripe;
let visitors: Record<Role, Visitor>;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 60 } });
  await changeSetting(world, "windowCapacity", 100);
  stripe = fakeStripe();
  visitors = await officeRoles(world, door, stripe);
});
afterAll(() => world.close());

let booking: Booking;
beforeEach(async () => {
  // Far enough ahead to be cancelled for nothing.
  booking = await paidBooking(world, { deliveryDate: "2026-12-08" });
});
const stored = () => world.db.orm.select().from(bookings).where(eq(bookings.id, booking.id)).get() as Booking;
const press = (role: Role, intent: string, fields: Record<string, string> = {}): Promise<Answer> =>
  visitors[role].post(
    action,
    `/crm/bookings/${booking.booking_number}`,
    { intent, ...fields },
    { number: booking.booking_number },
  );
const onStreet = () => world.db.sqlite.prepare("update bookings set placement = 'street' where id = ?").run(booking.id);
const isBack = () =>
  world.db.sqlite.prepare("update units set state = 'off_site' where booking_id = ?").run(booking.id);
const endedPrice = () =>
  world.db.write((tx) => {
    const contactInfo = { ...draftData().contactInfo, firstName: `Ada ${Math.random()}` };
    const ended = plus(world.clock.at, -1);
    return prepareQuote(tx, world.deed(STAFF), world.settings(), draftData({ contactInfo }), ended).booking;
  });
const messageOf = (answer: Answer) => (answer.data as { fields: Record<string, string> }).fields;

describe.each(PAGES)("every intent of a page, by every role", ({ table, forms }) => {
  it("has a form here", () => {
    expect(Object.keys(forms).sort()).toEqual(Object.keys(table).sort());
  });

  it.each(
    Object.entries(table).flatMap(([name, { may }]) =>
      ROLES.map((role) => ({ name, role, allowed: role === "admin" || (role === "staff" && may === "staff") })),
    ),
  )("$name by $role: $allowed", async ({ name, role, allowed }) => {
    if (name === "permit") onStreet();
    if (name === "waive_ticket") isBack();
    if (name === "renew") booking = await endedPrice();
    const before = stored();
    const answer = await press(role, name, forms[name]);
    if (allowed) {
      expect([answer.status, answer.location]).toEqual([
        302,
        expect.stringContaining(`/crm/bookings/${booking.booking_number}`),
      ]);
      return;
    }
    expect(answer.status).toBe(role === "user" || role === "staff" ? 403 : 302);
    if (role === "nobody") expect(answer.location).toMatch(/^\/auth\?next=/);
    if (role === "driver") expect(answer.location).toBe("/driver/dashboard");
    expect(stored()).toEqual(before);
  });
});

describe("what an intent does", () => {
  const happened = (action: string) =>
    world.db.sqlite
      .prepare("select why, actor_label by, data from events where booking_id = ? and action = ?")
      .all(booking.id, action) as { why: string | null; by: string; data: string | null }[];

  it("keeps a note as it was written, once for a double click, and long ones up to their limit", async () => {
    const note = "Gate code 4711 \u{1F69B}\nשלום <b>O’Neil</b>";
    await Promise.all([1, 2].map(() => press("staff", "note", { note: ` ${note.replace("\n", "\r\n")} ` })));
    await press("admin", "note", { note });
    expect(happened("note_written").map(({ why, by }) => [why, by])).toEqual([
      [note, "Sam Staff"],
      [note, "Alex Admin"],
    ]);
    expect(messageOf(await press("staff", "note", { note: "  " }))).toEqual({ note: "Write the note first." });
    const long = "x".repeat(10_001);
    const refused = await press("staff", "note", { note: long });
    expect(messageOf(refused)).toEqual({ note: "Shorten the note to 10,000 characters or fewer: there are 10,001." });
    expect((refused.data as { values: { note: string } }).values.note.length).toBeGreaterThanOrEqual(10_000);
    await press("staff", "note", { note: long.slice(1) });
    expect(happened("note_written")).toHaveLength(3);
  });

  it("sends the papers of a paid booking again, once for a double click, and the link of one to sign", async () => {
    const queued = () =>
      world.db.sqlite
        .prepare(
          "select kind from outbox where booking_id = ? and kind in ('mail.booking-documents','mail.sign-request','sms.sign-request') order by id",
        )
        .pluck()
        .all(booking.id);
    await Promise.all([1, 2].map(() => press("staff", "resend")));
    expect(queued()).toEqual(["mail.booking-documents"]);
    expect(happened("sent_again").map(({ data }) => JSON.parse(data ?? "") as unknown)).toEqual([{ what: "papers" }]);
    world.clock.at = plus(world.clock.at, 61_000);
    world.db.sqlite.prepare("update bookings set status = 'quoted', sms_consent = 1 where id = ?").run(booking.id);
    await press("staff", "resend");
    expect([...queued()].sort()).toEqual(["mail.booking-documents", "mail.sign-request", "sms.sign-request"]);
    // No text to who did not agree to any.
    world.clock.at = plus(world.clock.at, 61_000);
    world.db.sqlite.prepare("update bookings set sms_consent = 0 where id = ?").run(booking.id);
    await press("staff", "resend");
    expect(queued().filter((kind) => kind === "sms.sign-request")).toHaveLength(1);
    expect(queued()).toHaveLength(4);
    world.clock.at = plus(world.clock.at, 61_000);
    world.db.sqlite.prepare("update bookings set status = 'pending_payment' where id = ?").run(booking.id);
    expect(messageOf(await press("staff", "resend"))).toEqual({
      "": "There is nothing that could be sent to the customer now.",
    });
    expect(queued()).toHaveLength(4);
  });

  it("puts a booking on hold with a reason, and takes it off", async () => {
    expect(messageOf(await press("staff", "hold", { holdReason: " " }))).toHaveProperty("holdReason");
    // Not cut: whoever pastes too much is told how much, and has it still.
    const tooMuch = { hold: "holdReason", cancel: "why" } as const;
    for (const [name, field] of Object.entries(tooMuch)) {
      const refused = await press("staff", name, { unitId: "", expectedFee: "0", [field]: "y".repeat(201) });
      expect(messageOf(refused)[field]).toBe("Shorten the reason to 200 characters or fewer: there are 201.");
      expect((refused.data as { values: Record<string, string> }).values[field]).toHaveLength(201);
    }
    expect(stored()).toMatchObject({ on_hold_reason: null, status: "paid_pending_scheduling" });
    // No driver is asked any more to take what may not leave.
    const job = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, booking.id)).limit(1).get();
    const driver = world.db.orm.select().from(drivers).limit(1).get();
    const rules = { settings: world.settings(), oneDriver: true };
    const offered = await world.db.write((tx) => offerJob(tx, world.deed(STAFF), rules, job!.id, driver!.id));
    expect(offered).toMatchObject({ ok: true });
    await press("staff", "hold", { holdReason: "The gate is locked" });
    expect(stored().on_hold_reason).toBe("The gate is locked");
    expect(findOffer(world.db.orm, job!.id, world.clock.at)).toBeNull();
    await press("staff", "release");
    expect(stored().on_hold_reason).toBeNull();
  });

  it("keeps a street permit with its days, and says what is missing or turned round", async () => {
    const permit = { permitNumber: " C-1042 ", permitFrom: "12/7/2026", permitUntil: "2026-12-20" };
    expect(messageOf(await press("staff", "permit", permit))["permitNumber"]).toContain("not on the street");
    onStreet();
    await press("staff", "permit", permit);
    expect(stored()).toMatchObject({ permit_number: "C-1042", permit_from: "2026-12-07", permit_until: "2026-12-20" });
    expect(messageOf(await press("staff", "permit", { ...permit, permitUntil: "2026-12-01" }))).toEqual({
      permitUntil: "The permit cannot end before it begins.",
    });
    const street = { ...permit, permitFrom: "2026-12-09" };
    const late = "The permit does not cover the delivery on Tuesday, December 8, so no truck could leave.";
    expect(messageOf(await press("staff", "permit", street))["permitFrom"]).toContain(late);
    const early = { ...permit, permitFrom: "2026-12-01", permitUntil: "2026-12-07" };
    expect(messageOf(await press("staff", "permit", early))["permitUntil"]).toContain(late);
    expect(Object.keys(messageOf(await press("staff", "permit", { permitFrom: "soon" })))).toEqual([
      "permitNumber",
      "permitFrom",
      "permitUntil",
    ]);
    expect(stored().permit_until).toBe("2026-12-20");
  });

  it("cancels with the money that was shown and a reason, and says what is in the way", async () => {
    expect(messageOf(await press("staff", "cancel", { expectedFee: "0", expectedRefund: "40932", why: "" }))).toEqual({
      why: "Say why, so that the others know.",
    });
    for (const expectedFee of ["100", "", "none"])
      expect(
        messageOf(await press("staff", "cancel", { expectedFee, expectedRefund: "40932", why: "phone" }))[""],
      ).toMatch(/fee or the refund has changed/);
    // As a bank that has taken a part of it meanwhile would have it.
    for (const expectedRefund of ["35932", "", "none"]) {
      const refused = await press("staff", "cancel", { expectedFee: "0", expectedRefund, why: "phone" });
      expect(messageOf(refused)[""]).toMatch(/fee or the refund has changed/);
    }
    await press("staff", "cancel", { expectedFee: "0", expectedRefund: "40932", why: "phone" });
    expect(stored().status).toBe("cancelled");
    // Pressed twice, it is cancelled as asked for.
    expect((await press("staff", "cancel", { expectedFee: "0", expectedRefund: "40932", why: "phone" })).status).toBe(
      302,
    );
    const other = { unitId: "unt_of_another", expectedFee: "0", expectedRefund: "40932", why: "phone" };
    expect(messageOf(await press("staff", "cancel", other))[""]).toMatch(/nothing left/);
  });

  it("leaves an unpaid booking alone while its payment page cannot be ended", async () => {
    booking = await signedBooking(world, { deliveryDate: "2026-12-08" });
    await visitors.staff.post(action, "/", { intent: "hold", holdReason: "x" }, { number: booking.booking_number });
    expect((await press("staff", "cancel", { expectedFee: "0", expectedRefund: "0", why: "phone" })).status).toBe(302);
    expect(stored().status).toBe("cancelled");
  });

  it.each(["", "drop", "toString", "__proto__"])("refuses the intent %j", async (name) => {
    const answer = await press("staff", name);
    expect([answer.status, messageOf(answer)]).toEqual([400, { "": "Choose what to do." }]);
  });

  it("knows no booking of another number", async () => {
    const answer = await visitors.staff.post(action, "/", { intent: "release" }, { number: "DMP-2026-999999" });
    expect(answer.status).toBe(404);
  });
});
