import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { outbox, units } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { closeDay, lookAtClosure } from "~/domain/changes/closures.server";
import { addDays, type Day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { listCustomerUnits } from "~/domain/records/customer-unit.server";
import { changeSetting, draftData, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { DELIVERY, PICKUP, remindOn, standing } from "../../../tests/support/reminder-cases";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "~/services.server";
import { runDueWork } from "../work/worker.server";

// What is told all the same around a closed day, and what is not where only a half of it is closed.
let world: TestWorld;
let services: Services;
let told: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  told = [];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ subject }: Email) => void told.push(subject.replace(/^Booking DMP-\d+-\d+: /, "")) },
  };
});
afterEach(() => world.close());

const close = (on: Day) => changeSetting(world, "holidays", [...world.settings().holidays, on]);
const toldAt = async (on: Day, hour: number) => {
  world.db.orm.delete(outbox).run();
  told = [];
  await remindOn(world, on, hour, 30);
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
  return told;
};
const nextWords = () => {
  const [unit] = world.db.orm.select().from(units).all();
  if (!unit) return expect.fail("no dumpster");
  const at = { settings: world.settings(), flags: services.flags(), now: world.clock.at };
  return listCustomerUnits(world.db.orm, getBooking(world.db.orm, unit.booking_id), at)[0]?.next;
};

it.each([true, false])(
  "that days are over is told, whatever day its pickup was planned for (may keep it: %s)",
  async (mayKeep) => {
    await standing(world, { flexibleExtension: mayKeep });
    const open = await toldAt(addDays(PICKUP, 1), 8);
    expect(open.length).toBe(1);
    world.db.sqlite.prepare("delete from reminders").run();
    await close(PICKUP);
    expect(await toldAt(addDays(PICKUP, 1), 8)).toEqual(open);
  },
);

it("neither the evening before nor once its time is over, of the half that a storm closed and found no room for", async () => {
  await paidBooking(world, { ...draftData(), deliveryDate: DELIVERY, deliveryTime: "morning" });
  const settings = { ...world.settings(), windowCapacity: 0 };
  const closing = { day: DELIVERY, part: "morning" as const, reason: "Storm" };
  const seen = lookAtClosure(world.db.orm, settings, closing, world.clock.at);
  if (!seen.ok) return expect.fail(seen.code);
  await world.db.write((tx) => closeDay(tx, world.deed(STAFF), settings, { ...closing, seen: seen.plan.digest }));
  expect(await toldAt(addDays(DELIVERY, -1), 8)).toEqual([]);
  expect(await toldAt(DELIVERY, 12)).toEqual([]);
});

it("what is still to be brought says so beside its dumpster, until that day is over", async () => {
  await paidBooking(world, { ...draftData(), deliveryDate: DELIVERY });
  await close(DELIVERY);
  world.clock.at = instantAt(DELIVERY, 23, 59);
  expect(nextWords()).toBe(
    "We planned to bring it on Thursday, December 3, and are closed that day: choose another one.",
  );
  world.clock.at = instantAt(addDays(DELIVERY, 1), 0);
  expect(nextWords()).toMatch(/^We planned to bring it on Thursday, December 3, and no truck came that day\./);
});

it("who cannot keep it reads up to that day that we are closed, and after it that we have not been there", async () => {
  await standing(world);
  const planned = "We pick it up on Thursday, December 10.";
  expect(nextWords()).toBe(planned);
  await close(PICKUP);
  const shut =
    "We planned to pick it up on Thursday, December 10, and are closed then: you hear from us with another one, and our delay costs you nothing.";
  expect(nextWords()).toBe(shut);
  world.clock.at = instantAt(PICKUP, 23, 59);
  expect(nextWords()).toBe(shut);
  world.clock.at = instantAt(addDays(PICKUP, 1), 0);
  expect(nextWords()).toBe(
    "We planned to pick it up on Thursday, December 10, and have not been there yet. You need not do anything, and our delay costs you nothing.",
  );
});
