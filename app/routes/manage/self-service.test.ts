import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, changes, events, jobs, outbox, refunds, units } from "#db/schema/index";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { Id } from "~/domain/kernel/ids.server";
import { day } from "~/domain/kernel/days";
import { HOUR, instantAt, plus } from "~/domain/kernel/time.server";
import { changeSetting, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "../../../tests/support/visit";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import type { PickupView } from "~/ui/manage/PickupPage";
import type { ExtendView } from "~/ui/manage/ExtendPage";
import type { TruckView } from "~/ui/manage/TruckPage";
import type { ManagePage } from "~/ui/manage/BookingPage";
import * as card from "./card";
import * as extend from "./extend";
import * as haul from "./haul";
import * as history from "./history";
import * as manage from "./manage-booking";
import * as success from "./payment-success";
import * as pickup from "./pickup";
import * as reschedule from "./reschedule";
import * as swap from "./swap";
import * as withdraw from "./withdraw";

let world: TestWorld;
let stripe: FakeStripe;
let me: Visitor;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
  stripe = fakeStripe();
  me = new Visitor(fakeServices(world, stripe));
  booking = await paidBooking(world);
  const typed = { intent: "lookup", bookingNumber: booking.booking_number, email: booking.email };
  await me.post(manage.action, "/manage-booking", typed);
});
afterEach(() => world.close());

const orm = () => world.db.orm;
const at = (page: string, more = "") => `/manage-booking${page && `/${page}`}?booking=${booking.booking_number}${more}`;
const mine = () => orm().select().from(units).where(eq(units.booking_id, booking.id)).all();
const unit = () => mine()[0]!;
async function setDown(): Promise<Id<"unit">> {
  world.clock.at = instantAt(day("2026-12-03"), 9);
  await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
  return unit().id;
}
const problemsOf = (data: unknown) => (data as { fields: Record<string, string> }).fields;
/** What the browser comes back with after paying on the page that it was sent to. */
async function payAt(location: string | null): Promise<string | null> {
  const id = location?.split("/").at(-1) ?? "";
  const session = stripe.sessions.get(id);
  if (!session) throw new Error(`no session ${id}`);
  const free = session.mode === "setup";
  stripe.sessions.set(id, {
    ...session,
    status: "complete",
    paymentStatus: free ? "no_payment_required" : "paid",
    paymentIntentId: free ? null : `pi_${id}`,
  });
  return (await me.get(success.loader, `/payment-success?session_id=${id}`)).location;
}
const shown = async <V>(loader: Parameters<Visitor["get"]>[0], address: string) =>
  (await me.get(loader, address)).data as V;

