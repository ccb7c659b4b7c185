import { and, desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { getBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { askForAnotherDay } from "~/domain/changes/choose-day.server";
import { askToMove, planExtra } from "~/domain/changes/extra-job.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { assignJob, getJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import { takeStep } from "~/domain/dispatch/steps.server";
import { addDays, formatDay, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt, HOUR, instantAt, MINUTE, plus } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { countSegments } from "~/domain/messages/segments";
import { listCustomerUnits } from "~/domain/records/customer-unit.server";
import { readStatus } from "~/domain/records/status.server";
import { asSentence } from "~/domain/states/sentence";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { cannotGetIn } from "../../../tests/support/in-vain";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

/** What a customer reads of a truck that came in vain: which dumpster, on which day, and what was in the way. */
let world: TestWorld;
let services: Services;
let mails: Email[];
let texts: string[];
let driver: Id<"driver">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  [mails, texts] = [[], []];
  driver = await temporaryDriver(world);
  services = {
    ...fakeServices(world),
    mail: { send: async (mail: Email) => void mails.push(mail) },
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

const TWO = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }];
const booked = async (dumpsters: 1 | 2) =>
  (await paidBooking(world, { smsConsent: true, ...(dumpsters === 2 && { cart: TWO }) })).id;
const newest = (unitId: Id<"unit">, kind: "delivery" | "pickup") =>
  world.db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.unit_id, unitId), eq(jobs.kind, kind)))
    .orderBy(desc(jobs.attempt))
    .get()!.id;
const goTo = (jobId: Id<"job">, steps: readonly Parameters<typeof advanceJob>[3][]) =>
  world.db.write((tx) => {
    const deed = world.deed(STAFF);
    if (getJob(tx, jobId).state === "unscheduled") scheduleJob(tx, deed, jobId);
    if (getJob(tx, jobId).driver_id === null) assignJob(tx, deed, jobId, driver);
    for (const to of steps) {
      const moved = advanceJob(tx, deed, jobId, to);
      if (!moved.ok) throw new Error(`${to}: ${moved.code}`);
    }
  });
async function standing(dumpsters: 1 | 2) {
  const bookingId = await booked(dumpsters);
  const all = listUnits(world.db.orm, bookingId);
  for (const { id } of all) await goTo(newest(id, "delivery"), ["en_route", "arrived", "serviced", "completed"]);
  world.db.orm.delete(outbox).run();
  return { bookingId, unit: all.at(-1)! };
}
/** The truck stands there and the driver closes the job; nothing else is to be sent. */
async function inVain(jobId: Id<"job">, reason = "Something blocks the place", note = "red Ford, plate ABC 123") {
  await goTo(jobId, ["en_route", "arrived"]);
  world.db.orm.delete(outbox).run();
  const done = await world.db.write((tx) =>
    takeStep(tx, world.deed(STAFF), driver, jobId, { to: "attempted", reason, note }),
  );
  if (!done.ok) throw new Error(done.code);
}
const sendDue = async () => {
  while ((await runDueWork(services, "messages")) > 0);
};
const short = (on: Day) => formatDay(on, { short: true });

async function toMove(unitId: Id<"unit">): Promise<Id<"job">> {
  const wish = { inTheWay: false, note: "To the left" };
  return world.db.write((tx) => {
    const asked = askToMove(tx, world.deed(), world.settings(), unitId, wish);
    if (!asked.ok) throw new Error(asked.code);
    return asked.job.id;
  });
}

describe("which dumpster", () => {
  it.each([
    ["pickup", "We could not pick up your 20-yard dumpster"],
    ["move", "We could not move your 20-yard dumpster"],
  ] as const)("of a %s is said with its number only where there are several", async (kind, words) => {
    for (const dumpsters of [1, 2] as const) {
      const { unit } = await standing(dumpsters);
      await inVain(kind === "move" ? await toMove(unit.id) : newest(unit.id, "pickup"));
      await sendDue();
      const named = dumpsters === 1 ? `${words} on ` : `${words} (number 2) on `;
      expect([mails.at(-1)?.text, texts.at(-1)]).toEqual([
        expect.stringContaining(named),
        expect.stringContaining(named),
      ]);
    }
  });

  it("of a delivery is said where there are several; of the only one it is the page's sentence", async () => {
    const one = await booked(1);
    await inVain(newest(listUnits(world.db.orm, one)[0]!.id, "delivery"));
    await sendDue();
    const page = readStatus(world.db.orm, getBooking(world.db.orm, one), { refundStates: true, now: world.clock.at });
    expect(texts.at(-1)).toContain(asSentence(page));
    const two = await booked(2);
    await inVain(newest(listUnits(world.db.orm, two)[1]!.id, "delivery"));
    await sendDue();
    const named = "We could not deliver your 20-yard dumpster (number 2) on ";
    expect([mails.at(-1)?.text, texts.at(-1)]).toEqual([
      expect.stringContaining(named),
      expect.stringContaining(named),
    ]);
  });

  it("of a swap in vain is not numbered for the one that it would have brought", async () => {
    const { unit } = await standing(1);
    const day = addDays(dayAt(world.clock.at), 1);
    const wish = { kind: "swap", day, window: "anytime", size: 20, material: "general", note: "" } as const;
    const done = await world.db.write((tx) => planExtra(tx, world.deed(STAFF), world.settings(), unit.id, wish, 51192));
    if (!done.ok) throw new Error(done.code);
    await inVain(done.job.id);
    await sendDue();
    expect(texts.at(-1)).toContain("We could not swap your 20-yard dumpster on ");
  });
});

