import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { disputes, payments, refunds } from "#db/schema/index";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { recordPayment } from "~/domain/payments/ledger.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { changeSetting, openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { disputeFacts, onAccount, paymentOf, tell } from "../../../tests/support/money";
import { officeRoles, ROLES, type Role } from "../../../tests/support/office-roles";
import { fakeStripe, type Answer, type FakeStripe, type Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action as disputeAction, loader as disputePage } from "./billing-dispute";
import { loader as disputesPage } from "./billing-disputes";
import { loader as exportPage } from "./billing-export";
import { action as receiveAction, loader as receivePage } from "./billing-receive";
import { action as refundsAction, loader as refundsPage } from "./billing-refunds";
import { action as takingsAction, loader as takingsPage } from "./billing-takings";
import { action as giveBackAction, loader as giveBackPage } from "./give-back";
import { loader as journalFile } from "./journal-csv";
import { loader as quickBooksFile } from "./quickbooks-csv";

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

const fieldsOf = (answer: Answer) => (answer.data as { fields: Record<string, string> }).fields;
const dataOf = <T>(answer: Answer) => answer.data as T;
const mayAdmin = (role: Role) => role === "admin";
const mayStaff = (role: Role) => role === "admin" || role === "staff";
/** How who may not is answered: staff and customers are refused, the others are sent where they belong. */
const refusedStatus = (role: Role) => (role === "user" || role === "staff" ? 403 : 302);

describe("a dispute's page", () => {
  let booking: Booking;
  let id: string;
  beforeEach(async () => {
    booking = await paidBooking(world, { deliveryDate: "2026-12-08" });
    id = (await tell(world, disputeFacts(paymentOf(world, booking.id))))?.id ?? expect.fail("no dispute");
  });
  const press = (role: Role, intent: string, fields: Record<string, string> = {}) =>
    visitors[role].post(disputeAction, `/crm/billing/disputes/${id}`, { intent, ...fields }, { id });
  const stored = () =>
    world.db.orm
      .select()
      .from(disputes)
      .all()
      .find((one) => one.id === id) ?? expect.fail();

  it.each(ROLES)("is read, listed and answered by the office: %s", async (role) => {
    const page = await visitors[role].get(disputePage, `/crm/billing/disputes/${id}`, { id });
    const list = await visitors[role].get(disputesPage, "/crm/billing/disputes");
    const answer = await press(role, "answer", { note: "We delivered it." });
    if (mayStaff(role)) {
      expect(dataOf<object>(page)).toMatchObject({ number: booking.booking_number, isAdmin: mayAdmin(role) });
      expect(dataOf<{ rows: object[] }>(list).rows).toContainEqual(
        expect.objectContaining({ number: booking.booking_number, state: "needs_response" }),
      );
      expect([answer.status, stored().said]).toEqual([302, "We delivered it."]);
    } else {
      expect([page.status, list.status, answer.status]).toEqual(Array(3).fill(refusedStatus(role)));
      expect(stored().said).toBeNull();
    }
  });

  it("asks for words, takes one answer, and keeps what was typed", async () => {
    expect(fieldsOf(await press("staff", "answer", { note: " " }))).toEqual({
      note: "Say in your words what happened: the bank reads it first.",
    });
    await press("staff", "answer", { note: "One" });
    const again = await press("staff", "answer", { note: "Two" });
    expect([again.status, fieldsOf(again)]).toEqual([409, { "": "The answer is already on its way to the bank." }]);
    expect(stored().said).toBe("One");
  });

  it.each(ROLES)("is given in, and written off, by an admin alone, with a reason: %s", async (role) => {
    const lost = { ...disputeFacts(paymentOf(world, booking.id)), state: "lost", dueBy: null } as const;
    stripe.acceptDispute = async () => ({ ok: true, value: lost });
    const accepted = await press(role, "accept", { "why-accept": "not worth it" });
    if (!mayAdmin(role)) {
      expect([accepted.status, stored().state]).toEqual([refusedStatus(role), "needs_response"]);
      await tell(world, lost);
      const off = await press(role, "write-off", { "why-write-off": "no" });
      expect([off.status, stored().written_off_at]).toEqual([refusedStatus(role), null]);
      return;
    }
    expect([accepted.status, stored().state]).toEqual([302, "lost"]);
    expect(fieldsOf(await press(role, "write-off"))).toEqual({ "why-write-off": "Say why, so that the others know." });
    await press(role, "write-off", { "why-write-off": "not worth a court" });
    expect(stored().written_off_at).not.toBeNull();
  });

  it("says so while the card company cannot be reached", async () => {
    stripe.acceptDispute = async () => ({ ok: false, code: "unreachable", message: "down" });
    const answer = await press("admin", "accept", { "why-accept": "x" });
    expect([answer.status, fieldsOf(answer)[""]]).toEqual([503, "Stripe cannot be reached. Try again in a minute."]);
  });
});

