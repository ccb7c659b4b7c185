import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, TODAY, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { driveJob, temporaryDriver } from "../../../tests/support/driver";
import { cannotGetIn } from "../../../tests/support/in-vain";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, getJob, insertJob, scheduleJob } from "../dispatch/jobs.server";
import { recallJob } from "../dispatch/recall.server";
import { answerVisit, findLastVisit } from "../dispatch/visits.server";
import { addDays } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import type { JobState } from "../states/transitions";
import { listCustomerUnits } from "./customer-unit.server";
import { readStatus } from "./status.server";
import { isTruckDay, nameTruck, readTrucks } from "./truck.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
});
afterEach(() => world.close());

const at = (hour: number, minute = 0, day = TODAY) => {
  world.clock.at = instantAt(day, hour, minute);
};
const trucksOf = (id: Id<"booking">) =>
  readTrucks(world.db.orm, id, world.clock.at).map(({ what, steps }) => [what, ...steps.map((step) => step.at)]);
const dumpsterOf = (booking: Booking) => {
  const now = { settings: world.settings(), flags: fakeServices(world).flags(), now: world.clock.at };
  return listCustomerUnits(world.db.orm, booking, now).flatMap(({ state, next }) => [state, next]);
};
const truckDay = (id: Id<"booking">) => isTruckDay(world.db.orm, id, world.clock.at);
const step = (jobId: Id<"job">, to: JobState) =>
  world.db.write((tx) => advanceJob(tx, world.deed(STAFF), jobId, to, "a test"));

describe("a booking's trucks", () => {
  it("are told with each step, are gone the day after, and are no other booking's", async () => {
    const [mine, other] = [await paidBooking(world), await paidBooking(world)];
    expect(trucksOf(mine.id)).toEqual([]);
    at(10, 5);
    const { jobId } = await driveJob(world, mine.id, ["en_route"]);
    expect(dumpsterOf(mine)[1]).toBe("The truck is on its way to you.");
    at(10, 40);
    await step(jobId, "arrived");
    expect(trucksOf(mine.id)).toEqual([["Delivery of your 20-yard dumpster", "10:05 am", "10:40 am", null]]);
    expect(trucksOf(other.id)).toEqual([]);
    // Nothing on the page says any more that it is on its way.
    expect(dumpsterOf(mine)).toEqual(["Truck at your site", "The truck is at your site."]);
    at(10, 55);
    await step(jobId, "serviced");
    expect(trucksOf(mine.id)).toEqual([["Delivery of your 20-yard dumpster", "10:05 am", "10:40 am", "10:55 am"]]);
    at(8, 0, addDays(TODAY, 1));
    expect(trucksOf(mine.id)).toEqual([]);
  });

  it("name the day of each step once they are not all of today, and the dumpster's when it really came", async () => {
    const booking = await paidBooking(world);
    at(16, 50);
    const { jobId } = await driveJob(world, booking.id, ["en_route"]);
    at(8, 43, addDays(TODAY, 4));
    await step(jobId, "arrived");
    const days = ["Tue, Dec 1, 4:50 pm", "Sat, Dec 5, 8:43 am"];
    expect(trucksOf(booking.id)).toEqual([["Delivery of your 20-yard dumpster", ...days, null]]);
    const dates = () => {
      const now = { settings: world.settings(), flags: fakeServices(world).flags(), now: world.clock.at };
      return listCustomerUnits(world.db.orm, booking, now)[0]?.dates;
    };
    expect(dates()).toMatch(/^Thu, Dec 3 to /);
    await step(jobId, "serviced");
    expect([trucksOf(booking.id), dates()]).toEqual([
      [["Delivery of your 20-yard dumpster", ...days, "Sat, Dec 5, 8:43 am"]],
      expect.stringMatching(/^Sat, Dec 5 to /),
    ]);
    await step(jobId, "completed");
    at(9, 0, addDays(TODAY, 6));
    expect(dates()).toMatch(/^Sat, Dec 5 to /);
  });

  it("begin anew once they were called back", async () => {
    const { id } = await paidBooking(world);
    const { jobId, driverId } = await driveJob(world, id, ["en_route", "arrived"]);
    await world.db.write((tx) => recallJob(tx, world.deed(STAFF), jobId, "The truck broke down"));
    expect(trucksOf(id)).toEqual([]);
    at(14);
    await world.db.write((tx) => assignJob(tx, world.deed(STAFF), jobId, driverId));
    await step(jobId, "en_route");
    expect(trucksOf(id)).toEqual([["Delivery of your 20-yard dumpster", "2:00 pm", null, null]]);
  });
});