it("names the day on which the truck was there, on the page as well", async () => {
  const bookingId = await booked(1);
  const { id, delivery_date: planned } = listUnits(world.db.orm, bookingId)[0]!;
  const late = addDays(planned, 2);
  world.clock.at = instantAt(late, 20, 30);
  await inVain(newest(id, "delivery"));
  world.clock.at = instantAt(addDays(late, 1), 9, 0);
  await sendDue();
  const said = `We could not deliver on ${short(late)}`;
  const now = { refundStates: true, now: world.clock.at };
  expect(readStatus(world.db.orm, getBooking(world.db.orm, bookingId), now).headline).toBe(said);
  expect([mails.at(-1)?.text, texts.at(-1)]).toEqual([expect.stringContaining(said), expect.stringContaining(said)]);

  const { unit } = await standing(1);
  const day = addDays(unit.pickup_date, 3);
  world.clock.at = instantAt(day, 10, 0);
  await inVain(newest(unit.id, "pickup"));
  await sendDue();
  expect([mails.at(-1)?.text, texts.at(-1)]).toEqual([
    expect.stringContaining(`dumpster on ${short(day)}`),
    expect.stringContaining(`dumpster on ${short(day)}`),
  ]);
});

it("where another truck of ours had it, nothing was in the way and nothing is charged: mail, text and page say so alike", async () => {
  const { bookingId, unit } = await standing(1);
  const emptying = await planByOffice(world, unit.id, errandOn("dump_and_return", dayAt(world.clock.at)));
  const pickup = newest(unit.id, "pickup");
  await goTo(pickup, ["en_route", "arrived"]);
  await goTo(emptying.id, ["en_route", "arrived", "serviced", "to_disposal", "at_disposal", "ticketed"]);
  const whileAway = { ...world.deed(STAFF), now: plus(world.clock.at, MINUTE) };
  world.clock.at = plus(world.clock.at, HOUR);
  await goTo(emptying.id, ["returned"]);
  world.db.orm.delete(outbox).run();
  // The office takes the account of who came for it meanwhile.
  const done = await world.db.write((tx) =>
    takeStep(tx, whileAway, driver, pickup, { to: "attempted", reason: "Something else", note: "Nothing there" }),
  );
  if (!done.ok) throw new Error(done.code);
  await sendDue();
  const words = "Another truck of ours had it then, so there is no fee. Choose a new day, or call us.";
  const booking = getBooking(world.db.orm, bookingId);
  const now = { refundStates: true, now: world.clock.at };
  const at = { settings: world.settings(), flags: services.flags(), now: world.clock.at };
  expect(asSentence(readStatus(world.db.orm, booking, now))).toBe(`We could not pick up the dumpster. ${words}`);
  expect(listCustomerUnits(world.db.orm, booking, at)[0]?.next).toBe(`We could not pick it up. ${words}`);
  expect(texts).toEqual([expect.stringContaining(words)]);
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining("while another truck of ours had it")]);
  expect(mails[0]?.text).toContain("there is no fee for it");
  expect(mails[0]?.text).not.toMatch(/lear the way|leave it there|was in the way|dry-run fee/);
});

describe("what was in the way", () => {
  it("is the driver's choice, and not their own words, which are the office's", async () => {
    const { unit } = await standing(1);
    await inVain(newest(unit.id, "pickup"));
    await sendDue();
    expect(mails.at(-1)?.text).toMatch(/What was in the way: +Something blocks the place\n/);
    expect(mails.at(-1)?.text).not.toContain("Ford");
  });

  it("is the same where the customer answered with another day, and is not told of them in the third person", async () => {
    const { unit } = await standing(1);
    const jobId = await toMove(unit.id);
    await goTo(jobId, ["en_route", "arrived"]);
    world.db.orm.delete(outbox).run();
    const visit = await cannotGetIn(world, driver, jobId, { reason: "Nobody lets us in", note: "rang twice" });
    await world.db.write((tx) => askForAnotherDay(tx, world.deed(), visit));
    await sendDue();
    expect(mails.at(-1)?.text).toMatch(/What was in the way: +Nobody lets us in\n/);
    expect(mails.at(-1)?.text).not.toMatch(/The customer|rang twice/);
  });

  it("is asked for by telephone where it was none of the driver's choices", async () => {
    const { unit } = await standing(1);
    await inVain(newest(unit.id, "pickup"), "Something else");
    await sendDue();
    expect(mails.at(-1)?.text).toMatch(/What was in the way: +Call .+, and we tell you\n/);
  });
});

it("takes no more messages by text than it did without the dumpster's name", async () => {
  const { unit } = await standing(2);
  await inVain(await toMove(unit.id));
  await sendDue();
  const text = texts.at(-1) ?? "";
  const without = text.replace("20-yard dumpster (number 2)", "dumpster");
  expect([without.length < text.length, countSegments(text)]).toMatchObject([
    true,
    { encoding: "GSM-7", segments: countSegments(without).segments },
  ]);
});