describe("money back outside the rules", () => {
  let booking: Booking;
  let charge: string;
  beforeEach(async () => {
    booking = await paidBooking(world, { deliveryDate: "2026-12-08" });
    charge = world.db.sqlite.prepare("select id from charges where booking_id = ?").pluck().get(booking.id) as string;
  });
  const number = () => ({ number: booking.booking_number });
  const path = (query = "") => `/crm/bookings/${booking.booking_number}/refund${query}`;
  const wish = (changes: Record<string, string> = {}) => ({
    charge,
    amount: "100",
    way: "same",
    reason: "A scratch in the drive",
    ...changes,
  });
  const look = (role: Role, changes: Record<string, string> = {}) =>
    visitors[role].get(giveBackPage, path(`?${new URLSearchParams(wish(changes)).toString()}`), number());
  const give = (role: Role, changes: Record<string, string> = {}) =>
    visitors[role].post(
      giveBackAction,
      path(),
      { intent: "give-back", left: "40932", ...wish(), ...changes },
      number(),
    );
  const made = () =>
    world.db.orm
      .select()
      .from(refunds)
      .all()
      .filter(({ booking_id }) => booking_id === booking.id);

  it.each(ROLES)("is an admin's: %s", async (role) => {
    const [page, done] = [await look(role), await give(role)];
    if (!mayAdmin(role)) {
      expect([page.status, done.status, made().length]).toEqual([refusedStatus(role), refusedStatus(role), 0]);
      return;
    }
    expect(dataOf<{ review: object }>(page).review).toMatchObject({
      amount: 10_000,
      left: 40_932,
      forgiven: 0,
      parts: [{ amount: 10_000, method: "card" }],
    });
    expect([done.status, done.location]).toEqual([302, `/crm/bookings/${booking.booking_number}#money`]);
    expect(made()).toMatchObject([{ amount: 10_000, reason: "A scratch in the drive" }]);
  });

  it("shows what it would do before anything moves, and is refused twice or when it was seen otherwise", async () => {
    await look("admin");
    expect(made()).toEqual([]);
    await give("admin");
    const again = await give("admin");
    expect([again.status, made().length]).toEqual([409, 1]);
  });

  it("offers what was paid too much first, and gives that back, once", async () => {
    const byHand = { method: "cash", reference: null, deposit_batch: null, receipt: "r1" } as const;
    await world.db.write((tx) =>
      recordPayment(tx, world.deed(), {
        bookingId: booking.id,
        checkoutId: null,
        amount: 29_25,
        intentId: null,
        byHand,
      }),
    );
    expect(dataOf<object>(await visitors.admin.get(giveBackPage, path(), number()))).toMatchObject({ surplus: 29_25 });
    const wanted = { charge: "surplus", amount: "29.25" };
    expect(dataOf<object>(await look("admin", wanted))).toMatchObject({ review: { charge: null, left: 29_25 } });
    expect(dataOf<object>(await look("admin", { ...wanted, amount: "30" }))).toMatchObject({
      problem: { fields: { amount: "Only $29.25 was paid too much." } },
    });
    const done = [await give("admin", { ...wanted, left: "2925" }), await give("admin", { ...wanted, left: "2925" })];
    expect([done.map(({ status }) => status), made()]).toMatchObject([[302, 409], [{ amount: 29_25, method: "cash" }]]);
  });

  it.each<[Record<string, string>, Record<string, string>]>([
    [{ amount: "0" }, { amount: "Enter the amount, like 49.50." }],
    [{ amount: "-5" }, { amount: "Enter the amount, like 49.50." }],
    [{ amount: "409.33" }, { amount: "At most $409.32 is left of this charge." }],
    [{ reason: "" }, { reason: "Say why, so that the others know." }],
    [{ charge: "chg_none" }, { charge: "Choose the charge." }],
    [{ way: "bitcoin" }, { way: "Choose how it goes back." }],
  ])("%o is refused beside its field", async (changes, fields) => {
    const page = await look("admin", changes);
    expect(dataOf<{ problem: { fields: object }; review: null }>(page)).toMatchObject({
      problem: { fields },
      review: null,
    });
    expect(dataOf<{ values: object }>(page).values).toMatchObject(wish(changes));
    expect(made()).toEqual([]);
  });
});