describe("an emptying", () => {
  it("is not done for its customer before the dumpster is back, and the page follows it until then", async () => {
    const { id } = await paidBooking(world);
    const delivery = await driveJob(world, id, ["en_route", "arrived", "serviced", "completed"]);
    const { unit_id } = getJob(world.db.orm, delivery.jobId);
    at(9, 0, addDays(TODAY, 3));
    const job = { booking_id: id, unit_id, kind: "dump_and_return" as const, delivery_window: "anytime" };
    const made = await world.db.write((tx) => {
      const { id: jobId } = insertJob(tx, world.deed(STAFF), { ...job, day: addDays(TODAY, 3) });
      scheduleJob(tx, world.deed(STAFF), jobId);
      assignJob(tx, world.deed(STAFF), jobId, delivery.driverId);
      return jobId;
    });
    for (const to of ["en_route", "arrived", "serviced"] as const) await step(made, to);
    const steps = () => readTrucks(world.db.orm, id, world.clock.at).flatMap((truck) => truck.steps);
    // As booking page, mail and text call it, not by the office's word for the job.
    expect(trucksOf(id)[0]?.[0]).toBe("Emptying of your 20-yard dumpster");
    expect(nameTruck(world.db.orm, id, { unit_id, kind: "relocate" })).toBeNull();
    const toCome = ["Taken to be emptied 9:00 am", "Brought back -"];
    const said = () => steps().map((one) => `${one.label} ${one.at ?? "-"}`);
    expect([said().slice(2), truckDay(id)]).toEqual([toCome, true]);
    at(11, 30, addDays(TODAY, 3));
    for (const to of ["to_disposal", "at_disposal", "ticketed", "returned"] as const) await step(made, to);
    expect(said().at(-1)).toBe("Brought back 11:30 am");
    await step(made, "completed");
    expect(truckDay(id)).toBe(false);
  });
});

describe("a truck's day", () => {
  it("is the day of a job that is still to come, of this booking alone, and any day while a truck is out", async () => {
    const [mine, other] = [await paidBooking(world), await paidBooking(world)];
    const [job] = world.db.orm
      .select()
      .from(jobs)
      .where(and(eq(jobs.booking_id, mine.id), eq(jobs.kind, "delivery")))
      .all();
    if (!job?.day) throw new Error("no delivery");
    expect([truckDay(mine.id), truckDay(other.id)]).toEqual([false, false]);
    await world.db.write((tx) => scheduleJob(tx, world.deed(STAFF), job.id));
    at(9, 0, job.day);
    expect([truckDay(mine.id), truckDay(other.id)]).toEqual([true, false]);
    at(9, 0, addDays(job.day, 2));
    expect(truckDay(mine.id)).toBe(false);
    const { jobId } = await driveJob(world, mine.id, ["en_route"]);
    expect([truckDay(mine.id), truckDay(other.id)]).toEqual([true, false]);
    for (const to of ["arrived", "serviced", "completed"] as const) await step(jobId, to);
    expect(truckDay(mine.id)).toBe(false);
  });
});

