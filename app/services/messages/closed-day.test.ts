import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { outbox, units } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { renewClosedDays } from "~/domain/booking/order/closed-day.server";
import { moveUnit } from "~/domain/dispatch/advance.server";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import { remindAfterAll } from "~/domain/messages/reminders.server";
import type { Email } from "~/domain/messages/ports";
import { listCustomerUnits } from "~/domain/records/customer-unit.server";
import { closedDayCause } from "~/domain/tasks/closed-days.server";
import { finishTask } from "~/domain/tasks/tasks.server";
import { changeSetting, draftData, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { DELIVERY, PICKUP, remindOn, standing } from "../../../tests/support/reminder-cases";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { finish, undo } from "../office/tasks.server";
import { runDueWork } from "../work/worker.server";

// A day was closed after the booking: nobody is told that a truck comes on it, nor that one is late.
let world: TestWorld;
let services: Services;
let told: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  told = [];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ subject }: Email) => void told.push(subject.replace(/^Booking DMP-\d+-\d+: /, "")) },
    sms: {
      ...fakeSms(),
      send: async ({ body }) => {
        told.push(`text: ${body}`);
        return { ok: true, providerId: `SM${told.length}` };
      },
    },
  };
});
afterEach(() => world.close());

const close = async (on: Day) => {
  await changeSetting(world, "holidays", [...world.settings().holidays, on]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
};
const toldAt = async (on: Day, hour: number) => {
  world.db.orm.delete(outbox).run();
  told = [];
  await remindOn(world, on, hour, 30);
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
  return told;
};
const decide = (booking: Id<"booking">, on: Day) =>
  world.db.write((tx) => {
    const task = world.db.sqlite
      .prepare<[string], { id: string }>("select id from tasks where cause = ?")
      .get(closedDayCause(booking, on));
    return finishTask(tx, world.deed(STAFF), task?.id ?? "", "The yard opens for it");
  });
const standingUnit = async () => {
  await standing(world, { flexibleExtension: true });
  const [unit] = world.db.orm.select().from(units).all();
  if (!unit) return expect.fail("no dumpster");
  return { unit, booking: getBooking(world.db.orm, unit.booking_id) };
};
const at = () => ({ settings: world.settings(), flags: services.flags(), now: world.clock.at });
const book = () => paidBooking(world, { ...draftData(), deliveryDate: DELIVERY, smsConsent: true });

it("neither the evening before nor once its time is over", async () => {
  await book();
  await close(DELIVERY);
  expect(await toldAt(addDays(DELIVERY, -1), 8)).toEqual([]);
  expect(await toldAt(DELIVERY, 18)).toEqual([]);
});

it("but where the office has said that a truck goes out", async () => {
  const { id } = await book();
  await close(DELIVERY);
  await decide(id, DELIVERY);
  expect((await toldAt(addDays(DELIVERY, -1), 8)).join()).toMatch(/our truck comes tomorrow.*text: /);
  expect((await toldAt(DELIVERY, 18)).join()).toMatch(/late/);
});

describe("left out at 8 because its day was closed", () => {
  const EVE = addDays(DELIVERY, -1);
  const withheld = async () => {
    const { id } = await book();
    await close(DELIVERY);
    expect(await toldAt(EVE, 8)).toEqual([]);
    const task = world.db.sqlite.prepare("select id from tasks where cause = ?").pluck();
    return String(task.get(closedDayCause(id, DELIVERY)));
  };
  /** What is told once what waits is sent. */
  const sent = async () => {
    told = [];
    while ((await runDueWork(services, "messages")) > 0);
    return told.map((one) => one.slice(0, 5));
  };
  const done = (task: string) => finish(services, world.deed(STAFF), task, "The yard opens for it");

  it("is told once when the office says at 10 that a truck goes out", async () => {
    const task = await withheld();
    world.clock.at = instantAt(EVE, 10);
    await done(task);
    expect((await sent()).length).toBe(2);
    await undo(services, world.deed(STAFF), task);
    await done(task);
    await remindOn(world, EVE, 11);
    expect(await sent()).toEqual([]);
  });

  it.each([
    ["at night", EVE, 21],
    ["on the day itself", DELIVERY, 9],
  ])("is told no more %s", async (_when, on, hour) => {
    const task = await withheld();
    world.clock.at = instantAt(on, hour);
    await done(task);
    expect(await sent()).toEqual([]);
  });

  it("is told when the day is opened, and not while it is closed still", async () => {
    await withheld();
    world.clock.at = instantAt(EVE, 10);
    const again = () => world.db.write((tx) => remindAfterAll(tx, world.deed(STAFF)));
    await again();
    expect(await sent()).toEqual([]);
    await changeSetting(world, "holidays", []);
    await again();
    await again();
    expect((await sent()).length).toBe(2);
  });
});

it.each([
  [false, 0],
  [true, 1],
])(
  "of the last paid day only who keeps it until they ask (%s): their days are counted",
  async (flexibleExtension, n) => {
    await standing(world, { flexibleExtension });
    await close(PICKUP);
    expect((await toldAt(PICKUP, 8)).length).toBe(n);
  },
);

it("who has asked for the pickup is not told that we come for it", async () => {
  const { booking, unit } = await standingUnit();
  await close(PICKUP);
  expect(listCustomerUnits(world.db.orm, booking, at())[0]?.next).not.toContain("closed that day");
  await world.db.write((tx) => moveUnit(tx, world.deed(), unit, "pickup_requested", "asked"));
  expect(await toldAt(PICKUP, 8)).toEqual([]);
  expect(listCustomerUnits(world.db.orm, booking, at())[0]?.next).toBe(
    "We planned to pick it up on Thursday, December 10, and are closed then: you hear from us with another one, and our delay costs you nothing.",
  );
});
