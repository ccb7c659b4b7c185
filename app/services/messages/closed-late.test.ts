import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { listUnits } from "~/domain/booking/order/bookings.server";
import { renewClosedDays } from "~/domain/booking/order/closed-day.server";
import { closeDay, lookAtClosure } from "~/domain/changes/closures.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import type { Email } from "~/domain/messages/ports";
import { closedDayCause } from "~/domain/tasks/closed-days.server";
import { finishTask } from "~/domain/tasks/tasks.server";
import { changeSetting, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { DELIVERY, remindOn } from "../../../tests/support/reminder-cases";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

// A delivery is late on a closed day, or beside one: who is told of it, and when.
let world: TestWorld;
let services: Services;
let told: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  told = [];
  const send = async ({ text }: Email) => void told.push(text.replaceAll("\n", " "));
  services = { ...fakeServices(world), mail: { send } };
});
afterEach(() => world.close());

const close = async (on: Day) => {
  await changeSetting(world, "holidays", [...world.settings().holidays, on]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
};
/** What is told at that moment; what was told before is forgotten as news, but not as told. */
const toldAt = async (on: Day, hour: number) => {
  world.db.orm.delete(outbox).run();
  told = [];
  await remindOn(world, on, hour, 30);
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
  return told;
};
const two = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }];
async function twoDays(other: Day, window: "morning" | "afternoon" = "morning"): Promise<Id<"booking">> {
  const { id } = await paidBooking(world, { deliveryDate: DELIVERY, cart: two });
  const unit = listUnits(world.db.orm, id)[1] ?? expect.fail("no second one");
  const to = { deliveryDate: other, window, pickupDate: addDays(other, 7) };
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, to));
  return id;
}

it("nobody acted: its customer is told the next morning that no truck came, and chooses a day", async () => {
  await paidBooking(world, { deliveryDate: DELIVERY });
  await close(DELIVERY);
  expect(await toldAt(DELIVERY, 18)).toEqual([]);
  const morning = await toldAt(addDays(DELIVERY, 1), 8);
  expect(morning).toEqual([expect.stringContaining("no truck came that day. Choose a new day, or call us.")]);
  expect(await toldAt(addDays(DELIVERY, 1), 9)).toEqual([]);
});

it("is told that evening of the one for which somebody has said that a truck goes out, and not of the other", async () => {
  const { id } = await paidBooking(world, { deliveryDate: DELIVERY });
  await paidBooking(world, { deliveryDate: DELIVERY });
  await close(DELIVERY);
  await world.db.write((tx) => {
    const task = world.db.sqlite
      .prepare<[string], { id: string }>("select id from tasks where cause = ?")
      .get(closedDayCause(id, DELIVERY));
    return finishTask(tx, world.deed(STAFF), task?.id ?? "", "The yard opens for it");
  });
  expect((await toldAt(DELIVERY, 18)).length).toBe(1);
});

it("the first of two is late, and the other's day to come is closed: both are said", async () => {
  await twoDays(addDays(DELIVERY, 4));
  await close(addDays(DELIVERY, 4));
  const [mail] = await toldAt(DELIVERY, 13);
  expect(mail).toContain("We come as soon as we can.");
  expect(mail).toMatch(/We cannot come on Mon, Dec 7 \(1 of 2\) either/);
});

it("of a half that a storm closed only what comes in the other half is told, the evening before and once it is late", async () => {
  const id = await twoDays(DELIVERY, "afternoon");
  const settings = { ...world.settings(), windowCapacity: 0 };
  const closing = { day: DELIVERY, part: "morning" as const, reason: "Storm" };
  const seen = lookAtClosure(world.db.orm, settings, closing, world.clock.at);
  if (!seen.ok) return expect.fail(seen.code);
  await world.db.write((tx) => closeDay(tx, world.deed(STAFF), settings, { ...closing, seen: seen.plan.digest }));
  const stands = world.db.orm.select({ day: jobs.day, window: jobs.delivery_window }).from(jobs);
  expect(stands.where(eq(jobs.booking_id, id)).all()).toContainEqual({ day: DELIVERY, window: "morning" });
  const [evening] = await toldAt(addDays(DELIVERY, -1), 8);
  expect(evening).toContain("12PM to 5PM");
  expect(evening).not.toContain("8AM to 12PM");
  expect(await toldAt(DELIVERY, 13)).toEqual([]);
  expect((await toldAt(DELIVERY, 18)).length).toBe(1);
});
