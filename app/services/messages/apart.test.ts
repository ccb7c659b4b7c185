import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it } from "vitest";
import { invoices } from "#db/schema/index";
import { BookingWhere } from "~/ui/manage/BookingFacts";
import { apartOf, isKeptOne } from "~/domain/booking/order/apart";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { requestPickup } from "~/domain/changes/pickup-request.server";
import { withdrawExtra } from "~/domain/changes/withdraw-extra.server";
import { planExtra } from "~/domain/changes/extra-job.server";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { followDates } from "~/domain/documents/follow-dates.server";
import { invoiceHtml } from "~/domain/documents/invoice-html";
import { findInvoice, issueInvoice } from "~/domain/documents/invoices.server";
import { day } from "~/domain/kernel/days";
import { instantAt, MINUTE, plus } from "~/domain/kernel/time.server";
import * as templates from "~/domain/messages/templates";
import { listCustomerUnits } from "~/domain/records/customer-unit.server";
import { readCustomerBooking } from "~/domain/records/customer.server";
import type { UnitState } from "~/domain/states/transitions";
import { drive, OUT } from "../../../tests/support/charges";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { calendarFile } from "./attachments.server";
import { facts } from "./facts.server";
import { SWAP } from "../../../tests/support/errands";

// Page, mail, calendar and invoice name the same days, and by the same names, where dumpsters come apart.
const world = setSoundWorld({ fleet: { 15: 2, 20: 4 } });
let services: Services;
beforeEach(() => void (services = fakeServices(world)));

const MIGRATION = readFileSync("db/migrations/0104_units_cancelled_at.sql", "utf8");
const LATER = { deliveryDate: day("2026-12-14"), window: "afternoon", pickupDate: day("2026-12-21") } as const;

async function two(changes: Parameters<typeof paidBooking>[1] = {}): Promise<Booking> {
  const { id } = await paidBooking(world, {
    cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
    ...changes,
  });
  await world.db.write((tx) =>
    issueInvoice(tx, world.deed(), world.settings(), getBooking(tx, id), "http://localhost"),
  );
  return getBooking(world.db.orm, id);
}
const move = (booking: Booking, number: number, to: Parameters<typeof rescheduleUnit>[4]) =>
  world.db.write((tx) =>
    rescheduleUnit(tx, world.deed(STAFF), world.settings(), listUnits(tx, booking.id)[number]!.id, to),
  );

