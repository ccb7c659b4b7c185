import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { changes, dumpsters, jobOffers, jobs, livePresence, liveSignals, outbox } from "#db/schema/index";
import { reminders, systemLogs, tasks, units } from "#db/schema/index";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { holdPrepared } from "~/domain/booking/order/prepared.server";
import { getCharge } from "~/domain/charges/charges.server";
import { offerJob } from "~/domain/dispatch/offers.server";
import { countAvailable } from "~/domain/inventory/availability.server";
import { addDays, day } from "~/domain/kernel/days";
import { DAY, dayAt, HOUR, instantAt, MINUTE, plus } from "~/domain/kernel/time.server";
import { lookAt } from "~/domain/live/presence.server";
import { openTask } from "~/domain/tasks/tasks.server";
import { pricedDays } from "../../../tests/support/changes";
import { chargesOf, hauled, look, tell } from "../../../tests/support/charges";
import { draftData, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { openTasks, standing } from "../../../tests/support/errands";
import { fakeServices } from "../../../tests/support/visit";
import { keepHouse } from "./housekeeping.server";

/** What nobody does by hand: each round of housekeeping does it, and the round after does it no more. */
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
});
afterEach(() => world.close());

const orm = () => world.db.orm;
const house = () => keepHouse(fakeServices(world), world.deed());
const later = (ms: number) => (world.clock.at = plus(world.clock.at, ms));

