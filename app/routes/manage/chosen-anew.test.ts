import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changes, checkouts, units } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { day } from "~/domain/kernel/days";
import { HOUR, instantAt, plus } from "~/domain/kernel/time.server";
import type { ManagePage } from "~/ui/manage/BookingPage";
import type { ExtendView } from "~/ui/manage/ExtendPage";
import type { TruckView } from "~/ui/manage/TruckPage";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "../../../tests/support/visit";
import * as extend from "./extend";
import * as haul from "./haul";
import * as manage from "./manage-booking";
import * as success from "./payment-success";
import * as relocate from "./relocate";

/** What was chosen before, and is not as it was: a press of "back", a price that has ended, a day that was moved. */
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
  world.clock.at = instantAt(day("2026-12-03"), 9);
  await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
});
afterEach(() => world.close());

const orm = () => world.db.orm;
const at = (page: string, more = "") => `/manage-booking${page && `/${page}`}?booking=${booking.booking_number}${more}`;
const unit = () => orm().select().from(units).where(eq(units.booking_id, booking.id)).get()!;
const shown = async <V>(loader: Parameters<Visitor["get"]>[0], address: string) =>
  (await me.get(loader, address)).data as V;
const page = (more = "") => shown<ManagePage>(manage.loader, at("", more));
const offer = async (pickupDate: string) =>
  (await shown<ExtendView>(extend.loader, at("extend", `&pickupDate=${pickupDate}`))).offer;
/** Its pickup is on Thursday, December 10: two days more. */
const begin = () => me.post(extend.action, at("extend"), { pickupDate: "2026-12-12", total: "5400" });
async function pay(location: string | null): Promise<string | null> {
  const id = location?.split("/").at(-1) ?? "";
  const session = stripe.sessions.get(id)!;
  stripe.sessions.set(id, { ...session, status: "complete", paymentStatus: "paid", paymentIntentId: `pi_${id}` });
  return (await me.get(success.loader, `/payment-success?session_id=${id}`)).location;
}
const moveTo = (pickupDate: string) =>
  world.db.write((tx) =>
    rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit().id, {
      deliveryDate: day("2026-12-03"),
      window: "morning",
      pickupDate: day(pickupDate),
    }),
  );
const states = () => [orm().select().from(changes).get()?.state, orm().select().from(checkouts).all().at(-1)?.state];

describe("more days", () => {
  it("are not offered for a day that has been bought or has passed: its pickup is said", async () => {
    for (const before of ["2026-12-10", "2026-12-01"])
      expect(await offer(before)).toMatchObject({
        notice: "Your pickup is already on Thursday, December 10.",
        review: null,
      });
    const paid = await pay((await begin()).location);
    expect((await page(paid?.slice(paid.indexOf("&")) ?? "")).done?.more).toBe(
      "Your pickup is on Saturday, December 12.",
    );
    expect(await offer("2026-12-12")).toMatchObject({ notice: expect.stringContaining("December 12"), review: null });
  });

  it("say that a closed day is none, with the next one", async () => {
    expect(await offer("2026-12-13")).toMatchObject({
      notice: "We do not drive on Sunday, December 13: the next day is Monday, December 14.",
      review: { day: "2026-12-14" },
    });
    expect((await offer("2026-12-12"))?.notice).toBeNull();
  });
});

describe("what was begun to be bought", () => {
  it("is not sold once its dumpster's days were moved: the page says so, and so does an old one's button", async () => {
    await begin();
    const change = (await page()).units[0]?.unpaid;
    expect(change?.over).toBeUndefined();
    expect(await moveTo("2026-12-11")).toMatchObject({ ok: true });
    expect((await page()).units[0]?.unpaid).toMatchObject({ over: "moved", again: "extend" });
    const pressed = await me.post(manage.action, at(""), { intent: "pay-change", change: change?.changeId ?? "" });
    expect(pressed.location).toBe(at("", "&done=moved"));
    expect(states()).toEqual(["withdrawn", "expired"]);
    expect((await page("&done=moved")).done?.headline).toContain("Your dates have changed");
  });

  it("has no button to pay once its price has ended", async () => {
    await begin();
    world.clock.at = plus(world.clock.at, HOUR);
    expect((await page()).units[0]?.unpaid).toMatchObject({ over: "time", again: "extend", total: 5400 });
  });
});

describe("a truck that was asked for", () => {
  it("in an emergency has no time of its own, and is called one before and after it is paid", async () => {
    const chosen = { as: "emergency", deliveryDate: "2026-12-04", deliveryTime: "afternoon" };
    const look = await me.post(haul.action, at("haul"), chosen);
    const { offer: seen } = await shown<TruckView>(haul.loader, look.location ?? "");
    const words = {
      what: "Empty it and bring it back, an emergency",
      when: "today, as soon as a truck can come, before everything else of the day",
    };
    expect(seen?.review).toMatchObject({
      ...words,
      dropped: expect.stringContaining("the day and the time that you chose do not count"),
    });
    const pressed = await me.post(haul.action, at("haul"), { ...chosen, total: "10260" });
    expect((await page()).units[0]?.unpaid?.what).toBe(`${words.what}, Thursday, December 3`);
    await pay(pressed.location);
    expect((await page()).units[0]?.planned).toMatchObject(words);
  });

  it("to move it on the site shows where to, and says when it is late", async () => {
    const asked = await me.post(relocate.action, at("relocate"), { note: "Left of the garage" });
    expect(asked.location).toBe(at("", "&done=onSite"));
    expect((await page()).units[0]?.planned).toMatchObject({ note: "Left of the garage" });
    world.clock.at = plus(world.clock.at, 48 * HOUR);
    expect((await page()).units[0]?.planned?.when).toMatch(/^it was planned for .*, and we have not been there yet/);
  });
});
