import { eq, like } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, jobs, outbox } from "#db/schema/index";
import { setOnHold } from "~/domain/booking/office/on-hold.server";
import { moveJob, scheduleJob, getJob } from "~/domain/dispatch/jobs.server";
import { day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { scheduleAll } from "../../../tests/support/reminder-cases";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let mails: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  mails = [];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ subject }: Email) => void mails.push(subject.replace(/^Booking DMP-\d+-\d+: /, "")) },
  };
});
afterEach(() => world.close());

const forget = () => world.db.orm.delete(outbox).run();
const sendDue = async () => {
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
};

describe("that a delivery is scheduled", () => {
  const planned = async () => {
    const { id } = await paidBooking(world, {
      cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
    });
    forget();
    return id;
  };

  it("is told once all of the order's dumpsters are, after some minutes", async () => {
    const id = await planned();
    const first = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, id)).get();
    await world.db.write((tx) => scheduleJob(tx, world.deed(STAFF), first!.id));
    expect(world.db.orm.select().from(outbox).where(like(outbox.kind, "%.scheduled")).all()).toEqual([]);
    await scheduleAll(world, id);
    const waiting = world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.scheduled")).get();
    expect(Math.round(((waiting?.run_at ?? 0) - Date.now()) / 60_000)).toBe(world.settings().moveNoticeMinutes);
    await sendDue();
    expect(mails).toEqual(["your delivery is scheduled"]);
    await scheduleAll(world, id);
    await sendDue();
    expect(mails).toHaveLength(1);
  });

  it("is told to nobody where it was taken off the plan again, and once it is planned after all", async () => {
    const id = await planned();
    await scheduleAll(world, id);
    const [first] = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, id)).all();
    await world.db.write((tx) => moveJob(tx, world.deed(STAFF), getJob(tx, first!.id), "unscheduled"));
    await sendDue();
    expect(mails).toEqual([]);
    await world.db.write((tx) => scheduleJob(tx, world.deed(STAFF), first!.id));
    await sendDue();
    expect(mails).toEqual(["your delivery is scheduled"]);
  });

  it.each([
    ["2026-12-02", 7, 59, "We remind you the day before, and write when the truck is on its way."],
    ["2026-12-02", 8, 0, "We write when the truck is on its way."],
    ["2026-12-03", 9, 0, "We write when the truck is on its way."],
  ])("speaks of the reminder only while it is to come: on %s at %i:%i", async (on, hour, minute, words) => {
    const id = await planned();
    await scheduleAll(world, id);
    const texts: string[] = [];
    services.mail = { send: async ({ text }: Email) => void texts.push(text.replaceAll("\n", " ")) };
    world.clock.at = instantAt(day(on), hour, minute);
    await sendDue();
    expect(texts).toEqual([expect.stringContaining(`Thursday, December 3, 8AM to 12PM. ${words}`)]);
  });

  it("is told to nobody while the booking is on hold, and once it goes on, if that is still so", async () => {
    const [id, other] = [await planned(), await planned()];
    const hold = (of: typeof id, why: string | null) =>
      world.db.write((tx) => setOnHold(tx, world.deed(STAFF), of, why));
    for (const one of [id, other]) {
      await scheduleAll(world, one);
      await hold(one, "Who pays?");
    }
    await sendDue();
    expect(mails).toEqual([]);
    const [first] = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, other)).all();
    await world.db.write((tx) => moveJob(tx, world.deed(STAFF), getJob(tx, first!.id), "unscheduled"));
    await hold(id, null);
    await hold(other, null);
    await sendDue();
    expect(mails).toEqual(["your delivery is scheduled"]);
    await hold(id, "Once more");
    await hold(id, null);
    await sendDue();
    expect(mails).toHaveLength(1);
  });

  it("is told to nobody while the street's permit is missing", async () => {
    const id = await planned();
    await scheduleAll(world, id);
    world.db.orm.update(bookings).set({ placement: "street" }).where(eq(bookings.id, id)).run();
    await sendDue();
    expect(mails).toEqual([]);
  });
});
