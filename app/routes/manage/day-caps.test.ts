import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as access from "./access";
import * as confirmation from "./booking-confirmation";
import * as reschedule from "./reschedule";

vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let visitor: Visitor;
let booking: Booking;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld({ fleet: { 20: 3 } });
  visitor = new Visitor(fakeServices(world));
  booking = await paidBooking(world);
  await visitor.get(confirmation.loader, `/booking-confirmation?booking=${booking.capability}`);
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

it("is answered 20 times an hour for a booking, by both pages together", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 24; i++) {
    const isAnswer = i % 2 === 0;
    const page = isAnswer ? access.action : reschedule.action;
    const path = `/manage-booking/${isAnswer ? "access" : "reschedule"}?booking=${booking.booking_number}`;
    const fields: Record<string, string> = isAnswer
      ? { intent: "reschedule", visit: "vis_none" }
      : { deliveryDate: "2026-12-09" };
    statuses.push((await visitor.post(page, path, fields)).status);
  }
  const refused = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 409 : 400));
  expect(statuses).toEqual([...refused, ...Array<number>(4).fill(429)]);
});
