import { eq, like } from "drizzle-orm";
import { expect, it } from "vitest";
import { driverPhones, events, outbox, photos } from "#db/schema/index";
import { readStep } from "~/routes/driver/step-forms.server";
import { chargesOf, drive, firstJob, look, OUT, takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { isDue, cannotGetIn, setTrip } from "../../../tests/support/in-vain";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits } from "../booking/order/bookings.server";
import { askForAnotherDay } from "../changes/choose-day.server";
import { visitFee } from "../charges/visit-fee.server";
import { applyEntries, type SentEntry } from "../driver/journal.server";
import { DAY, formatInstant, HOUR, MINUTE, plus, type Instant } from "../kernel/time.server";
import { attemptWords, findAttempt } from "./attempts.server";
import { getJob, scheduleJob } from "./jobs.server";
import { placeJob } from "./plan.server";

/** A photo of what was in the way that comes after its visit had ended (decision 0097). */
const world = setSoundWorld({ fleet: { 20: 3 } });
const trip = setTrip(world);
const { step } = trip;

const NO_FEE = "Our proof of the visit is not complete, so there is no fee for it.";
const CHECKING = /^We are still checking the proof of our last visit: .+ by (.+), there is no fee\. Nothing is charged/;
const OWED = /^Our last visit costs the dry-run fee of your agreement, \$150\./;
const page = () => visitFee(world.db.orm, world.settings(), trip.booking, { id: trip.jobId }, world.clock.at).words;
const words = () => attemptWords(world.db.orm, findAttempt(world.db.orm, trip.jobId)!, world.clock.at);
const pass = (ms: number) => {
  world.clock.at = plus(world.clock.at, ms);
};
const owed = async () => {
  await look(world, trip.booking);
  return chargesOf(world, trip.booking).map(({ kind }) => kind);
};
/** As it comes: by a form (`taken` null), or from the journal, with its step's time. */
let shots = 0;
const send = (taken: Instant | null) => {
  const entry = taken === null ? {} : { entryId: `shot-${++shots}` };
  return takePhoto(world, trip.jobId, "attempted", { driverId: trip.driver, at: taken, ...entry });
};
/** What the phone sends, pressed so many minutes ago, with how much stays on it. */
const journal = (unsent: number, ...pressed: [name: string, minutesAgo: number][]) =>
  world.db.write((tx) => {
    const now = world.clock.at;
    const entries = pressed.map(([name, minutes], i): SentEntry => ({
      ...{
        id: `${now}-${name}`,
        jobId: trip.jobId,
        seq: i + 1,
        attempt: 1,
        step: name,
        at: now - minutes * MINUTE,
        device: "phone",
      },
      said: { data: { reason: "Something blocks the place", note: "" } },
    }));
    const phone = { device: "phone", unsent };
    applyEntries(
      tx,
      world.deed(),
      { driverId: trip.driver, entries, clocks: { sentAt: now, wall: now }, phone },
      readStep,
    );
  });
/** The driver asks, and the customer wants another day. */
const putOff = async () => {
  const visit = await cannotGetIn(world, trip.driver, trip.jobId);
  await world.db.write((tx) => askForAnotherDay(tx, world.deed(), visit));
};

it("a customer who was told that there is no fee is charged none, whatever is added: it is kept, and everybody reads so", async () => {
  await step({ to: "en_route" }, { to: "arrived" });
  await putOff();
  expect(page()).toBe(NO_FEE);
  pass(MINUTE);
  await send(null);
  expect([page(), await owed(), world.db.orm.select().from(photos).all().length]).toEqual([NO_FEE, [], 1]);
  expect(words()).toBe(
    "Evidence thin: no photo. The fee for the trip is waived. The photo came after the visit: it is kept, and brings no fee back",
  );
});

it("a photo that its driver took before the customer answered counts, however it comes after; it is waited for, and said so", async () => {
  await journal(0, ["en_route", 9], ["arrived", 5]);
  pass(MINUTE);
  await putOff();
  const taken = world.clock.at;
  pass(10 * MINUTE);
  const until = CHECKING.exec(page())?.[1];
  expect([until, words(), await owed()]).toEqual([
    formatInstant(plus(taken, DAY)),
    "No photo yet: one of the visit that is still on the phone counts, else the fee is waived",
    [],
  ]);
  // Taken since, it is none of the visit, also while another is waited for.
  await send(plus(taken, MINUTE));
  expect([page(), await owed()]).toEqual([expect.stringMatching(CHECKING), []]);
  await send(taken);
  expect([page(), await owed(), words()]).toEqual([
    expect.stringMatching(OWED),
    ["dry_run"],
    "Evidence complete: arrival, reason and photo",
  ]);
});