/** The two days with their names, by each of them. */
function said({ id }: Booking) {
  const booking = getBooking(world.db.orm, id);
  const page = renderToStaticMarkup(
    createElement(BookingWhere, {
      booking: readCustomerBooking(world.db.orm, world.settings(), booking, {
        now: world.clock.at,
        leadsOn: true,
        late: true,
      } as never),
    }),
  );
  const mail = templates.bookingConfirmed({
    ...facts(services, booking),
    ...{ paid: 100_00, card: null, due: null, documents: [] },
  });
  const invoice = findInvoice(world.db.orm, id);
  const words = (html: string) => html.replaceAll(/<style[^]*?<\/style>|<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  return {
    page: words(page),
    mail: mail.text.replaceAll(/\s+/g, " "),
    invoice: words(invoice ? invoiceHtml(invoice.view) : ""),
    calendar: calendarFile(services, world.deed(), booking).match(/^DTSTART;[^:]*:\w+|^SUMMARY:[\w ,\\]+(?=:)/gm),
  };
}

it("as one they have a delivery and a pickup", async () => {
  const { page, mail, invoice, calendar } = said(await two());
  expect(page).toMatch(/ Delivery .*December 3.* Pickup .*December 10/);
  expect(mail).toMatch(/ Delivery:? .*December 3.* Pickup:? .*December 10, 2026 \(7 days\)/);
  expect(invoice).toMatch(/ Delivery .*December 3.* Pickup .*December 10.* Rental of 7 days/);
  expect([page, mail, invoice].join()).not.toMatch(/First delivery|Last pickup|Last one/);
  expect(calendar).toHaveLength(4);
});

it("apart they have a first delivery and a last pickup, and the calendar each of them", async () => {
  const booking = await two();
  await move(booking, 1, LATER);
  const { page, mail, invoice, calendar } = said(booking);
  expect(page).toMatch(/First delivery .*December 3.* Last pickup .*December 21/);
  expect(mail).toMatch(/First delivery:? .*December 3.* Last pickup:? .*December 21, 2026/);
  expect(mail).not.toContain("2026 (7 days)");
  expect(invoice).toMatch(/First delivery .*December 3.* Last pickup .*December 21.* Your order: 7 days/);
  expect(calendar).toEqual([
    "DTSTART;TZID=America/New_York:20261203T080000",
    "SUMMARY:Dumpster delivery",
    "DTSTART;TZID=America/New_York:20261214T120000",
    "SUMMARY:Dumpster delivery",
    "DTSTART;VALUE=DATE:20261210",
    "SUMMARY:Dumpster pickup",
    "DTSTART;VALUE=DATE:20261221",
    "SUMMARY:Dumpster pickup",
  ]);
});

it("kept until asked for, the last paid day is the last one's", async () => {
  const booking = await two({ flexibleExtension: true });
  const one = said(booking);
  expect(one.mail).toMatch(/Paid until:? .*December 10/);
  expect(one.mail).toContain(
    "They are paid for until Thursday, December 10: each day after that costs $25 plus tax for each",
  );
  expect(one.page).toMatch(/Paid until .*December 10/);
  expect(one.invoice).toMatch(/Paid until .*December 10/);
  await move(booking, 1, LATER);
  const { page, mail, invoice } = said(booking);
  expect(mail).toMatch(/Last one paid until:? .*December 21/);
  expect(mail).toContain(
    "Each is paid for until its own day, the last one until Monday, December 21: each day after its own costs $25 plus tax, charged to your card, until you ask for its pickup.",
  );
  // On the page each says its own day, as the one that it is.
  const at = { settings: world.settings(), now: world.clock.at } as never;
  expect(listCustomerUnits(world.db.orm, getBooking(world.db.orm, booking.id), at).map(({ next }) => next)).toEqual([
    expect.stringContaining(
      "It is paid for until Thursday, December 10: each day after that costs $25 plus tax, charged",
    ),
    expect.stringContaining(
      "It is paid for until Monday, December 21: each day after that costs $25 plus tax, charged",
    ),
  ]);
  expect([page, invoice].map((words) => /Last one paid until .*December 21/.test(words))).toEqual([true, true]);
  expect([page, mail, invoice].join()).not.toContain("Paid until");
});

it("the invoice follows where only the pickup, or only the window, is another", async () => {
  const booking = await two();
  await move(booking, 0, { deliveryDate: day("2026-12-03"), window: "afternoon", pickupDate: day("2026-12-10") });
  await move(booking, 1, { deliveryDate: day("2026-12-03"), window: "afternoon", pickupDate: day("2026-12-10") });
  expect(said(booking).invoice).toMatch(/ Delivery .*December 3, 2026 Afternoon/);
  await move(booking, 1, { deliveryDate: day("2026-12-03"), window: "afternoon", pickupDate: day("2026-12-17") });
  expect(said(booking).invoice).toMatch(/Last pickup .*December 17/);
});

/** A dumpster that stands with its customer, for which a swap is planned; and what its invoice and its booking say. */
async function swapped(changes: Parameters<typeof paidBooking>[1] = {}) {
  const { id } = await paidBooking(world, changes);
  await drive(world, { id }, "delivery", OUT);
  await world.db.write((tx) =>
    issueInvoice(tx, world.deed(), world.settings(), getBooking(tx, id), "http://localhost"),
  );
  const [unit] = listUnits(world.db.orm, id);
  const planned = await world.db.write((tx) =>
    planExtra(tx, world.deed(STAFF), world.settings(), unit!.id, SWAP, 51192),
  );
  if (!planned.ok) throw new Error(planned.code);
  const dates = () => {
    const view = findInvoice(world.db.orm, id)?.view;
    return [view?.pickupDay, getBooking(world.db.orm, id).scheduled_pickup_date, view?.apart];
  };
  return { job: planned.job, dates, booking: getBooking(world.db.orm, id) };
}

it("the invoice follows a swap, and its move to another day", async () => {
  const { job, dates } = await swapped();
  expect(dates()).toEqual(["2026-12-14", "2026-12-14", { comeApart: true, goApart: true }]);
  const to = { day: day("2026-12-08"), window: "afternoon" as const };
  await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), job.id, to));
  expect(dates()).toEqual(["2026-12-15", "2026-12-15", { comeApart: true, goApart: true }]);
});

it("the invoice follows a swap that is taken back", async () => {
  const { job, dates } = await swapped();
  await world.db.write((tx) => withdrawExtra(tx, world.deed(STAFF), job.id, "no_need"));
  expect(dates()).toEqual(["2026-12-10", "2026-12-10", undefined]);
});

