import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { invoices, outbox, units } from "#db/schema/index";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { listUnits } from "../booking/order/bookings.server";
import { listCustomerUnits } from "./customer-unit.server";
import { listCustomerDocuments, readCustomerBooking } from "./customer.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
});
afterEach(() => world.close());

it("says that a PDF is being prepared only while it waits to be made", async () => {
  const booking = await paidBooking(world);
  const coming = () => {
    const { invoice, agreement } = listCustomerDocuments(world.db.orm, booking);
    return [invoice?.pdfIsComing, agreement?.pdfIsComing];
  };
  const set = (kind: string, state: "done" | "dead") =>
    world.db.orm
      .update(outbox)
      .set({ state })
      .where(and(eq(outbox.booking_id, booking.id), eq(outbox.kind, kind)))
      .run();
  expect(coming()).toEqual([true, true]);
  set("document.invoice", "dead");
  expect(coming()).toEqual([false, true]);
  set("document.agreement", "done");
  expect(coming()).toEqual([false, false]);
});

it("says so of an agreement whose PDF comes after the invoice's", async () => {
  const booking = await paidBooking(world);
  world.db.orm.update(invoices).set({ pdf_url: "/files/ready" }).where(eq(invoices.booking_id, booking.id)).run();
  const { invoice, agreement } = listCustomerDocuments(world.db.orm, booking);
  expect([invoice?.pdfUrl, agreement?.pdfUrl, agreement?.pdfIsComing]).toEqual(["/files/ready", null, true]);
});

it("says with the day of a dumpster whose place needs the street's permit that the permit comes first", async () => {
  const at = { settings: world.settings(), flags: fakeServices(world).flags(), now: world.clock.at };
  const next = async (placement: "driveway" | "street") => {
    const booking = await paidBooking(world, { placement });
    return listCustomerUnits(world.db.orm, booking, at).map((unit) => unit.next);
  };
  expect(await next("driveway")).toEqual(["We bring it on Thursday, December 3, 8AM to 12PM."]);
  expect(await next("street")).toEqual([
    "We bring it on Thursday, December 3, 8AM to 12PM, once we have the street permit.",
  ]);
});

it("says of one that is to come and to be kept that it stays until they ask, and what each day costs", async () => {
  const booking = await paidBooking(world, { flexibleExtension: true });
  const at = { settings: world.settings(), flags: fakeServices(world).flags(), now: world.clock.at };
  expect(listCustomerUnits(world.db.orm, booking, at).map((unit) => unit.next)).toEqual([
    "We bring it on Thursday, December 3, 8AM to 12PM. It is paid for until Thursday, December 10: each day after that costs $25 plus tax, charged to your card, until you ask for the pickup.",
  ]);
});

it("names the first delivery and the last pickup of dumpsters that come apart, and not of those that are cancelled", async () => {
  const booking = await paidBooking(world, { cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }] });
  const at = { settings: world.settings(), flags: fakeServices(world).flags(), now: world.clock.at };
  const several = () => {
    const read = readCustomerBooking(world.db.orm, world.settings(), booking, { ...at, refundStates: false });
    return [read.comeApart === true, read.goApart === true];
  };
  expect(several()).toEqual([false, false]);
  const [first] = listUnits(world.db.orm, booking.id);
  const change = (set: Partial<typeof units.$inferInsert>) =>
    world.db.orm.update(units).set(set).where(eq(units.id, first!.id)).run();
  change({ delivery_window: "afternoon" });
  expect(several()).toEqual([true, false]);
  change({ pickup_date: "2026-12-30" as never });
  expect(several()).toEqual([true, true]);
  change({ delivery_window: "morning", delivery_date: "2026-12-04" as never });
  expect(several()).toEqual([true, true]);
  change({ state: "cancelled" });
  expect(several()).toEqual([false, false]);
});