describe("two trucks at one site that cannot get in", () => {
  const block = async (jobId: Id<"job">, driverId: Id<"driver">) => {
    return { visitId: await cannotGetIn(world, driverId, jobId, { reason: "Nobody lets us in" }), jobId };
  };
  /** Two deliveries of one booking whose trucks have arrived. */
  async function bothThere() {
    const { id } = await paidBooking(world, { cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }] });
    const there: Parameters<typeof block>[] = [];
    for (const { id: jobId, kind } of world.db.orm.select().from(jobs).where(eq(jobs.booking_id, id)).all()) {
      if (kind !== "delivery") continue;
      const driverId = await temporaryDriver(world);
      await world.db.write((tx) => {
        scheduleJob(tx, world.deed(STAFF), jobId);
        assignJob(tx, world.deed(STAFF), jobId, driverId);
      });
      for (const to of ["en_route", "arrived"] as const) await step(jobId, to);
      there.push([jobId, driverId]);
    }
    const [one, another] = there;
    if (!one || !another) throw new Error("not two deliveries");
    const asked = () => findLastVisit(world.db.orm, id)?.visit.id;
    const named = () => nameTruck(world.db.orm, id, findLastVisit(world.db.orm, id)?.job ?? expect.fail("nobody asks"));
    const said = () =>
      readStatus(world.db.orm, getBooking(world.db.orm, id), { refundStates: true, now: world.clock.at }).headline;
    return { one, another, asked, named, said };
  }
  async function bothBlocked() {
    const { one, another, ...rest } = await bothThere();
    const first = await block(...one);
    at(9, 5);
    return { first, second: await block(...another), ...rest };
  }
  const clear = (visitId: Id<"visit">) =>
    world.db.write((tx) => answerVisit(tx, world.deed(), visitId, { answer: "clearing", minutes: 10 }));

  it.each(["first", "second"] as const)(
    "the customer is asked for whoever still waits when the %s goes on",
    async (gone) => {
      const { asked, said, ...visits } = await bothBlocked();
      const stays = visits[gone === "first" ? "second" : "first"];
      await step(visits[gone].jobId, "serviced");
      expect([asked(), said()]).toEqual([stays.visitId, "Our driver cannot get in"]);
      await step(stays.jobId, "serviced");
      // Nobody waits: the newest.
      expect(asked()).toBe(visits.second.visitId);
    },
  );

  it.each(["one", "another"] as const)("the status says so where only %s of them cannot", async (which) => {
    const { said, ...there } = await bothThere();
    expect(said()).toBe("The truck is at your site");
    await block(...there[which]);
    expect(said()).toBe("Our driver cannot get in");
  });

  it("the customer is told which of them asks", async () => {
    const { first, second, named } = await bothBlocked();
    const names = [named()];
    await step(second.jobId, "serviced");
    names.push(named());
    expect(names.sort()).toEqual(["Delivery of dumpster 1 of 2", "Delivery of dumpster 2 of 2"]);
    expect(first.jobId).not.toBe(second.jobId);
    const { id } = await paidBooking(world);
    const { jobId } = await driveJob(world, id, ["en_route", "arrived"]);
    const alone = world.db.orm.select().from(jobs).where(eq(jobs.id, jobId)).get() ?? expect.fail("no job");
    expect(nameTruck(world.db.orm, id, alone)).toBeNull();
  });

  it("the newest is told of when nobody waits any more, whichever was answered", async () => {
    const { first, second, asked } = await bothBlocked();
    await clear(second.visitId);
    for (const { jobId } of [second, first]) await step(jobId, "serviced");
    expect(asked()).toBe(second.visitId);
  });

  it("the customer is asked for the one without an answer, then may still change the newest", async () => {
    const { first, second, asked, said } = await bothBlocked();
    expect(asked()).toBe(second.visitId);
    await clear(second.visitId);
    expect([asked(), said()]).toEqual([first.visitId, "Our driver cannot get in"]);
    await clear(first.visitId);
    expect([asked(), said()]).toEqual([second.visitId, "The driver waits for you"]);
  });
});