it("kept, its pickup by a swap is a truck's day in the calendar, and the fresh one's the last that is paid for", async () => {
  const { booking } = await swapped({ flexibleExtension: true });
  expect(said(booking).calendar?.slice(-4)).toEqual([
    "DTSTART;VALUE=DATE:20261207",
    "SUMMARY:Dumpster pickup",
    "DTSTART;VALUE=DATE:20261214",
    "SUMMARY:Dumpster\\, last paid day",
  ]);
});

it("the invoice says that they come apart where the two days stay what they were", async () => {
  const booking = await two();
  await move(booking, 1, { deliveryDate: day("2026-12-04"), window: "morning", pickupDate: day("2026-12-10") });
  expect(findInvoice(world.db.orm, booking.id)?.view.apart).toEqual({ comeApart: true });
});

it("cancelled as a whole, dates and papers stay as they were", async () => {
  const booking = await two();
  await move(booking, 1, LATER);
  world.db.orm.update(invoices).set({ pdf_url: "/files/kept" }).where(eq(invoices.booking_id, booking.id)).run();
  const done = await world.db.write((tx) =>
    cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, null, 4093),
  );
  expect([done.ok, getBooking(world.db.orm, booking.id).status]).toEqual([true, "cancelled"]);
  const { page, mail, invoice, calendar } = said(booking);
  expect(findInvoice(world.db.orm, booking.id)?.pdf_url).toBe("/files/kept");
  for (const words of [page, mail, invoice])
    expect(words).toMatch(/First delivery:? .*December 3.* Last pickup:? .*December 21/);
  // Its fee's paper as well.
  const papers = world.db.orm.select().from(invoices).where(eq(invoices.booking_id, booking.id)).all();
  expect(papers.map(({ view }) => view.apart)).toEqual(papers.map(() => ({ comeApart: true, goApart: true })));
  expect(papers.length).toBeGreaterThan(1);
  // Each of its events is taken out of the calendar.
  expect(calendar).toHaveLength(8);
});

it("what is gone has no event, and two windows of one day have one each", async () => {
  const booking = await two();
  await move(booking, 1, { ...LATER, deliveryDate: day("2026-12-03") });
  expect(said(booking).calendar?.filter((line) => /^DTSTART;TZID/.test(line))).toEqual([
    "DTSTART;TZID=America/New_York:20261203T080000",
    "DTSTART;TZID=America/New_York:20261203T120000",
  ]);
  const [, second] = listUnits(world.db.orm, booking.id);
  await world.db.write((tx) => cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, second!.id, 0));
  expect(said(booking).calendar).toHaveLength(4);
});

it("kept, and asked for: its pickup's day is one again, on page, mail, invoice and calendar", async () => {
  const { id } = await paidBooking(world, { flexibleExtension: true });
  await world.db.write((tx) =>
    issueInvoice(tx, world.deed(), world.settings(), getBooking(tx, id), "http://localhost"),
  );
  await drive(world, { id }, "delivery", OUT);
  const booking = getBooking(world.db.orm, id);
  expect(said(booking).calendar).toContain("SUMMARY:Dumpster\\, last paid day");
  const [unit] = listUnits(world.db.orm, id);
  const asked = await world.db.write((tx) =>
    requestPickup(tx, world.deed(), world.settings(), unit!.id, { early: true, seen: null }),
  );
  expect(asked.ok).toBe(true);
  const { page, mail, invoice, calendar } = said(booking);
  expect([page, mail, invoice].join()).not.toMatch(/[Pp]aid until/);
  expect([page, mail, invoice].map((words) => / Pickup/.test(words))).toEqual([true, true, true]);
  expect(calendar).toContain("SUMMARY:Dumpster pickup");
});

it("an invoice that says its dates already keeps its PDF", async () => {
  const booking = await two();
  world.db.orm.update(invoices).set({ pdf_url: "/files/kept" }).where(eq(invoices.booking_id, booking.id)).run();
  await world.db.write((tx) => followDates(tx, world.deed(STAFF), booking.id));
  expect(findInvoice(world.db.orm, booking.id)?.pdf_url).toBe("/files/kept");
});

