import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bookingDrafts, checkouts, jobs, outbox, units } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "../../../tests/support/visit";
import * as card from "./card";
import * as extend from "./extend";
import * as haul from "./haul";
import * as manage from "./manage-booking";
import * as notes from "./notes";
import * as pickup from "./pickup";
import * as relocate from "./relocate";

// Each counts up to a cap, request by request.
vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let stripe: FakeStripe;
let visitor: Visitor;
let booking: Booking;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld({ fleet: { 20: 3 } });
  stripe = fakeStripe();
  visitor = new Visitor(fakeServices(world, stripe));
  booking = await paidBooking(world);
  await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
  await visitor.post(manage.action, "/manage-booking", {
    intent: "lookup",
    bookingNumber: booking.booking_number,
    email: booking.email,
  });
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

const at = (page: string) => `/manage-booking/${page}?booking=${booking.booking_number}`;

describe("a booking's dumpsters", () => {
  it("are changed 30 times an hour for a booking, by all pages together", async () => {
    const statuses: number[] = [];
    const pages: [string, typeof pickup.action, Record<string, string>][] = [
      ["pickup", pickup.action, { intent: "request" }],
      ["pickup", pickup.action, { intent: "keep" }],
      ["extend", extend.action, { pickupDate: "2026-12-12", total: "1" }],
      ["haul", haul.action, { total: "1" }],
      ["relocate", relocate.action, { note: "Left" }],
    ];
    const before = world.db.orm.select().from(outbox).all().length;
    for (let i = 0; i < 33; i++) {
      // Once the cap is reached, those that would be done at once.
      const [page, action, fields] = pages[i < 30 ? i % pages.length : [0, 2, 3][i - 30]!]!;
      // As the page shows it: what the pickup leaves no room for.
      const open = world.db.orm.select().from(jobs).where(eq(jobs.state, "unscheduled")).all();
      const falls = open.flatMap(({ id, kind }) => (kind === "relocate" ? [id] : [])).join(" ");
      statuses.push((await visitor.post(action, at(page), { ...fields, falls })).status);
    }
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses.slice(30)).toEqual([429, 429, 429]);
    // Two messages each, as each is told once.
    expect(world.db.orm.select().from(outbox).all().length - before).toBeLessThanOrEqual(40);
  });
});

describe("the card on file", () => {
  it("is changed six times an hour for a booking: no more calls to the card company than that", async () => {
    const press = async () => {
      stripe.sessions.clear();
      return (await visitor.post(card.action, at("card"), {})).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push(await press());
    expect(statuses).toEqual([...Array<number>(6).fill(303), 429, 429]);
    expect(world.db.orm.select().from(checkouts).where(eq(checkouts.only_card, true)).all().length).toBeLessThanOrEqual(
      6,
    );
  });
});

describe("the place", () => {
  it("is described 20 times an hour, each picture counted", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++)
      statuses.push((await visitor.post(notes.action, at("notes"), { specialInstructions: `Gate ${i}` })).status);
    expect(statuses).toEqual([...Array<number>(20).fill(303), 429, 429]);
  });
});

describe("a booking", () => {
  it("is booked again ten times an hour", async () => {
    const before = world.db.orm.select().from(bookingDrafts).all().length;
    const press = () =>
      visitor.post(manage.action, `/manage-booking?booking=${booking.booking_number}`, { intent: "again" });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await press()).status);
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429, 429]);
    expect(world.db.orm.select().from(bookingDrafts).all().length - before).toBe(10);
    expect(world.db.orm.select().from(units).all()).toHaveLength(1);
  });
});
