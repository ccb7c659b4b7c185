import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, units } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { payCapability } from "~/domain/charges/pay-link.server";
import { writeOffDispute } from "~/domain/payments/disputes.server";
import { findDisputeRecord } from "~/domain/records/billing-money.server";
import type { ManagePage } from "~/ui/manage/BookingPage";
import { PayBalance, type PayPage } from "~/ui/manage/PayBalance";
import { StatementView, type StatementPage } from "~/ui/manage/StatementView";
import { DisputeAnswer } from "~/ui/office/DisputeRecord";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { admin, moneyIn } from "../../../tests/support/money";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { fakeServices, fakeStripe, Visitor } from "../../../tests/support/visit";
import * as manage from "./manage-booking";
import * as pay from "./pay";
import * as statement from "./statement";

// What a bank gave back for good is asked of nobody on a page, and no page says that all is paid.
let world: TestWorld;
let me: Visitor;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  me = new Visitor(fakeServices(world, fakeStripe()));
  booking = await paidBooking(world);
  world.db.orm.update(units).set({ state: "settled" }).where(eq(units.booking_id, booking.id)).run();
  world.db.orm.update(bookings).set({ status: "completed" }).where(eq(bookings.id, booking.id)).run();
  const { booking_number: bookingNumber, email } = booking;
  await me.post(manage.action, "/manage-booking", { intent: "lookup", bookingNumber, email });
});
afterEach(() => world.close());

const { check, dispute } = moneyIn(() => world);
const GAVE = "Your bank gave you back $409.32 of what you paid: we will call you about it.";
const NOTHING_LEFT = {
  page: "All done and paid. Thank you.",
  pay: "Everything that we charged for this booking is paid.",
  statement: "Nothing more is to be paid. Thank you.",
};

async function read<V>(loader: Parameters<Visitor["get"]>[0], path: string): Promise<V> {
  return (await me.get(loader, `${path}?booking=${booking.booking_number}`)).data as V;
}
const leadOf = async <P extends object>(part: (props: P) => React.ReactElement, props: P) =>
  wordsIn(/<p class="lead">(.*?)<\/p>/.exec(await rendered(part, props))?.[1] ?? "");
async function said() {
  const page = await read<PayPage>(pay.loader, "/manage-booking/pay");
  const papers = await read<StatementPage>(statement.loader, "/manage-booking/statement");
  return {
    page: (await read<ManagePage>(manage.loader, "/manage-booking")).booking.statusWords.more,
    pay: await leadOf(PayBalance, { page, phone: "" }),
    statement: await leadOf(StatementView, { page: papers, phone: "" }),
  };
}

it("page, payment and statement say it alike, and nothing of it once a check has paid it", async () => {
  expect(await said()).toEqual(NOTHING_LEFT);
  await dispute(booking, { state: "lost" });
  expect(await said()).toEqual({
    page: `All done. ${GAVE}`,
    pay: `Nothing is to be paid here. ${GAVE}`,
    statement: GAVE,
  });
  const papers = await read<StatementPage>(statement.loader, "/manage-booking/statement");
  expect(papers.statement.sums.map(({ label, said: sum }) => `${label} ${sum}`)).toEqual([
    "Your rental came to $409.32",
    "You paid $409.32",
    "Your bank gave back to you $409.32",
  ]);
  await check(booking, 409_32);
  expect(await said()).toEqual(NOTHING_LEFT);
});

it("nothing of it is said once it is written off", async () => {
  const { id } = (await dispute(booking, { state: "lost" })) ?? expect.fail("no dispute");
  await world.db.write((tx) => writeOffDispute(tx, admin(world), id, "mercy"));
  expect(await said()).toEqual(NOTHING_LEFT);
});

it("while a bank decides not all is paid either; who has only the payment link is told nothing of the bank", async () => {
  await dispute(booking);
  const decides = "Your bank decides about $409.32 of what you paid.";
  expect(await said()).toEqual({
    page: `All done. ${decides}`,
    pay: `Nothing is to be paid here. ${decides}`,
    statement: decides,
  });
  const { money } = await read<ManagePage>(manage.loader, "/manage-booking");
  expect(money.map(({ label, amount }) => [label, amount])).toEqual([
    ["Payment by card", 409_32],
    ["Your bank decides about it", -409_32],
  ]);
  const key = await world.db.write((tx) => payCapability(tx, booking.id));
  const stranger = new Visitor(fakeServices(world, fakeStripe()));
  const page = (await stranger.get(pay.loader, `/manage-booking/pay?key=${key}`)).data as PayPage;
  expect(page.apart).toBe("");
  expect(await leadOf(PayBalance, { page, phone: "" })).toBe("Nothing is to be paid here.");
});

it("the office's page of it says how it is collected, beside writing it off, as long as it is owed", async () => {
  const { id } = (await dispute(booking, { state: "lost" })) ?? expect.fail("no dispute");
  const page = async (isAdmin: boolean) => {
    const record = findDisputeRecord(world.db.orm, world.clock.at, id) ?? expect.fail("no record");
    return rendered(DisputeAnswer, { ...record, isAdmin, problem: null });
  };
  const link = `href="/crm/billing/receive/${booking.customer_id}?booking=${booking.id}"`;
  expect(await page(true)).toContain(link);
  expect(await page(true)).toContain("Write off $409.32");
  expect(await page(false)).not.toContain(link);
  expect(wordsIn(await page(false))).toContain("or write down a check or cash that pays it");
  await check(booking, 409_32);
  expect(await page(true)).not.toContain(link);
});