it("kept, of two only the one that goes last decides whether its day is a truck's", async () => {
  const booking = await two({ flexibleExtension: true });
  await move(booking, 1, { deliveryDate: day("2026-12-03"), window: "morning", pickupDate: day("2026-12-21") });
  await drive(world, booking, "delivery", OUT);
  await drive(world, booking, "delivery", OUT, { unit: 1 });
  world.clock.at = instantAt(day("2026-12-19"), 11);
  const [first, second] = listUnits(world.db.orm, booking.id);
  expect([first?.state, second?.state]).toEqual(["on_site", "on_site"]);
  const asked = await world.db.write((tx) =>
    requestPickup(tx, world.deed(), world.settings(), second!.id, { early: true, seen: null }),
  );
  expect(asked.ok).toBe(true);
  const { page, mail, invoice } = said(booking);
  for (const words of [page, mail, invoice]) {
    expect(words).toMatch(/Last pickup:? .*December 19/);
    expect(words).not.toContain("Last one paid until");
  }
});

/** Cancels one of them, or all that are left, with the fee that the page shows. */
async function cancel(booking: Booking, number: number | null, fee: number): Promise<void> {
  const unitId = number === null ? null : listUnits(world.db.orm, booking.id)[number]!.id;
  const done = await world.db.write((tx) =>
    cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, unitId, fee),
  );
  expect(done).toMatchObject({ ok: true });
  world.clock.at = plus(world.clock.at, MINUTE);
}

it("kept, and cancelled as a whole, says the day that was paid for wherever it says one", async () => {
  const booking = await two({ flexibleExtension: true });
  await cancel(booking, null, 8186);
  const { page, mail, invoice, calendar } = said(booking);
  for (const words of [page, mail, invoice]) expect(words).toMatch(/Paid until:? .*December 10/);
  expect(calendar?.at(-1)).toBe("SUMMARY:Dumpster\\, last paid day");
});

it("cancelled one after the other, the days are those of what went last, by their plain names", async () => {
  const booking = await two();
  await move(booking, 1, LATER);
  await cancel(booking, 0, 4093);
  // The fee's paper: what stays comes on that day.
  const papers = world.db.orm.select().from(invoices).where(eq(invoices.booking_id, booking.id)).all();
  expect(papers.length).toBeGreaterThan(1);
  for (const { view } of papers)
    expect([view.deliveryDay, view.pickupDay, view.apart]).toEqual(["2026-12-14", "2026-12-21", undefined]);
  await cancel(booking, 1, 0);
  const { page, mail, invoice } = said(booking);
  for (const words of [page, mail, invoice]) {
    expect(words).toMatch(/ Delivery:? .*December 14.* Pickup:? .*December 21/);
    expect(words).not.toMatch(/First delivery|Last pickup/);
  }
});

it("those that were cancelled before it was kept know when from their booking's history", async () => {
  const one = await two();
  await move(one, 1, LATER);
  await cancel(one, 0, 4093);
  await cancel(one, 1, 0);
  // One alone, then the others with the whole booking.
  const whole = await two({ cart: [{ dumpsterSize: 20, quantity: 3, materialCategory: "general" }] });
  await cancel(whole, 0, 4093);
  await cancel(whole, null, 8186);
  const times = () => [one, whole].map(({ id }) => listUnits(world.db.orm, id).map(({ cancelled_at: at }) => at));
  const kept = times();
  world.db.sqlite.exec("update units set cancelled_at = null");
  world.db.sqlite.exec(MIGRATION.split("--> statement-breakpoint")[1] ?? "");
  expect([times(), kept.map((each) => new Set(each).size)]).toEqual([kept, [2, 2]]);
});

it("of three, of which the last two were cancelled together, their days are those of these two", () => {
  const days = (from: number) => ({
    delivery_date: `2026-12-0${from}`,
    delivery_window: "morning",
    pickup_date: "2026-12-20",
  });
  const gone = (from: number, at: number) => ({ state: "cancelled" as const, cancelled_at: at, ...days(from) });
  expect(apartOf([gone(1, 5), gone(2, 9), gone(3, 9)])).toEqual({ comeApart: true });
  expect(apartOf([gone(1, 5), gone(3, 9), gone(3, 9)])).toEqual({});
});

it("of two, of which one was cancelled, the other is told as one", async () => {
  const booking = await two({ flexibleExtension: true });
  await cancel(booking, 0, 4093);
  const { mail } = said(booking);
  expect(mail).toContain("It is paid for until Thursday, December 10: each day after that costs $25 plus tax, charged");
});

it("kept, a swap takes it from its planning until the fresh one stands there", () => {
  const old = { id: "old", state: "on_site", replaces_unit_id: null } as const;
  const kept = (state: UnitState) => isKeptOne(true, old, [old, { id: "new", state, replaces_unit_id: "old" }]);
  expect((["reserved", "delivering", "on_site", "cancelled"] as const).map(kept)).toEqual([false, false, true, true]);
});