describe("a check or cash", () => {
  let booking: Booking;
  // Each is a customer of their own: the same phone number would make two of them one, who owes both orders.
  let customers = 0;
  beforeEach(async () => {
    customers++;
    booking = await onAccount(world, {
      contactInfo: {
        firstName: "Bo",
        lastName: "Builder",
        email: `bo${customers}@example.com`,
        phone: `(407) 556-${1000 + customers}`,
      },
    });
  });
  const id = () => ({ id: booking.customer_id });
  const path = (query = "") => `/crm/billing/receive/${booking.customer_id}${query}`;
  const wish = { method: "check", amount: "$409.32", reference: "1042", batch: "12/01", booking: "" };
  const take = (role: Role, changes: Record<string, string> = {}) =>
    visitors[role].post(receiveAction, path(), { intent: "record", ...wish, seen: "40932", ...changes }, id());
  const made = () =>
    world.db.orm
      .select()
      .from(payments)
      .all()
      .filter(({ booking_id }) => booking_id === booking.id);

  it.each(ROLES)("is written down by an admin, who sees first what it pays: %s", async (role) => {
    const page = await visitors[role].get(receivePage, path(`?${new URLSearchParams(wish).toString()}`), id());
    const done = await take(role);
    if (!mayAdmin(role)) {
      expect([page.status, done.status, made().length]).toEqual([refusedStatus(role), refusedStatus(role), 0]);
      return;
    }
    expect(dataOf<{ review: object }>(page).review).toMatchObject({
      amount: 40_932,
      words: "Check 1042, batch 12/01",
      over: 0,
      parts: [{ number: booking.booking_number, owed: 40_932, part: 40_932 }],
    });
    expect(done.location).toMatch(/\?told=/);
    expect(made()).toMatchObject([{ method: "check", amount: 40_932, reference: "1042", deposit_batch: "12/01" }]);
    expect((await take(role)).status).toBe(409);
    const after = await visitors[role].get(receivePage, done.location ?? "", id());
    expect(dataOf<{ told: object }>(after).told).toEqual({
      words: "Check 1042, batch 12/01",
      sum: 40_932,
      numbers: [booking.booking_number],
    });
  });

  it("needs a number for a check, none for cash, and an amount", async () => {
    expect(fieldsOf(await take("admin", { reference: "" }))).toEqual({ reference: "Enter the check’s number." });
    expect(fieldsOf(await take("admin", { amount: "abc" }))).toEqual({ amount: "Enter the amount, like 409.32." });
    expect(fieldsOf(await take("admin", { batch: "x".repeat(41) }))).toEqual({
      batch: "Shorten the deposit batch to 40 characters or fewer.",
    });
    expect((await take("admin", { method: "cash", reference: "" })).status).toBe(302);
    expect(made()).toMatchObject([{ method: "cash", reference: null }]);
  });
});

