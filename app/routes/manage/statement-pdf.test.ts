import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { Services } from "~/services.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as confirmation from "./booking-confirmation";
import * as statement from "./statement-pdf";

vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let services: Services;
let booking: Booking;
let printed: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  printed = [];
  const pdf = {
    render: (html: string) => {
      printed.push(html);
      return Promise.resolve(Buffer.from("%PDF-1.7"));
    },
  };
  services = { ...fakeServices(world), pdf } as unknown as Services;
  booking = await paidBooking(world);
});
afterEach(() => world.close());

const ask = (visitor: Visitor) =>
  visitor.get(statement.loader, `/manage-booking/statement.pdf?booking=${booking.booking_number}`);

it("a statement is printed for whoever opened the booking, and for nobody else", async () => {
  const stranger = await ask(new Visitor(services));
  expect([stranger.status, printed]).toEqual([302, []]);
  const owner = new Visitor(services);
  await owner.get(confirmation.loader, `/booking-confirmation?booking=${booking.capability}`);
  const got = await ask(owner);
  expect(got.status).toBe(200);
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain("Invoice INV-2026-000001");
});

it("as often as printing is allowed, then it waits", async () => {
  const owner = new Visitor(services);
  await owner.get(confirmation.loader, `/booking-confirmation?booking=${booking.capability}`);
  const answers: number[] = [];
  for (let i = 0; i < 40 && answers.at(-1) !== 429; i++) answers.push((await ask(owner)).status);
  expect(answers.at(-1)).toBe(429);
  expect(printed).toHaveLength(answers.length - 1);
});
