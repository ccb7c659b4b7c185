import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { listOnClosedDays } from "~/domain/booking/order/closed-day.server";
import { closeDay, lookAtClosure, reopenDay } from "~/domain/changes/closures.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { findBoardJob } from "~/domain/dispatch/board-jobs.server";
import { addDays } from "~/domain/kernel/days";
import type { Email } from "~/domain/messages/ports";
import { listTasks } from "~/domain/records/task-queue.server";
import type { ClosedPart } from "~/domain/settings/closings";
import { PaymentDone } from "~/ui/manage/PaymentDone";
import { paidToast } from "~/ui/manage/use-payment";
import {
  confirm,
  CUSTOMER,
  openedCheckout,
  openWorld,
  sessionFacts,
  signedBooking,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { DELIVERY, PICKUP } from "../../../tests/support/reminder-cases";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { fakeServices } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";
import { describePayment } from "./payment-page.server";

// A storm closes a half of the day while its customer types their card: all that they and the office read says so.
let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
});
afterEach(() => world.close());

const now = () => getBooking(world.db.orm, booking.id);
async function storm(part: ClosedPart, on = DELIVERY) {
  const closing = { day: on, part, reason: "Tropical storm" };
  const seen = lookAtClosure(world.db.orm, world.settings(), closing, world.clock.at);
  if (!seen.ok) return expect.fail(seen.code);
  const wish = { ...closing, seen: seen.plan.digest };
  await world.db.write((tx) => closeDay(tx, world.deed(STAFF), world.settings(), wish));
}
async function paidInStorm(part: ClosedPart = "morning", { on = DELIVERY, mayKeep = false } = {}) {
  booking = await signedBooking(world, {
    ...{ deliveryDate: DELIVERY, deliveryTime: "morning", flexibleExtension: mayKeep },
  });
  const checkout = await openedCheckout(world, booking);
  await storm(part, on);
  expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ ok: true, outcome: "confirmed" });
}
const tasks = () =>
  listTasks(world.db.orm, world.clock.at, { queue: "all", me: STAFF.id, after: null }).rows.map(({ kind, detail }) => [
    kind,
    detail,
  ]);
const delivery = () => world.db.orm.select().from(jobs).where(eq(jobs.kind, "delivery")).get() ?? expect.fail("no job");
const warnings = () => findBoardJob(world.db.orm, delivery().id)?.warnings;

it("its page promises no delivery, has no word of a confirmed booking, and leads to another day", async () => {
  await paidInStorm();
  const result = describePayment(
    fakeServices(world),
    { state: "confirmed", booking: now(), changeId: null, isBalance: false, onlyCard: false },
    { sessionId: "cs_test_some", checkout: null, signedIn: false, nextTry: null },
  );
  if (result.state !== "confirmed") return expect.fail(result.state);
  const html = await rendered(PaymentDone, { result });
  expect(wordsIn(html)).toContain("Payment received. We cannot come on Thu, Dec 3 . We are closed that morning");
  expect(wordsIn(html)).toContain("Status Needs another day");
  expect(wordsIn(html)).not.toMatch(/Next Steps|on the scheduled date|is confirmed|confirmed!/i);
  expect(html).toContain(`/manage-booking/reschedule?booking=${booking.booking_number}`);
});

it("its mail says that it is paid and needs another day, with neither that day as a step nor a calendar file", async () => {
  await paidInStorm();
  const mails: Email[] = [];
  const services = { ...fakeServices(world), mail: { send: async (mail: Email) => void mails.push(mail) } };
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
  const [mail, ...others] = mails;
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`Booking ${booking.booking_number} is paid: choose another delivery day`);
  const text = mail?.text.replaceAll(/\s+/g, " ");
  expect(text).toContain("We cannot come on Thu, Dec 3");
  expect(text).toContain("Choose another day");
  expect(text).not.toMatch(/We deliver on|is confirmed/);
  expect(mail?.attachments?.map(({ filename }) => filename).filter((name) => name.endsWith(".ics"))).toEqual([]);
});

it.each([
  ["morning", "delivery on Thu, Dec 3, when no truck goes out in the morning"],
  ["day", "delivery on Thu, Dec 3, when no truck goes out"],
] as const)("its office is asked for another day (%s), on the queue, the record and the board", async (part, words) => {
  await paidInStorm(part);
  expect(tasks()).toEqual([["closed_day", expect.stringContaining(` · ${words} · `)]]);
  expect(listOnClosedDays(world.db.orm, booking.id, world.clock.at)).toMatchObject([{ what: "delivery" }]);
  expect(warnings()).toEqual(["Stands on a closed day: agree on another one with its customer."]);
});

it.each([
  [
    "its customer chooses another day",
    () =>
      world.db.write((tx) => {
        const [unit] = listUnits(tx, booking.id);
        if (!unit) return expect.fail("no dumpster");
        const to = { deliveryDate: addDays(DELIVERY, 1), window: "morning" as const, pickupDate: addDays(DELIVERY, 8) };
        return rescheduleUnit(tx, world.deed(CUSTOMER), world.settings(), unit.id, to);
      }),
  ],
  ["the day is open again", () => world.db.write((tx) => reopenDay(tx, world.deed(STAFF), world.settings(), DELIVERY))],
  ["the storm is closed once more, which moves it", () => storm("morning")],
])("that ends as %s, and then it is to be scheduled", async (_how, act) => {
  await paidInStorm();
  await act();
  expect([tasks().map(([kind]) => kind), warnings()]).toEqual([["to_schedule"], []]);
});

it.each([
  ["of the other half", () => paidInStorm("afternoon")],
  ["of the pickup's day, of who keeps it until they ask", () => paidInStorm("day", { on: PICKUP, mayKeep: true })],
])("nobody is asked %s", async (_what, pay) => {
  await pay();
  expect(tasks().map(([kind]) => kind)).toEqual(["to_schedule"]);
});

it("of the pickup of who cannot keep it somebody is asked too", async () => {
  await paidInStorm("day", { on: PICKUP });
  expect(tasks().map(([kind]) => kind)).toEqual(expect.arrayContaining(["closed_day", "to_schedule"]));
});

it("the toast says what is in the way, and that it is confirmed only where nothing is", () => {
  expect(paidToast("We cannot come on Thu, Dec 3")).toMatchObject({
    ...{ title: "Payment received", text: "We cannot come on Thu, Dec 3." },
  });
  expect(paidToast().text).toBe("Your booking is confirmed.");
});
