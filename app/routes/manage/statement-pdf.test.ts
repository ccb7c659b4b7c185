import { afterEach, beforeEach, expect, it } from "vitest";
import { renewAccess } from "~/domain/access/access.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { openWorld, paidBooking, signedBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as manage from "./manage-booking";
import * as statement from "./statement-pdf";

let world: TestWorld;
let printed: string[];
let visitor: Visitor;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  printed = [];
  const render = (page: string) => Promise.resolve(Buffer.from(printed[printed.push(page) - 1] ?? ""));
  visitor = new Visitor({ ...fakeServices(world), pdf: { render } as never });
});
afterEach(() => world.close());

const print = ({ booking_number: number }: Booking) =>
  visitor.get(statement.loader, `/manage-booking/statement.pdf?booking=${number}`);
const open = ({ capability }: Booking) => visitor.get(manage.loader, `/manage-booking?key=${capability}`);

it("a statement is printed for who has opened a paid booking, a few times an hour, until their link has ended", async () => {
  const booking = await paidBooking(world);
  const toLookUp = { location: `/manage-booking?booking=${booking.booking_number}` };
  expect(await print(booking)).toMatchObject(toLookUp);
  await open(booking);
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await print(booking)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  expect([printed.length, printed[0]?.includes(booking.booking_number)]).toEqual([10, true]);
  await world.db.write((tx) => renewAccess(tx, world.deed(), { bookingId: booking.id, draftId: null }, "signed_out"));
  expect(await print(booking)).toMatchObject(toLookUp);
});

it("nothing is printed for who has only signed, which is free", async () => {
  const booking = await signedBooking(world);
  await open(booking);
  expect((await print(booking)).status).toBe(404);
  expect(printed).toEqual([]);
});
