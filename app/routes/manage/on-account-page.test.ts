import { expect, it } from "vitest";
import { customers } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { admin, onAccount } from "../../../tests/support/money";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { dueDay, type Booking } from "~/domain/booking/order/bookings.server";
import { formatDay } from "~/domain/kernel/days";
import { DAY, plus, type Instant } from "~/domain/kernel/time.server";
import type { Cents } from "~/domain/kernel/money";
import { chargeOnAccount } from "~/domain/payments/ledger.server";
import { recordReceipt } from "~/domain/payments/receipts.server";
import { BookingPage, type ManagePage } from "~/ui/manage/BookingPage";
import type { BusinessFacts } from "~/ui/frame/facts";
import * as confirmation from "./booking-confirmation";
import * as manage from "./manage-booking";

/** What its customer reads of an order on account, on its page. */
const world = setSoundWorld({ fleet: { 20: 3 } });

async function read({ capability, booking_number }: Booking): Promise<string> {
  const me = new Visitor(fakeServices(world));
  await me.get(confirmation.loader, `/booking-confirmation?booking=${capability}`);
  const page = (await me.get(manage.loader, `/manage-booking?booking=${booking_number}`)).data as ManagePage;
  const facts = { phone: "1", name: "", addressLines: [], email: "" } as unknown as BusinessFacts;
  return wordsIn(await rendered(BookingPage, { page, facts }));
}

it("that it is on their account, until when it is to be paid and where that stands; nothing once it is paid", async () => {
  const booking = await onAccount(world);
  const pay = (amount: Cents, seen: Cents) =>
    world.db.write((tx) =>
      recordReceipt(
        tx,
        admin(world),
        booking.customer_id,
        { method: "check", amount, reference: "77", deposit_batch: null },
        { seen },
      ),
    );
  const due = formatDay(dueDay(booking) ?? expect.fail("no day"), { year: true });
  expect(await read(booking)).toContain(`$409.32 is on your account, to be paid by ${due}. See the statement`);
  await pay(100_00, 409_32);
  expect(await read(booking)).toContain(`$309.32 is on your account, to be paid by ${due}.`);
  await pay(309_32, 309_32);
  expect(await read(booking)).not.toContain("on your account");
  // By card it is on nobody's.
  expect(await read(await paidBooking(world))).not.toContain("on your account");
});

it("whose account it is, with their own order number; nothing of a company that somebody paid for by card", async () => {
  const of = { company_name: "Fernandez & Cole LLC", po_number: "PO-7" };
  const booking = await onAccount(world);
  world.db.orm.update(customers).set(of).run();
  expect(await read(booking)).toMatch(/Name Fernandez &(amp;)? Cole LLC, Ada Tester PO number PO-7/);
  expect(await read(await paidBooking(world))).not.toMatch(/Fernandez|PO-7/);
});

it("what was billed later has its own day, and each says how much of the sum it is", async () => {
  const booking = await onAccount(world);
  const dayOf = ({ at }: { at: Instant }) =>
    formatDay(dueDay({ account_days: 30, paid_at: at }) ?? expect.fail("no day"), { year: true });
  const first = dayOf(world.clock);
  world.clock.at = plus(world.clock.at, 2 * DAY);
  await world.db.write((tx) =>
    chargeOnAccount(tx, world.deed(), [], { booking_id: booking.id, kind: "permit", amount: 157_50, description: "" }),
  );
  const words = `$409.32 to be paid by ${first}, $157.50 by ${dayOf(world.clock)}`;
  expect(await read(booking)).toContain(`$566.82 is on your account: ${words}. See the statement`);
});
