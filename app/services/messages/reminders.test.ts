import { and, eq, like } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, events, jobs, outbox, reminders, units } from "#db/schema/index";
import { getBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { advanceJob, moveUnit } from "~/domain/dispatch/advance.server";
import { assignJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import { addDays, day, type Day } from "~/domain/kernel/days";
import { instantAt, plus } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { sendReminders } from "~/domain/messages/reminders.server";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob, temporaryDriver } from "../../../tests/support/driver";
import { DELIVERY, missPickup, PICKUP, remindOn, standing } from "../../../tests/support/reminder-cases";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let mails: string[];
let words: string[];
let texts: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3, 20: 6 } });
  [mails, words, texts] = [[], [], []];
  services = {
    ...fakeServices(world),
    mail: {
      send: async ({ subject, text }: Email) => {
        mails.push(subject.replace(/^Booking DMP-\d+-\d+: /, ""));
        words.push(text.replaceAll("\n", " "));
      },
    },
    sms: {
      from: "+14075550100",
      send: async ({ body }: { body: string }) => {
        texts.push(body);
        return { ok: true, providerId: `SM${texts.length}` };
      },
    },
  } as unknown as Services;
});
afterEach(() => world.close());

const sendDue = async () => {
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
};
/** What is sent when the clock stands there. */
async function sentOn(on: Day, hour = 8, minute = 0): Promise<string[]> {
  [mails, words, texts] = [[], [], []];
  await remindOn(world, on, hour, minute);
  await sendDue();
  return mails;
}
/** Everything that is sent from one day to another, as housekeeping finds it hour by hour. */
async function sentThrough(from: Day, until: Day): Promise<[Day, string][]> {
  const all: [Day, string][] = [];
  for (let on = from; on <= until; on = addDays(on, 1))
    for (let hour = 0; hour < 24; hour++) all.push(...(await sentOn(on, hour)).map((one): [Day, string] => [on, one]));
  return all;
}
const skipped = () =>
  world.db.orm
    .select({ data: events.data })
    .from(events)
    .where(eq(events.action, "reminder_skipped"))
    .all()
    .map(({ data }) => data);
const forget = () => world.db.orm.delete(outbox).run();