/** What makes it due; the answer reads its effect. */
const CASES: Record<string, { cause: () => Promise<() => unknown>; before: unknown; is: unknown }> = {
  "what a quote held is everybody's when its price has ended": {
    async cause() {
      await world.db.write((tx) => {
        const deed = world.deed(STAFF);
        const made = prepareQuote(tx, deed, world.settings(), draftData(), plus(world.clock.at, DAY));
        expect(holdPrepared(tx, deed, world.settings(), made.booking).ok).toBe(true);
      });
      later(DAY + HOUR);
      const stay = { start: day("2026-12-04"), end: day("2026-12-05") };
      return () => countAvailable(orm(), 20, stay, dayAt(world.clock.at));
    },
    before: 4,
    is: 5,
  },
  "the office hears of a price that ends within the day": {
    async cause() {
      const ends = plus(world.clock.at, DAY - HOUR);
      await world.db.write((tx) => prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(), ends));
      return () => openTasks(world).filter((kind) => kind === "quote_ending");
    },
    before: [],
    is: ["quote_ending"],
  },
  "more days that nobody has paid for are promised no longer": {
    async cause() {
      const { id } = await standing(world);
      await pricedDays(world, id, 2);
      later(3 * DAY);
      return () => orm().select({ state: changes.state }).from(changes).all();
    },
    before: [{ state: "priced" }],
    is: [{ state: "expired" }],
  },
  "a later charge falls due when its time to question it is over": {
    async cause() {
      const booking = await hauled(world, 4740);
      await look(world, booking);
      const charge = await tell(world, chargesOf(world, booking)[0]!);
      world.clock.at = charge.due_at!;
      return () => getCharge(orm(), charge.id).state;
    },
    before: "noticed",
    is: "processing",
  },
  "a dumpster that is on a truck for days, and that nobody has, is looked for": {
    async cause() {
      const { id } = orm().select().from(dumpsters).get()!;
      orm().update(dumpsters).set({ location: "truck" }).where(eq(dumpsters.id, id)).run();
      later(3 * DAY);
      const placed = () => orm().select().from(dumpsters).where(eq(dumpsters.id, id)).get()?.location;
      return () => placed() === "unknown" || openTasks(world).includes("move_dumpster");
    },
    before: false,
    is: true,
  },
  "a job that no driver took waits for the office again": {
    async cause() {
      const { id } = await paidBooking(world, { deliveryDate: "2026-12-16" });
      const driver = await temporaryDriver(world);
      const job = orm().select().from(jobs).where(eq(jobs.booking_id, id)).all()[0]!;
      const rules = { settings: world.settings(), oneDriver: true };
      const made = await world.db.write((tx) => offerJob(tx, world.deed(STAFF), rules, job.id, driver));
      if (!made.ok) throw new Error(made.code);
      later(15 * MINUTE);
      const asked = () => openTasks(world).includes("offer_untaken");
      return () => [orm().select().from(jobOffers).get()?.state, asked()];
    },
    before: ["open", false],
    is: ["expired", true],
  },
  "a dumpster that its customer may keep longer stays promised to nobody": {
    async cause() {
      const { id } = await standing(world, { flexibleExtension: true });
      world.clock.at = instantAt(day("2026-12-20"), 9);
      const until = () => orm().select().from(units).where(eq(units.id, id)).get()!.occupied_until;
      return () => until() > addDays(dayAt(world.clock.at), 1);
    },
    before: false,
    is: true,
  },
  "a size that is short becomes the office's": {
    async cause() {
      await paidBooking(world);
      orm().update(dumpsters).set({ condition: "damaged" }).run();
      return () => openTasks(world).includes("shortage");
    },
    before: false,
    is: true,
  },
  "the customer is told on the day before that our truck comes": {
    async cause() {
      await paidBooking(world);
      world.clock.at = instantAt(day("2026-12-02"), 9);
      return () => orm().select().from(outbox).where(eq(outbox.kind, "mail.day-before")).all().length;
    },
    before: 0,
    is: 1,
  },
  "the office is written to of what waits, once a day": {
    async cause() {
      await world.db.write((tx) => {
        const subject = { kind: "lead", id: "x" } as const;
        openTask(tx, world.deed(), { kind: "work_given_up", cause: "work:x", subject, due: world.clock.at });
      });
      return () => orm().select().from(outbox).where(eq(outbox.kind, "mail.office-digest")).all().length;
    },
    before: 0,
    is: 1,
  },
  "which reminders were dealt with is forgotten after a year": {
    async cause() {
      const { id: booking_id } = await paidBooking(world);
      for (const [on, age] of [
        ["2025-10-01", 401 * DAY],
        ["2026-11-01", 30 * DAY],
      ] as const) {
        const dealt = { booking_id, kind: "day-before", day: day(on), outcome: "told" } as const;
        orm()
          .insert(reminders)
          .values({ ...dealt, at: plus(world.clock.at, -age) })
          .run();
      }
      return () => orm().select({ day: reminders.day }).from(reminders).where(eq(reminders.kind, "day-before")).all();
    },
    before: [{ day: "2025-10-01" }, { day: "2026-11-01" }],
    is: [{ day: "2026-11-01" }],
  },
  "a task whose cause ended long ago is forgotten": {
    async cause() {
      const subject = { kind: "lead", id: "x" } as const;
      const task = { kind: "lead", cause: "old", subject, due: world.clock.at } as const;
      await world.db.write((tx) => openTask(tx, world.deed(), task));
      orm()
        .update(tasks)
        .set({ state: "closed", ended_at: plus(world.clock.at, -91 * DAY) })
        .run();
      return () => orm().select().from(tasks).where(eq(tasks.cause, "old")).all().length;
    },
    before: 1,
    is: 0,
  },
  "a line of the log is forgotten when the setting says so": {
    async cause() {
      const created_at = plus(world.clock.at, -(world.settings().logDays + 1) * DAY);
      const line = { log_level: "INFO", module: "m", action: "old", created_at } as const;
      orm().insert(systemLogs).values(line).run();
      return () => orm().select().from(systemLogs).where(eq(systemLogs.action, "old")).all().length;
    },
    before: 1,
    is: 0,
  },
  "what open pages were told is forgotten after an hour": {
    async cause() {
      const told = (at: number, kind: string) => ({ at, topic: "office", kind });
      const rows = [told(Date.now() - 2 * HOUR, "old"), told(Date.now(), "young")];
      orm().insert(liveSignals).values(rows).run();
      const kinds = () =>
        orm()
          .select()
          .from(liveSignals)
          .all()
          .map(({ kind }) => kind);
      return () => kinds().filter((kind) => kind === "old" || kind === "young");
    },
    before: ["old", "young"],
    is: ["young"],
  },
  "who looked at a booking is forgotten minutes later": {
    async cause() {
      const { id: bookingId } = await paidBooking(world);
      const who = { bookingId, userId: STAFF.id, leaving: false };
      await lookAt(world.db, who, Date.now() - 5 * MINUTE);
      return () => orm().select().from(livePresence).all().length;
    },
    before: 1,
    is: 0,
  },
};

it.each(Object.keys(CASES))("%s", async (name) => {
  const one = CASES[name]!;
  const effect = await one.cause();
  expect(effect()).toEqual(one.before);
  await house();
  expect(effect()).toEqual(one.is);
  await house();
  expect(effect()).toEqual(one.is);
});
