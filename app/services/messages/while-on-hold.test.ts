import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { setOnHold } from "~/domain/booking/office/on-hold.server";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { addDays, day, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { claimWork, completeWork } from "~/domain/outbox/outbox.server";
import { readWork } from "~/domain/outbox/work";
import type { Services } from "~/services.server";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { DELIVERY, reminderCases, remindOn, scheduleAll } from "../../../tests/support/reminder-cases";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import { handle } from "../work/handlers.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let mails: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
  mails = [];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ subject, text }: Email) => void mails.push(`${subject}\n${text.replaceAll(/\s+/g, " ")}`) },
    sms: { ...fakeSms(), send: () => Promise.resolve({ ok: true, providerId: "SM1" }) },
  };
});
afterEach(() => world.close());

const subjects = () => mails.map((mail) => mail.split("\n")[0]?.replace(/^Booking DMP-\d+-\d+: /, ""));
const sendDue = async () => {
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
};
const hold = (id: Id<"booking">, why: string | null = "Who owns the driveway?") =>
  world.db.write((tx) => setOnHold(tx, world.deed(STAFF), id, why));
const forget = () => world.db.orm.delete(outbox).run();
const rowsOf = (kind: string) =>
  world.db.orm
    .select()
    .from(outbox)
    .all()
    .filter((row) => row.kind === kind);

it.each([
  [0, ["our truck comes tomorrow"]],
  [1, []],
])(
  "a reminder that was to leave when the hold came leaves at its end, %i days later, if it is its day",
  async (late, told) => {
    const { id } = await paidBooking(world);
    forget();
    await remindOn(world, addDays(DELIVERY, -1), 9);
    await hold(id);
    await sendDue();
    expect(mails).toEqual([]);
    await remindOn(world, addDays(DELIVERY, late - 1), 7);
    await hold(id, null);
    await sendDue();
    expect(subjects()).toEqual(told);
  },
);

describe("what promises a truck is held back by mail and by text, and told at the hold's end", () => {
  const cases = reminderCases(
    () => world,
    () => [],
  );
  const news = ["scheduled", "day-before", "due-soon", "due-today", "overdue", "delivery-late", "errand-late"] as const;
  const onTheWay = async () => {
    const { id } = await paidBooking(world, { smsConsent: true });
    world.clock.at = instantAt(DELIVERY, 9);
    await driveJob(world, id, ["en_route"]);
  };
  it.each([
    ...news.flatMap((one) => [
      { kind: `mail.${one}`, cause: cases[`mail.${one}`].cause },
      { kind: `sms.${one}`, cause: cases[`sms.${one}`].cause },
    ]),
    { kind: "mail.on-the-way", cause: onTheWay },
    { kind: "sms.on-the-way", cause: onTheWay },
  ])("$kind", async ({ kind, cause }) => {
    await cause();
    const id = rowsOf(kind)[0]?.booking_id ?? expect.fail(`no ${kind}`);
    const outcomes = () => rowsOf(kind).map(({ state, last_error }) => [state, last_error]);
    await hold(id);
    await sendDue();
    expect(outcomes()).toEqual([["done", "not sent: the booking is on hold"]]);
    await hold(id, null);
    await sendDue();
    expect(outcomes()).toEqual([["done", null]]);
  });
});

describe("a delivery that is moved while its booking is on hold", () => {
  const moved = async () => {
    const { id } = await paidBooking(world);
    await scheduleAll(world, id);
    forget();
    await hold(id);
    const [job] = world.db.orm.select().from(jobs).where(eq(jobs.kind, "delivery")).all();
    const to = (on: Day) =>
      world.db.write((tx) =>
        moveJobTo(tx, world.deed(STAFF), world.settings(), job!.id, { day: on, window: "morning" }),
      );
    expect(await to(addDays(DELIVERY, 1))).toMatchObject({ ok: true });
    await sendDue();
    expect(await to(addDays(DELIVERY, 2))).toMatchObject({ ok: true });
    await sendDue();
    expect(mails).toEqual([]);
    return id;
  };

  it("is told at its end, once, from the day that its customer knows", async () => {
    await hold(await moved(), null);
    await sendDue();
    expect(mails).toEqual([
      expect.stringMatching(/delivery: Saturday, December 5, 8AM to 12PM \(before: Thursday, December 3,/),
    ]);
    expect(mails.join()).not.toContain("December 4");
  });

  it("is told no more where its time has passed by then", async () => {
    const id = await moved();
    world.clock.at = instantAt(addDays(DELIVERY, 2), 12);
    await hold(id, null);
    await sendDue();
    expect(mails).toEqual([]);
  });
});

it.each([
  [day("2026-12-08"), ["emptying is planned, Tuesday, December 8"]],
  [day("2026-12-09"), []],
])(
  "an emptying that is planned while it is on hold is told when that ends on %s, if it is still to come",
  async (ends, told) => {
    const { id, bookingId } = await standing(world);
    forget();
    await hold(bookingId);
    await planByOffice(world, id, errandOn("dump_and_return", "2026-12-08"));
    await sendDue();
    expect(mails).toEqual([]);
    world.clock.at = instantAt(ends, 7);
    await hold(bookingId, null);
    await sendDue();
    expect(subjects()).toEqual(told);
  },
);

it("what is held back while the hold ends is not lost between the look and the note", async () => {
  const { id } = await paidBooking(world);
  forget();
  await scheduleAll(world, id);
  await hold(id);
  world.db.orm.delete(outbox).where(eq(outbox.kind, "sms.scheduled")).run();
  world.db.orm.update(outbox).set({ run_at: 0 }).run();
  const [claimed] = await claimWork(world.db, 1, 10_000, "messages");
  const work = claimed && readWork(claimed);
  if (!claimed || !work) return expect.fail("nothing to send");
  const effect = await handle(services, world.deed(), { ...claimed, ...work });
  await hold(id, null);
  await world.db.write((tx) => {
    completeWork(tx, world.deed(), claimed);
    effect?.(tx);
  });
  await sendDue();
  expect(subjects()).toEqual(["your delivery is scheduled"]);
});
