import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { listUnits } from "~/domain/booking/order/bookings.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { CUSTOMER, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { fakeSms } from "../../../tests/support/sms";
import { tellMoved } from "~/domain/outbox/news.server";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

/** What the message that a dumpster is there tells of its days is told: a notice that still waits goes from there. */
let world: TestWorld;
let services: Services;
let mails: string[];
let texts: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  [mails, texts] = [[], []];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ text }: Email) => void mails.push(text.replaceAll(/\s+/g, " ")) },
    sms: {
      ...fakeSms(),
      send: async ({ body }) => {
        texts.push(body);
        return { ok: true, providerId: `SM${texts.length}` };
      },
    },
  };
});
afterEach(() => world.close());

const jobOf = (bookingId: Id<"booking">, kind: "delivery" | "pickup") =>
  world.db.orm
    .select()
    .from(jobs)
    .where(eq(jobs.booking_id, bookingId))
    .all()
    .find((job) => job.kind === kind)!;
async function move(bookingId: Id<"booking">, kind: "delivery" | "pickup", on: string) {
  const to = { day: day(on), window: "morning" } as const;
  const { id } = jobOf(bookingId, kind);
  const moved = await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), id, to));
  expect(moved).toMatchObject({ ok: true });
}
const pickupDay = (bookingId: Id<"booking">) => listUnits(world.db.orm, bookingId)[0]!.pickup_date;
const forget = () => world.db.orm.delete(outbox).run();
const sendDue = async () => {
  while ((await runDueWork(services, "messages")) > 0);
};
/** The minutes have passed for which what was moved waits. */
const sendAll = async () => {
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  await sendDue();
};
/** The office moves a delivery of the third by a day; it is set down before that is told. */
async function movedAndSetDown() {
  world.clock.at = instantAt(day("2026-12-03"), 9);
  const booking = await paidBooking(world, { smsConsent: true, flexibleExtension: false });
  forget();
  await move(booking.id, "delivery", "2026-12-04");
  world.clock.at = instantAt(day("2026-12-04"), 9);
  await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
  await sendDue();
  return booking;
}
const NEW_DAY = "has a new day";
const there = [expect.stringContaining("We pick it up on Friday, December 11.")];

it("nothing more is told where it is the day that was told with it, by mail nor by text", async () => {
  const { id } = await movedAndSetDown();
  expect([pickupDay(id), mails, texts]).toEqual(["2026-12-11", there, there]);
  await sendAll();
  expect([mails, texts]).toEqual([there, there]);
});

it("another day since is told with the one that was told with it as the one before", async () => {
  const { id } = await movedAndSetDown();
  await move(id, "pickup", "2026-12-15");
  await sendAll();
  expect(mails.at(-1)).toContain("Tuesday, December 15 (before: Friday, December 11)");
  expect([mails.length, texts.length, texts.at(-1)]).toEqual([2, 2, expect.stringContaining(NEW_DAY)]);
});

it("where nothing was told in between, the day before is the one that was booked", async () => {
  world.clock.at = instantAt(day("2026-12-03"), 9);
  const { id } = await paidBooking(world, { smsConsent: true, flexibleExtension: false });
  forget();
  await move(id, "pickup", "2026-12-15");
  await sendAll();
  expect(mails).toEqual([expect.stringContaining("Tuesday, December 15 (before: Thursday, December 10)")]);
  expect(texts).toEqual([expect.stringContaining(NEW_DAY)]);
});

it.each([
  ["2026-12-02", true],
  ["2026-11-30", false],
])("what a customer's own move on %s leaves of the cancelling fee is told with it: %s", async (on, isLate) => {
  const { id } = await paidBooking(world, { flexibleExtension: false });
  forget();
  world.clock.at = instantAt(day(on), 9);
  const [unit] = listUnits(world.db.orm, id);
  const to = { deliveryDate: day("2026-12-08"), window: "morning", pickupDate: day("2026-12-15") } as const;
  await world.db.write((tx) => {
    rescheduleUnit(tx, world.deed(CUSTOMER), world.settings(), unit!.id, to);
    tellMoved(tx, unit!, 0);
  });
  await sendAll();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.includes("Cancelling costs at least 20% from now on")).toBe(isLate);
});

it("of several dumpsters the text says which one has a new day", async () => {
  const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }] as const;
  const { id } = await paidBooking(world, { smsConsent: true, cart: [...cart] });
  forget();
  await move(id, "delivery", "2026-12-04");
  await sendAll();
  expect(texts).toEqual([
    expect.stringMatching(/The delivery of your 20-yard dumpster \(number \d\) has a new day: Friday, December 4/),
  ]);
});