describe("reminders of a rental", () => {
  it("are one for each day that matters, at eight in New York, however often somebody looks", async () => {
    const { id } = await paidBooking(world);
    forget();
    expect(await sentThrough(day("2026-12-02"), day("2026-12-02"))).toEqual([
      ["2026-12-02", "our truck comes tomorrow"],
    ]);
    expect(words.join()).toBe("");
    await driveJobOn(id);
    expect(await sentThrough(day("2026-12-04"), PICKUP)).toEqual([
      ["2026-12-08", "pickup on Thu, Dec 10"],
      ["2026-12-10", "we pick up today"],
    ]);
  });

  it("leave at eight, not before", async () => {
    await paidBooking(world);
    forget();
    expect(await sentOn(day("2026-12-02"), 7, 59)).toEqual([]);
    expect(await sentOn(day("2026-12-02"), 8, 0)).toEqual(["our truck comes tomorrow"]);
  });

  it("are told in the customer's words, with the text in the same ones", async () => {
    await paidBooking(world, { smsConsent: true });
    forget();
    await sentOn(addDays(DELIVERY, -1));
    const said = "Tomorrow, Thursday, December 3, 8AM to 12PM, we bring your 20-yard dumpster.";
    expect([words[0]?.includes(said), texts[0]?.includes(said)]).toEqual([true, true]);
  });

  it("are one for a booking of several dumpsters", async () => {
    await paidBooking(world, { cart: [{ dumpsterSize: 20, quantity: 3, materialCategory: "general" }] });
    forget();
    expect(await sentOn(addDays(DELIVERY, -1))).toEqual(["our truck comes tomorrow"]);
    expect(words[0]).toContain("we bring your 3 dumpsters.");
  });

  it("know more days, a pickup that was asked for, and who may keep it", async () => {
    const extended = await standing(world);
    const kept = await standing(world, { flexibleExtension: true });
    const asked = await standing(world, { flexibleExtension: true });
    world.clock.at = instantAt(day("2026-12-07"), 10);
    await world.db.write((tx) => {
      const [unit] = listUnits(tx, extended.id);
      const to = { deliveryDate: DELIVERY, window: "morning" as const, pickupDate: day("2026-12-14") };
      expect(rescheduleUnit(tx, world.deed(), world.settings(), unit!.id, to)).toMatchObject({ ok: true });
      const [mine] = listUnits(tx, asked.id);
      moveUnit(tx, world.deed(), mine!, "pickup_requested");
    });
    forget();
    expect(await sentOn(day("2026-12-08"))).toEqual(["paid until Thu, Dec 10"]);
    expect(words[0]).toContain(
      "each day after that costs $25 plus tax, charged to your card, until you ask us to pick it up.",
    );
    expect((await sentOn(PICKUP)).toSorted()).toEqual(["today is the last paid day", "we pick up today"]);
    const told = (await sentOn(day("2026-12-11"))).toSorted();
    expect(told).toEqual(["past your paid days", "we are late with your pickup"]);
    expect(words.join(" ")).toContain("ended on Thursday, December 10");
    expect(await sentOn(day("2026-12-12"))).toEqual(["pickup on Mon, Dec 14"]);
    expect(kept.id).not.toBe(extended.id);
  });

  it("lead straight to what they speak of: more days and the pickup, or the pickup that ends the days", async () => {
    const picked = await standing(world, { smsConsent: true });
    forget();
    await sentOn(day("2026-12-08"));
    expect(words[0]).toContain(`/manage-booking/extend?key=${picked.capability}`);
    expect(words[0]).toContain(`/manage-booking/pickup?key=${picked.capability}`);
    expect(texts[0]).toContain(`/manage-booking?key=${picked.capability}`);
    const kept = await standing(world, { flexibleExtension: true, smsConsent: true });
    forget();
    for (const on of ["2026-12-10", "2026-12-11"]) {
      await sentOn(day(on));
      expect([on, words.filter((one) => one.includes(`/manage-booking/pickup?key=${kept.capability}`)).length]).toEqual(
        [on, 1],
      );
      expect(texts.filter((one) => one.includes(`/manage-booking/pickup?key=${kept.capability}`))).toHaveLength(1);
      expect(words.join()).not.toContain("/extend");
    }
  });

  it("say nothing of what is on hold, until it is not", async () => {
    const { id } = await paidBooking(world);
    forget();
    const hold = (why: string | null) =>
      world.db.orm.update(bookings).set({ on_hold_reason: why }).where(eq(bookings.id, id)).run();
    hold("Who owns the driveway?");
    expect(await sentOn(addDays(DELIVERY, -1), 9)).toEqual([]);
    hold(null);
    expect(await sentOn(addDays(DELIVERY, -1), 14)).toEqual(["our truck comes tomorrow"]);
  });

  it("promise no day on a street without a permit", async () => {
    const { id } = await paidBooking(world);
    forget();
    world.db.orm.update(bookings).set({ placement: "street" }).where(eq(bookings.id, id)).run();
    expect(await sentOn(addDays(DELIVERY, -1))).toEqual([]);
    expect(world.db.orm.select().from(outbox).where(like(outbox.kind, "mail.day-before")).get()?.last_error).toMatch(
      /permit/,
    );
  });

  it("speak of another attempt at a pickup on its day, and tell at once of one that failed", async () => {
    const { id } = await standing(world);
    world.clock.at = instantAt(PICKUP, 10);
    await missPickup(world, id);
    await sendDue();
    expect(mails.filter((one) => one !== "our driver is on the way")).toEqual(["we could not pick up"]);
    expect(words.join()).toContain("Overloaded above the rim");
    const again = addDays(PICKUP, 2);
    await world.db.write((tx) => {
      const last = tx
        .select()
        .from(jobs)
        .where(and(eq(jobs.booking_id, id), eq(jobs.kind, "pickup")))
        .get();
      tx.insert(jobs)
        .values({
          ...last!,
          id: "job_again" as never,
          attempt: 2,
          state: "scheduled",
          day: again,
          driver_id: null,
          done_at: null,
        })
        .run();
    });
    expect(await sentOn(addDays(PICKUP, 1))).toEqual([]);
    expect(await sentOn(again)).toEqual(["we pick up today"]);
  });

  it("of an overdue dumpster come after 1, 3 and 7 days, then each week, and not for ever", async () => {
    await standing(world);
    await sentOn(PICKUP);
    const told: number[] = [];
    for (let late = 1; late <= 70; late++) if ((await sentOn(addDays(PICKUP, late), 9)).length > 0) told.push(late);
    expect(told).toEqual([1, 3, 7, 14, 21, 28, 35, 42, 49, 56]);
    expect(world.db.orm.select().from(reminders).where(eq(reminders.kind, "overdue")).all()).toHaveLength(told.length);
  });
});