describe("refunds that need a person", () => {
  it.each(ROLES)("are read by the office and seen to by an admin: %s", async (role) => {
    const booking = await paidBooking(world, { deliveryDate: "2026-12-03" });
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 4093));
    const of = () =>
      world.db.orm
        .select()
        .from(refunds)
        .all()
        .filter(({ booking_id }) => booking_id === booking.id);
    const [refund] = of();
    if (!refund) return expect.fail("no refund");
    const facts = { refundId: `re_${refund.id}`, amount: refund.amount, paymentIntentId: null };
    await world.db.write((tx) =>
      applyRefundFacts(tx, world.deed(), refund, { ...facts, status: "failed", failureReason: "closed" }),
    );
    const page = await visitors[role].get(refundsPage, "/crm/billing/refunds");
    const press = (intent: string, fields: Record<string, string>) =>
      visitors[role].post(refundsAction, "/crm/billing/refunds", { intent, ...fields });
    const again = await press("again", { refund: refund.id, way: "check" });
    if (mayStaff(role))
      expect(dataOf<{ refunds: object[] }>(page).refunds).toContainEqual(
        expect.objectContaining({ id: refund.id, next: "again", why: "closed" }),
      );
    else expect(page.status).toBe(refusedStatus(role));
    if (!mayAdmin(role)) {
      expect([again.status, of().length]).toEqual([refusedStatus(role), 1]);
      return;
    }
    const check = of().find(({ method }) => method === "check") ?? expect.fail("no check");
    expect(again.location).toContain(check.id);
    const paid = await press("paid-out", { refund: check.id, reference: "2001", batch: "" });
    expect(paid.location).toBe("/crm/billing/refunds?told=paid");
    expect(of().find(({ id }) => id === check.id)).toMatchObject({ state: "succeeded", reference: "2001" });
    expect((await press("paid-out", { refund: check.id, reference: "2001", batch: "" })).status).toBe(409);
    expect(fieldsOf(await press("again", { refund: refund.id, way: "" }))).toEqual({
      way: "Choose which way it goes.",
    });
  });
});

describe("takings and exports", () => {
  it.each(ROLES)("takings are the office's, files for bookkeeping an admin's: %s", async (role) => {
    const takings = await visitors[role].get(takingsPage, "/crm/billing/takings?day=2026-12-01");
    const asked = await visitors[role].post(takingsAction, "/crm/billing/takings?day=2026-12-01", { intent: "ask" });
    const page = await visitors[role].get(exportPage, "/crm/billing/export");
    const files = [
      await visitors[role].get(journalFile, "/crm/billing/journal.csv?from=2026-12-01&to=2026-12-31"),
      await visitors[role].get(quickBooksFile, "/crm/billing/quickbooks.csv?from=2026-12-01&to=2026-12-31"),
    ];
    if (mayStaff(role)) {
      expect(dataOf<object>(takings)).toMatchObject({ day: "2026-12-01", previous: "2026-11-30", next: null });
      expect(asked.location).toBe("/crm/billing/takings?day=2026-12-01");
    } else expect([takings.status, asked.status]).toEqual([refusedStatus(role), refusedStatus(role)]);
    if (mayAdmin(role)) {
      expect(dataOf<object>(page)).toMatchObject({ period: { from: "2026-11-01", to: "2026-11-30" } });
      expect(files.map(({ status }) => status)).toEqual([200, 200]);
    } else expect([page.status, ...files.map(({ status }) => status)]).toEqual(Array(3).fill(refusedStatus(role)));
  });

  it("says so while the card company cannot be reached", async () => {
    stripe.down = true;
    const answer = await visitors.staff.post(takingsAction, "/crm/billing/takings", { intent: "ask" });
    stripe.down = false;
    expect([answer.status, fieldsOf(answer)[""]]).toEqual([503, "Stripe cannot be reached. Try again in a minute."]);
  });

  // Another month's file, or another day's money, looks like the one that was asked for.
  it("are of the days that were asked for, or it is said why not", async () => {
    const wrong = "?from=2026-12-31&to=2026-01-01";
    const said = "The last day is before the first. Choose a later one.";
    const { admin } = visitors;
    const page = await admin.get(exportPage, `/crm/billing/export${wrong}`);
    expect([page.status, page.data]).toMatchObject([400, { period: null, problem: { fields: { to: said } } }]);
    for (const [file, path] of [
      [journalFile, "/crm/billing/journal.csv"],
      [quickBooksFile, "/crm/billing/quickbooks.csv"],
    ] as const)
      expect((await admin.get(file, path + wrong)).status).toBe(400);
    const day = await admin.get(takingsPage, "/crm/billing/takings?day=2026-02-30");
    expect([day.status, dataOf<{ problem: object }>(day).problem]).toMatchObject([
      400,
      { fields: { "": "There is no day “2026-02-30”. Below is today. Choose another one." } },
    ]);
  });
});