it("nothing is waited for any more once the phone has nothing more to send: what was said then holds", async () => {
  await journal(0, ["en_route", 9], ["arrived", 5]);
  pass(MINUTE);
  await putOff();
  const taken = world.clock.at;
  pass(MINUTE);
  // That somebody else's phone has sent everything says nothing of it.
  const other = await temporaryDriver(world);
  const now = world.clock.at;
  const empty = { driverId: other, entries: [], clocks: { sentAt: now, wall: now }, phone: { device: "b", unsent: 0 } };
  await world.db.write((tx) => applyEntries(tx, world.deed(), empty, readStep));
  expect(page()).toMatch(CHECKING);
  await journal(0);
  expect(page()).toBe(NO_FEE);
  // The history says first that it is waited for, and then that it is not any more.
  const judged = world.db.orm.select().from(events).where(eq(events.action, "attempt_judged")).all();
  expect(judged.map(({ data }) => data)).toEqual([{ missing: ["photo"], awaited: true }, { missing: ["photo"] }]);
  // Of another job.
  await journal(2);
  await send(taken);
  expect([page(), await owed()]).toEqual([NO_FEE, []]);
});

it.each([
  ["with its photo behind it", 1, CHECKING],
  ["without one", 0, /^Our proof of the visit is not complete/],
])("a visit that a phone tells two days later, %s, begins with that", async (_what, unsent, said) => {
  const days = (2 * DAY) / MINUTE;
  isDue(world.db.orm, trip.jobId, plus(world.clock.at, -2 * DAY));
  await journal(unsent, ["en_route", days + 9], ["arrived", days + 5], ["attempted", days]);
  expect([getJob(world.db.orm, trip.jobId).state, page()]).toEqual(["attempted", expect.stringMatching(said)]);
  await send(findAttempt(world.db.orm, trip.jobId)!.attempted_at);
  expect(await owed()).toEqual(unsent === 1 ? ["dry_run"] : []);
});

it("a phone that is never heard again is waited for a day", async () => {
  await journal(0, ["en_route", 9], ["arrived", 5]);
  pass(MINUTE);
  await putOff();
  const taken = world.clock.at;
  pass(DAY - HOUR);
  expect(page()).toMatch(CHECKING);
  pass(HOUR);
  await send(taken);
  expect([page(), await owed(), words()]).toEqual([NO_FEE, [], expect.stringContaining("brings no fee back")]);
});

it("more than a photo is missing: nothing is waited for", async () => {
  world.db.orm
    .insert(driverPhones)
    .values({ driver_id: trip.driver, device: "phone", unsent: 3, heard_at: world.clock.at })
    .run();
  await step({ to: "en_route" }, { to: "attempted", reason: "Nobody lets us in", note: "" });
  expect([page(), words()]).toEqual([NO_FEE, expect.stringContaining("no time of arrival, no photo")]);
});

/** When the mail and the text of it leave, in minutes from now. */
const leaves = (told = "delivery-failed") =>
  world.db.orm
    .select({ at: outbox.run_at })
    .from(outbox)
    .where(like(outbox.kind, `%.${told}`))
    .all()
    .map(({ at }) => Math.max(0, Math.round((at - Date.now()) / MINUTE)));

it("what the customer is told of the visit waits two minutes for its photo, and no longer than it or the phone's word", async () => {
  await journal(0, ["en_route", 9], ["arrived", 5]);
  pass(MINUTE);
  await journal(1, ["attempted", 0]);
  expect([page(), leaves()]).toEqual([expect.stringMatching(CHECKING), [2, 2]]);
  await send(findAttempt(world.db.orm, trip.jobId)!.attempted_at);
  expect([page(), leaves()]).toEqual([expect.stringMatching(OWED), [0, 0]]);
});

it("and leaves with the phone's word that it has nothing more", async () => {
  await journal(0, ["en_route", 9], ["arrived", 5]);
  pass(MINUTE);
  await putOff();
  expect(leaves()).toEqual([2, 2]);
  await journal(0);
  expect([page(), leaves()]).toEqual([NO_FEE, [0, 0]]);
});

it("nothing is held back where no phone has anything more", async () => {
  await step({ to: "en_route" }, { to: "arrived" });
  await putOff();
  expect([page(), leaves()]).toEqual([NO_FEE, [0, 0]]);
});

it.each([
  ["a pickup", "pickup-failed", () => firstJob(world, trip.booking, "pickup")],
  [
    "an emptying",
    "extra-failed",
    async () => {
      const [unit] = listUnits(world.db.orm, trip.booking.id);
      await planByOffice(world, unit!.id, errandOn("dump_and_return", "2026-12-04"));
      return firstJob(world, trip.booking, "dump_and_return");
    },
  ],
])("what is told of %s in vain waits for its photo too", async (_what, told, plan) => {
  await drive(world, trip.booking, "delivery", OUT);
  trip.jobId = await plan();
  await world.db.write((tx) => {
    if (getJob(tx, trip.jobId).state === "unscheduled") scheduleJob(tx, world.deed(STAFF), trip.jobId);
    placeJob(tx, world.deed(STAFF), trip.jobId, trip.driver);
  });
  await journal(0, ["en_route", 9], ["arrived", 5]);
  pass(MINUTE);
  await journal(1, ["attempted", 0]);
  expect(leaves(told)).toEqual([2, 2]);
  await send(findAttempt(world.db.orm, trip.jobId)!.attempted_at);
  expect(leaves(told)).toEqual([0, 0]);
});