describe("a reminder past its time", () => {
  it("is left out and noted, once, after the server was down or the clock jumped", async () => {
    await paidBooking(world);
    forget();
    expect(await sentOn(DELIVERY, 7)).toEqual([]);
    expect(await sentOn(DELIVERY, 11)).toEqual([]);
    expect(skipped()).toEqual([{ reminder: "day-before", day: "2026-12-02" }]);
  });

  it("is no flood after a month: of all that was missed nothing is sent", async () => {
    for (let n = 0; n < 5; n++)
      await standing(world, {
        contactInfo: { firstName: "A", lastName: "B", phone: `(407) 555-01${10 + n}`, email: `a${n}@example.com` },
      });
    expect(await sentOn(day("2027-01-05"), 9)).toEqual([]);
    expect(await sentOn(day("2027-01-07"), 9)).toEqual(Array.from({ length: 5 }, () => "we are late with your pickup"));
  });

  it("waits for nobody's morning: in the night nobody is reminded", async () => {
    await paidBooking(world, { smsConsent: true });
    forget();
    expect(await sentOn(addDays(DELIVERY, -1), 21)).toEqual([]);
    expect(skipped()).toHaveLength(1);
  });

  it("of an overdue dumpster is for the day as well", async () => {
    await standing(world);
    await sentOn(PICKUP);
    expect(await sentOn(addDays(PICKUP, 1), 22)).toEqual([]);
    expect(await sentOn(addDays(PICKUP, 2), 9)).toEqual([]);
  });

  it("that waited in the outbox until another day is not sent, and noted", async () => {
    await paidBooking(world, { smsConsent: true });
    forget();
    await remindOn(world, addDays(DELIVERY, -1));
    world.clock.at = instantAt(DELIVERY, 8);
    await sendDue();
    expect([mails, texts, skipped()]).toEqual([[], [], [{ reminder: "day-before", day: "2026-12-02" }]]);
  });

  it("of an evening text does not come the morning after", async () => {
    await paidBooking(world, { smsConsent: true });
    forget();
    await remindOn(world, addDays(DELIVERY, -1), 20, 59);
    world.clock.at = instantAt(addDays(DELIVERY, -1), 21, 1);
    await sendDue();
    expect([mails, texts]).toEqual([["our truck comes tomorrow"], []]);
    world.clock.at = instantAt(DELIVERY, 8);
    await sendDue();
    expect(texts).toEqual([]);
  });
});

describe("what its customer has just been told", () => {
  it("is not told again: paid, moved or set down after the reminder's hour", async () => {
    world.clock.at = instantAt(addDays(DELIVERY, -1), 10);
    const { id } = await paidBooking(world);
    forget();
    expect(await sentOn(addDays(DELIVERY, -1), 11)).toEqual([]);
    expect(skipped()).toEqual([]);
    expect(world.db.orm.select({ outcome: reminders.outcome }).from(reminders).all()).toEqual([{ outcome: "skipped" }]);
    expect(getBooking(world.db.orm, id).status).toBe("paid_pending_scheduling");
  });

  it("is told when it was moved to another day", async () => {
    const { id } = await paidBooking(world);
    await sentOn(addDays(DELIVERY, -1));
    world.clock.at = instantAt(addDays(DELIVERY, -1), 12);
    await world.db.write((tx) => {
      const [unit] = listUnits(tx, id);
      const to = { deliveryDate: day("2026-12-05"), window: "morning" as const, pickupDate: day("2026-12-12") };
      expect(rescheduleUnit(tx, world.deed(), world.settings(), unit!.id, to)).toMatchObject({ ok: true });
    });
    forget();
    expect(await sentOn(DELIVERY)).toEqual([]);
    expect(await sentOn(day("2026-12-04"))).toEqual(["our truck comes tomorrow"]);
  });

  it("is told no more once it is cancelled, or the truck is on its way", async () => {
    const { id } = await paidBooking(world);
    forget();
    await remindOn(world, addDays(DELIVERY, -1));
    world.db.orm.update(units).set({ state: "cancelled" }).where(eq(units.booking_id, id)).run();
    world.db.orm.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, id)).run();
    await sendDue();
    expect(mails).toEqual([]);

    const { id: left } = await standing(world);
    const driver = await temporaryDriver(world);
    world.clock.at = instantAt(PICKUP, 7, 50);
    await world.db.write((tx) => {
      const job = tx
        .select()
        .from(jobs)
        .where(and(eq(jobs.booking_id, left), eq(jobs.kind, "pickup")))
        .get();
      scheduleJob(tx, world.deed(STAFF), job!.id);
      assignJob(tx, world.deed(STAFF), job!.id, driver);
      advanceJob(tx, world.deed(STAFF), job!.id, "en_route");
    });
    forget();
    expect(await sentOn(PICKUP)).toEqual([]);
  });
});

it.each([
  ["the clock goes back, Sunday, November 1", "2026-10-31", 12],
  ["the clock goes forward, Sunday, March 14", "2027-03-13", 12],
] as const)("leave at eight by New York's clock where %s", async (_name, saturday, utcHour) => {
  const delivery = addDays(day(saturday), 2);
  world.close();
  world = await openWorld({ fleet: { 20: 3 }, now: instantAt(addDays(delivery, -4), 9) });
  services = { ...services, ...world } as unknown as Services;
  await paidBooking(world, { deliveryDate: delivery });
  forget();
  const sunday = addDays(day(saturday), 1);
  const eight = instantAt(sunday, 8);
  // Not the hour of the Saturday before: the night had 25 hours, or 23.
  expect(new Date(eight).getUTCHours()).toBe(utcHour === 12 && saturday.startsWith("2026") ? 13 : 12);
  world.clock.at = plus(eight, -60_000);
  await sendReminders(world.db, world.deed());
  await sendDue();
  expect(mails).toEqual([]);
  world.clock.at = eight;
  await sendReminders(world.db, world.deed());
  await sendDue();
  expect(mails).toEqual(["our truck comes tomorrow"]);
});

/** Brings the dumpster on its day. */
async function driveJobOn(id: Parameters<typeof driveJob>[1]) {
  world.clock.at = instantAt(DELIVERY, 9);
  await driveJob(world, id, ["en_route", "arrived", "serviced", "completed"]);
  forget();
}