describe("keeping it longer", () => {
  it("shows the price of the day first, is paid, and moves the pickup", async () => {
    await setDown();
    const look = await me.post(extend.action, at("extend"), { pickupDate: "2026-12-12" });
    expect(look).toMatchObject({ status: 303, location: at("extend", `&unit=${unit().id}&pickupDate=2026-12-12`) });
    expect(orm().select().from(changes).all()).toEqual([]);
    const page = await shown<ExtendView>(extend.loader, look.location ?? "");
    expect(page.offer).toMatchObject({
      now: "Thursday, December 10",
      review: { days: 2, price: { total: 5400, lines: [{ cents: 5000 }, { label: "Tax (8%)", cents: 400 }] } },
    });
    const past = page.offer?.stays.filter(({ isPastClosed }) => isPastClosed);
    expect(past?.[0]).toMatchObject({ day: "2026-12-14", days: 3 });
    const pressed = await me.post(extend.action, at("extend"), { pickupDate: "2026-12-12", total: "5400" });
    expect(pressed.location).toMatch(/^https:\/\/pay\.example\//);
    // A script's own request could not follow there.
    expect(me.loadsDocument).toBe(true);
    // A double click, the back button: the same page.
    expect(await me.post(extend.action, at("extend"), { pickupDate: "2026-12-12", total: "5400" })).toMatchObject({
      location: pressed.location,
    });
    expect(unit().pickup_date).toBe("2026-12-10");
    expect(await payAt(pressed.location)).toBe(at("", "&done=change"));
    expect(unit().pickup_date).toBe("2026-12-12");
    expect(orm().select().from(outbox).where(eq(outbox.kind, "mail.extended")).all()).toHaveLength(1);
  });

  it("is told when the price is another one now, and nothing is charged", async () => {
    await changeSetting(world, "extensionPerDay", 3000);
    const answer = await me.post(extend.action, at("extend"), { pickupDate: "2026-12-12", total: "5400" });
    expect([answer.status, problemsOf(answer.data)[""]]).toEqual([
      409,
      "The price has changed since you opened this page. Nothing was charged. Please look again.",
    ]);
  });

  it("gives its money back alone where the office moved the pickup while it was paid", async () => {
    await setDown();
    const { location } = await me.post(extend.action, at("extend"), { pickupDate: "2026-12-12", total: "5400" });
    await world.db.write((tx) => {
      const dates = { deliveryDate: day("2026-12-03"), window: "morning", pickupDate: day("2026-12-11") } as const;
      rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit().id, dates);
    });
    expect(await payAt(location)).toBeNull();
    expect(unit().pickup_date).toBe("2026-12-11");
    expect(orm().select().from(refunds).all()).toMatchObject([{ amount: 5400 }]);
  });

  it("is given up for another wish, and dropped from the booking's page", async () => {
    const first = await me.post(extend.action, at("extend"), { pickupDate: "2026-12-12", total: "5400" });
    const second = await me.post(extend.action, at("extend"), { pickupDate: "2026-12-14", total: "8100" });
    expect(second.location).not.toBe(first.location);
    expect(
      orm()
        .select()
        .from(changes)
        .all()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(["priced", "withdrawn"]);
    const { units: cards } = await shown<ManagePage>(manage.loader, at(""));
    expect(cards[0]?.unpaid).toMatchObject({
      total: 8100,
      what: "3 more days, pickup Monday, December 14",
    });
  });

  it.each(["", "soon", "2026-12-10", "2027-03-01"])("refuses %j with words beside the field", async (pickupDate) => {
    const answer = await me.post(extend.action, at("extend"), { pickupDate });
    expect([answer.status, Object.keys(problemsOf(answer.data))]).toEqual([400, ["pickupDate"]]);
  });

  it("of a dumpster that is another booking's is refused", async () => {
    const other = await paidBooking(world);
    const theirs = orm().select().from(units).where(eq(units.booking_id, other.id)).get()!;
    const answer = await me.post(extend.action, at("extend"), {
      unit: theirs.id,
      pickupDate: "2026-12-12",
      total: "5400",
    });
    expect(answer.status).toBe(409);
    expect(orm().select().from(changes).all()).toEqual([]);
  });
});

describe("the pickup", () => {
  it("is asked for with its minute on the page, in the record and in the mail, and kept after all", async () => {
    await setDown();
    world.clock.at = instantAt(day("2026-12-07"), 9);
    expect(await shown<PickupView>(pickup.loader, at("pickup"))).toMatchObject({
      state: "offer",
      isEarly: true,
      when: "Monday, December 7",
    });
    expect(await me.post(pickup.action, at("pickup"), { intent: "request", seen: "2026-12-07" })).toMatchObject({
      location: at("", "&done=pickup"),
    });
    const { units: cards, done } = await shown<ManagePage>(manage.loader, at("", "&done=pickup"));
    expect([cards[0]?.stoppedAt, done?.headline]).toEqual(["Monday, December 7, 9:00 am", "Your pickup is asked for"]);
    expect(cards[0]?.actions).toContain("keep");
    expect(await me.post(pickup.action, at("pickup"), { intent: "keep" })).toMatchObject({
      location: at("", "&done=kept"),
    });
    expect(unit()).toMatchObject({ state: "on_site", pickup_asked_at: null });
  });

  it("early is refused where it is switched off, also by POST", async () => {
    await setDown();
    const services = fakeServices(world, stripe);
    services.flags = () => ({ ...world.flags(), early_pickup: false, emergency_haul: false });
    const other = new Visitor(services);
    for (const [name, value] of me.cookies) other.cookies.set(name, value);
    const answer = await other.post(pickup.action, at("pickup"), { intent: "request" });
    expect([answer.status, unit().state]).toEqual([409, "on_site"]);
    // As the page says it: it promises no call that the office could not answer.
    expect(problemsOf(answer.data)[""]).toBe("We pick it up on its day.");
    orm().update(bookings).set({ flexible_extension: true }).run();
    const kept = await other.post(pickup.action, at("pickup"), { intent: "request" });
    expect(problemsOf(kept.data)[""]).toBe("You can ask for the pickup from its day on.");
    const page = (await other.get(haul.loader, at("haul"))).data as TruckView;
    expect(page.offer?.emergency).toBe(false);
    const emptied = await other.post(haul.action, at("haul"), { as: "emergency", total: "10260" });
    expect([emptied.status, orm().select().from(changes).all()]).toEqual([409, []]);
  });
});

describe("an emptying and a swap", () => {
  it("show their price, are paid, stand on the page, and go back with their money", async () => {
    await setDown();
    const look = await me.post(haul.action, at("haul"), {
      deliveryDate: "2026-12-04",
      deliveryTime: "morning",
      note: "Dog",
    });
    expect(look.location).toContain("look=1");
    const page = await shown<TruckView>(haul.loader, look.location ?? "");
    expect(page.offer?.review).toMatchObject({ when: "Friday, December 4, 8AM to 12PM", price: { total: 10260 } });
    const sent = { deliveryDate: "2026-12-04", deliveryTime: "morning", note: "Dog", total: "10260" };
    const pressed = await me.post(haul.action, at("haul"), sent);
    expect(await payAt(pressed.location)).toBe(at("", "&done=change"));
    const { units: cards } = await shown<ManagePage>(manage.loader, at(""));
    expect(cards[0]).toMatchObject({ planned: { what: "Empty it and bring it back", note: "Dog", mayEnd: true } });
    expect(cards[0]?.actions).not.toContain("haul");
    // The back button, and once more: told, and nothing is bought twice.
    expect(problemsOf((await me.post(haul.action, at("haul"), sent)).data)[""]).toContain("planned for this dumpster");
    const jobId = cards[0]?.planned?.jobId ?? "";
    expect((await me.get(withdraw.loader, at("withdraw", `&job=${jobId}`))).data).toMatchObject({
      plan: { back: 10260 },
    });
    expect(await me.post(withdraw.action, at("withdraw", `&job=${jobId}`), {})).toMatchObject({
      location: at("", "&done=withdrawn"),
    });
    expect(orm().select().from(refunds).all()).toMatchObject([{ amount: 10260 }]);
    // Pressed twice: the second press is told what the first one did, and gives nothing back.
    expect((await me.post(withdraw.action, at("withdraw", `&job=${jobId}`), {})).location).toBe(
      at("", "&done=withdrawn"),
    );
    expect(orm().select().from(refunds).all()).toHaveLength(1);
  });

  it("begin with what stands there, and say what does not go together", async () => {
    await setDown();
    const page = await shown<TruckView>(swap.loader, at("swap"));
    expect(page.offer?.values).toMatchObject({ dumpsterSize: "20", materialCategory: "general" });
    // It is nine: what has begun is neither chosen nor sold.
    expect(page.offer?.values.deliveryTime).toBe("afternoon");
    expect(page.offer?.days.slice(0, 2)).toMatchObject([
      { label: "Thursday, December 3, afternoon only" },
      { label: "Friday, December 4" },
    ]);
    const late = await me.post(swap.action, at("swap"), { deliveryDate: "2026-12-03", deliveryTime: "morning" });
    const begun = await shown<TruckView>(swap.loader, late.location ?? "");
    expect(begun.offer?.problem).toEqual({
      deliveryTime: "Morning (8AM - 12PM) has already begun today. Choose Afternoon (12PM - 5PM).",
    });
    const sent = {
      dumpsterSize: "20",
      materialCategory: "general",
      deliveryDate: "2026-12-07",
      deliveryTime: "morning",
    };
    const seen = await me.post(swap.action, at("swap"), sent);
    // Paid until December 10: what is given up is said before anything is paid.
    expect((await shown<TruckView>(swap.loader, seen.location ?? "")).offer?.review).toMatchObject({ givenUp: 3 });
    const look = await me.post(swap.action, at("swap"), { dumpsterSize: "25", materialCategory: "heavy" });
    const refused = await shown<TruckView>(swap.loader, look.location ?? "");
    expect(Object.keys(refused.offer?.problem ?? {})).toEqual(["materialCategory"]);
    expect((await me.post(swap.action, at("swap"), { total: "51192" })).location).toMatch(/^https:\/\/pay/);
    const { units: cards } = await shown<ManagePage>(manage.loader, at(""));
    expect(cards[0]?.unpaid?.what).toMatch(/^Swap it for an empty 20-yard dumpster, /);
  });

  it("are not taken back by another booking's customer, nor a delivery by anybody", async () => {
    await setDown();
    const [delivery] = orm().select().from(jobs).where(eq(jobs.booking_id, booking.id)).all();
    expect((await me.get(withdraw.loader, at("withdraw", `&job=${delivery?.id}`))).data).toMatchObject({ plan: null });
    expect((await me.post(withdraw.action, at("withdraw", `&job=${delivery?.id}`), {})).status).toBe(409);
  });
});

describe("another delivery day", () => {
  it("is free until the day's cut-off, keeps the tier of the moment, and is told", async () => {
    world.clock.at = instantAt(day("2026-12-02"), 9);
    const page = (await me.get(reschedule.loader, at("reschedule"))).data as { offer: { floor: number; why: string } };
    expect(page.offer).toMatchObject({ why: "asked", floor: 20 });
    const sent = { deliveryDate: "2026-12-08", deliveryTime: "afternoon" };
    expect(await me.post(reschedule.action, at("reschedule"), sent)).toMatchObject({ location: at("", "&done=day") });
    expect(unit()).toMatchObject({ delivery_date: "2026-12-08", pickup_date: "2026-12-15", tier_floor_percent: 20 });
    expect(orm().select().from(outbox).where(eq(outbox.kind, "mail.moved")).all()).toHaveLength(1);
  });

  it("is not offered after the cut-off of the day itself, and again when we have not come, then without a fee", async () => {
    const offered = async () =>
      ((await me.get(reschedule.loader, at("reschedule"))).data as { offer: unknown }).offer !== null;
    await changeSetting(world, "sameDayCutoffMinute", 8 * 60);
    world.clock.at = instantAt(day("2026-12-03"), 9);
    expect(await offered()).toBe(false);
    const sent = { deliveryDate: "2026-12-08", deliveryTime: "morning" };
    expect((await me.post(reschedule.action, at("reschedule"), sent)).status).toBe(409);
    // What an earlier move left behind goes, too: it was ours to come.
    orm().update(units).set({ tier_floor_percent: 20 }).run();
    world.clock.at = instantAt(day("2026-12-03"), 12);
    expect(await offered()).toBe(true);
    expect((await me.post(reschedule.action, at("reschedule"), sent)).status).toBe(302);
    expect(unit()).toMatchObject({ delivery_date: "2026-12-08", tier_floor_percent: 0 });
  });
});

describe("the card", () => {
  it("is replaced by a page that charges nothing, for later charges, and nothing else changes", async () => {
    const pressed = await me.post(card.action, at("card"), {});
    expect([...stripe.sessions.values()]).toMatchObject([{ mode: "setup", amountTotal: 0 }]);
    expect(me.loadsDocument).toBe(true);
    // Pressed twice: one page.
    expect(await me.post(card.action, at("card"), {})).toMatchObject({ location: pressed.location });
    const before = orm().select().from(bookings).where(eq(bookings.id, booking.id)).get();
    expect(await payAt(pressed.location)).toBe(at("", "&done=card"));
    expect(orm().select().from(outbox).where(eq(outbox.kind, "stripe.new-card")).all()).toHaveLength(1);
    // Which one it is, is still being asked: the page does not name the old one under "Your new card is saved".
    expect(await shown(manage.loader, at(""))).toMatchObject({ booking: { card: "your new card" } });
    expect(orm().select().from(bookings).where(eq(bookings.id, booking.id)).get()).toMatchObject({
      status: before?.status,
    });
    expect(orm().select().from(events).where(eq(events.action, "payment_received")).all()).toHaveLength(1);
  });

  it("is not changed while the card company is away, and the page says so", async () => {
    stripe.down = true;
    const answer = await me.post(card.action, at("card"), {});
    expect([answer.status, problemsOf(answer.data)[""]]).toEqual([
      503,
      "We cannot reach the card company at the moment. Nothing was changed. Try again in a minute.",
    ]);
  });
});

it("a booking is booked again with its choices and place, without its days", async () => {
  const answer = await me.post(manage.action, at(""), { intent: "again" });
  const id = new URL(answer.location ?? "", "http://x").searchParams.get("draft") as Id<"draft">;
  expect(findDraft(orm(), id)?.data).toMatchObject({
    cart: [{ dumpsterSize: 20, quantity: 1, materialCategory: "general" }],
    address: "123 Main Street",
    zip: "32801",
    deliveryDate: "",
    contactInfo: { firstName: "Ada", email: "ada@example.com" },
  });
});

it("the history tells what happened in the customer's words, and none of the office's", async () => {
  await setDown();
  world.clock.at = plus(world.clock.at, HOUR);
  await me.post(pickup.action, at("pickup"), { intent: "request" });
  const { data } = await me.get(history.loader, at("history"));
  const told = (data as { events: { words: string }[] }).events.map(({ words }) => words);
  expect(told[0]).toBe("Dumpster 1: pickup requested, daily charges stopped");
  expect(told).toEqual(
    expect.arrayContaining(["Dumpster 1: at your site", "Payment received: $409.32", "Agreement signed"]),
  );
  expect(told.join()).not.toMatch(/hold|Dana|job|checkout/i);
});
