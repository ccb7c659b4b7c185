import { eq, like, notLike } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, drivers, jobs, messages, outbox } from "#db/schema/index";
import { setOnHold } from "~/domain/booking/office/on-hold.server";
import { getUnit, listUnits } from "~/domain/booking/order/bookings.server";
import { offerExtra, planExtra } from "~/domain/changes/extra-job.server";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { assignJob, moveJob, getJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import { recallJob } from "~/domain/dispatch/recall.server";
import { answerVisit, findOpenVisit, hasWaited, reportBlocked } from "~/domain/dispatch/visits.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt, plus } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { quietUntil } from "~/domain/messages/quiet-hours.server";
import { keepPhoto } from "~/domain/photos/photos.server";
import { findDumpsterRecord } from "~/domain/records/yard.server";
import { openWorld, paidBooking, STAFF, TODAY, type TestWorld } from "../../../tests/support/domain";
import { takePhoto } from "../../../tests/support/charges";
import { driveJob, temporaryDriver } from "../../../tests/support/driver";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let mails: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 1, 20: 4 } });
  mails = [];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ subject }: Email) => void mails.push(subject.replace(/^Booking DMP-\d+-\d+: /, "")) },
  };
});
afterEach(() => world.close());

const sendDue = async () => {
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
};
/** A paid booking driven so far, its other mails out of the way. */
async function driven(...steps: Parameters<typeof driveJob>[2]) {
  const booking = await paidBooking(world);
  world.db.orm.delete(outbox).run();
  return { booking, ...(await driveJob(world, booking.id, steps)) };
}
const step = (jobId: Id<"job">, to: Parameters<typeof advanceJob>[3]) =>
  world.db.write((tx) => advanceJob(tx, world.deed(STAFF), jobId, to));
const block = (jobId: Id<"job">, driverId: Id<"driver">) =>
  world.db.write((tx) =>
    reportBlocked(tx, world.deed(STAFF), driverId, jobId, { reason: "Nobody lets us in", note: "", minutes: 15 }),
  );

describe("a truck's messages", () => {
  it("say nothing of its way to what was put on hold since, until that ends", async () => {
    const { booking } = await driven("en_route");
    const hold = (why: string | null) => world.db.write((tx) => setOnHold(tx, world.deed(STAFF), booking.id, why));
    await hold("Who pays?");
    await sendDue();
    expect(mails).toEqual([]);
    await hold(null);
    await sendDue();
    expect(mails).toEqual(["our driver is on the way"]);
  });

  it("are one for each step, and none that is not true any more when it is sent", async () => {
    const { jobId } = await driven("en_route");
    await sendDue();
    expect(mails).toEqual(["our driver is on the way"]);
    await step(jobId, "arrived");
    await step(jobId, "serviced");
    await step(jobId, "completed");
    await sendDue();
    expect(mails).toEqual(["our driver is on the way", "your dumpster is there"]);
  });

  it("name the day of a truck that leaves on another one than was planned, and only then", async () => {
    const texts: string[] = [];
    services.mail = { send: async (sent: Email) => void texts.push(sent.text) };
    await driven("en_route");
    await sendDue();
    const { jobId } = await driven();
    world.db.orm.update(jobs).set({ day: TODAY }).where(eq(jobs.id, jobId)).run();
    await step(jobId, "en_route");
    await sendDue();
    // Two days late: that day is no time to be ready for.
    world.clock.at = instantAt(day("2026-12-05"), 9);
    await driven("en_route");
    await sendDue();
    expect(texts.map((text) => /(Planned|Your time).*?M\./.exec(text.replaceAll("\n", " "))?.[0])).toEqual([
      "Planned for Thursday, December 3, 8AM to 12PM.",
      "Your time: 8AM to 12PM.",
      "Planned for Thursday, December 3, 8AM to 12PM.",
    ]);
  });

  it("take back what they said when the truck turns back, until it has left again", async () => {
    const { jobId, driverId } = await driven("en_route");
    const turnBack = () => world.db.write((tx) => recallJob(tx, world.deed(STAFF), jobId, "The truck broke down"));
    let text = "";
    services.mail = { send: async (sent: Email) => void (mails.push(sent.subject), (text = sent.text)) };
    await sendDue();
    expect((await turnBack()).ok).toBe(true);
    // Today: nobody knows yet when.
    world.db.orm.update(jobs).set({ day: TODAY }).where(eq(jobs.id, jobId)).run();
    await sendDue();
    expect(mails.map((one) => one.replace(/^.*: /, ""))).toEqual([
      "our driver is on the way",
      "our truck had to turn back",
    ]);
    expect(text).toContain("We are finding another one, and tell you when it leaves or when your day changes.");
    expect(text).toContain("it costs you nothing");

    const leaveAgain = async () => {
      world.clock.at = plus(world.clock.at, 60_000);
      world.db.orm.update(jobs).set({ driver_id: driverId, state: "assigned" }).where(eq(jobs.id, jobId)).run();
      expect((await step(jobId, "en_route")).ok).toBe(true);
    };
    await leaveAgain();
    expect((await turnBack()).ok).toBe(true);
    await leaveAgain();
    mails.length = 0;
    await sendDue();
    expect(mails.map((one) => one.replace(/^.*: /, ""))).toEqual(["our driver is on the way"]);
  });

  it("say that a truck turned back once for each time, in the words of what it came for, while it is still to come", async () => {
    const { jobId, driverId } = await driven("pickup");
    const plannedDay = getUnit(world.db.orm, getJob(world.db.orm, jobId).unit_id).pickup_date;
    const turnBack = () => world.db.write((tx) => recallJob(tx, world.deed(STAFF), jobId, "The truck broke down"));
    const out = async (to: "en_route" | "arrived") => {
      world.clock.at = plus(world.clock.at, 60_000);
      world.db.sqlite.prepare("update units set state = 'on_site'").run();
      // Of its own day, though it was loaded before.
      const again = { driver_id: driverId, state: "assigned", day: plannedDay } as const;
      world.db.orm.update(jobs).set(again).where(eq(jobs.id, jobId)).run();
      expect((await step(jobId, "en_route")).ok).toBe(true);
      if (to === "arrived") expect((await step(jobId, to)).ok).toBe(true);
    };
    const texts: string[] = [];
    services.mail = { send: async ({ subject, text }: Email) => void (mails.push(subject), texts.push(text)) };
    const subjects = () => mails.splice(0).map((one) => one.replace(/^.*: /, ""));
    world.db.orm.delete(outbox).run();

    await out("en_route");
    expect((await turnBack()).ok).toBe(true);
    await out("arrived");
    expect((await turnBack()).ok).toBe(true);
    await sendDue();
    // Nothing was sent in between: the first time is not told beside the last.
    expect(subjects()).toEqual(["our truck had to turn back"]);
    expect(texts.at(-1)).toContain("We plan to pick up your 20-yard dumpster on ");

    // A time of its own, though the one before was told.
    await out("en_route");
    expect((await turnBack()).ok).toBe(true);
    await sendDue();
    expect(subjects()).toEqual(["our truck had to turn back"]);

    await out("en_route");
    expect((await turnBack()).ok).toBe(true);
    await world.db.write((tx) => moveJob(tx, world.deed(STAFF), getJob(tx, jobId), "cancelled"));
    await sendDue();
    expect(subjects()).toEqual([]);
  });

  it("bring the driver's photo of where it stands, and the dumpster's record shows it", async () => {
    const { jobId } = await driven("en_route", "arrived");
    const picture = { jobId, driverId: null, step: "serviced" as const, entryId: null, sha256: "one" };
    const kept = { ...picture, taken: { at: null, place: null }, width: 20, height: 10, bytes: 3 };
    await world.db.write((tx) => {
      keepPhoto(tx, world.deed(STAFF), { ...kept, path: "large.jpg", smallPath: "small.jpg" });
    });
    await step(jobId, "serviced");
    const files: string[] = [];
    services.files = { ...services.files, read: async (path) => (files.push(path), Buffer.from("jpg")) };
    let mail: Email | undefined;
    services.mail = { send: async (sent: Email) => void (mail = sent) };
    await sendDue();
    expect(mail?.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ["where-it-stands.jpg", "image/jpeg"],
    ]);
    expect([files, mail?.text]).toEqual([["small.jpg"], expect.stringContaining("The photo shows where it stands.")]);
    const { number } = world.db.sqlite.prepare("select number from dumpsters where location = 'site'").get() as {
      number: string;
    };
    expect(findDumpsterRecord(world.db.orm, number)?.lastPhoto).toMatchObject({ by: "the office" });
    const others = world.db.sqlite.prepare("select number from dumpsters where location = 'yard'").pluck().all();
    for (const other of others) expect(findDumpsterRecord(world.db.orm, String(other))?.lastPhoto).toBeNull();
  });

  it("bring the driver's photo of what is in the way to whoever is asked about it", async () => {
    const { jobId, driverId } = await driven("en_route", "arrived");
    world.db.orm.delete(outbox).run();
    await takePhoto(world, jobId, "attempted");
    await block(jobId, driverId);
    services.files = { ...services.files, read: async () => Buffer.from("jpg") };
    const sent: Email[] = [];
    services.mail = { send: async (mail: Email) => void sent.push(mail) };
    await sendDue();
    expect(sent.map(({ attachments, text }) => [attachments.map(({ filename }) => filename), text])).toEqual([
      [["what-is-in-the-way.jpg"], expect.stringContaining("The photo shows what is in the way.")],
    ]);
  });

  it("do not say that a truck is on the way which was taken back, and say it once when it leaves again", async () => {
    const { jobId } = await driven("en_route");
    world.db.orm.update(jobs).set({ state: "assigned" }).where(eq(jobs.id, jobId)).run();
    await sendDue();
    expect(mails).toEqual([]);
    world.db.sqlite.prepare("update units set state = 'reserved'").run();
    world.clock.at = plus(world.clock.at, 60_000);
    // Left again before the first one's mail was tried once more.
    world.db.orm.update(outbox).set({ state: "waiting" }).where(like(outbox.kind, "mail.on-the-way")).run();
    await step(jobId, "en_route");
    await sendDue();
    expect(mails).toEqual(["our driver is on the way"]);
  });

  it("tell of a swap that is done: the empty one, its own pickup day, and the load that is weighed", async () => {
    const { booking } = await driven("en_route", "arrived", "serviced", "completed");
    const [old] = listUnits(world.db.orm, booking.id);
    const asked = { kind: "swap", size: 15, material: "general", window: "morning", note: "" } as const;
    const wish = { ...asked, day: day("2026-12-07") };
    const swap = await world.db.write((tx) => {
      const priced = offerExtra(tx, world.settings(), old!.id, wish, world.clock.at);
      if (!priced.ok) throw new Error(priced.code);
      const done = planExtra(tx, world.deed(STAFF), world.settings(), old!.id, wish, priced.price.total);
      if (!done.ok) throw new Error(done.code);
      return done.job;
    });
    const driver = await temporaryDriver(world);
    await world.db.write((tx) => {
      scheduleJob(tx, world.deed(STAFF), swap.id);
      assignJob(tx, world.deed(STAFF), swap.id, driver);
      for (const to of ["en_route", "arrived", "serviced"] as const)
        expect(advanceJob(tx, world.deed(STAFF), swap.id, to)).toMatchObject({ ok: true });
    });
    let text = "";
    services.mail = { send: async (mail: Email) => void (text += mail.text.replaceAll("\n", " ")) };
    world.db.orm.delete(outbox).where(notLike(outbox.kind, "%.delivered")).run();
    await sendDue();
    expect(text).toContain("we took your full 20-yard dumpster and set down an empty 15-yard dumpster.");
    expect(text).toContain("We pick it up on Monday, December 14.");
    expect(text).toContain("We weigh the full load.");
  });

  it("name the driver by the first name, and go at any hour; the others wait for the morning", async () => {
    const { booking } = await driven("en_route");
    world.db.orm.update(drivers).set({ name: "Dana Verylongsurname" }).run();
    let text = "";
    services.mail = { send: async (mail: Email) => void (text = mail.text) };
    await sendDue();
    expect(text).toContain("Our driver Dana is on the way");
    expect(text).not.toContain("Verylongsurname");
    expect(text).toContain(`/manage-booking?key=${booking.capability}`);
    const night = instantAt(TODAY, 22);
    expect(quietUntil("sms.on-the-way", night)).toBeNull();
    for (const kind of [
      "sms.called-back",
      "sms.delivered",
      "sms.picked-up",
      "sms.moved",
      "sms.access-blocked",
    ] as const)
      expect(quietUntil(kind, night)).toBe(instantAt(day("2026-12-02"), 8));
  });

  it("name the fee at a closed gate, as the mail does", async () => {
    const { booking, jobId, driverId } = await driven("en_route", "arrived");
    world.db.orm.update(bookings).set({ sms_consent: true }).where(eq(bookings.id, booking.id)).run();
    world.db.orm.delete(outbox).run();
    // Within its window: before it begins there is no fee.
    world.clock.at = instantAt(day("2026-12-03"), 10);
    await block(jobId, driverId);
    await sendDue();
    const sent = world.db.orm.select().from(messages).where(like(messages.template, "%.access-blocked")).all();
    expect(sent.map(({ channel }) => channel).toSorted()).toEqual(["email", "sms"]);
    for (const { body } of sent) expect(body).toMatch(/dry-run fee (of|is) \$150\./);
  });

  it("ask at a closed gate while the driver stands there and nobody has answered", async () => {
    const { jobId, driverId } = await driven("en_route", "arrived");
    world.db.orm.delete(outbox).run();
    const visit = await block(jobId, driverId);
    if (!visit.ok) throw new Error(visit.code);
    expect(await block(jobId, driverId)).toMatchObject({ ok: true, visit: { id: visit.visit.id } });
    expect(world.db.orm.select().from(outbox).where(like(outbox.kind, "%.access-blocked")).all()).toHaveLength(2);
    const answer = { answer: "clearing", minutes: 5 } as const;
    expect(await world.db.write((tx) => answerVisit(tx, world.deed(), visit.visit.id, answer))).toMatchObject({
      ok: true,
    });
    await sendDue();
    expect(mails).toEqual([]);
    expect([hasWaited(visit.visit, world.clock.at), hasWaited(visit.visit, plus(world.clock.at, 15 * 60_000))]).toEqual(
      [false, true],
    );
    await world.db.write((tx) => moveJob(tx, world.deed(STAFF), getJob(tx, jobId), "attempted"));
    expect(findOpenVisit(world.db.orm, jobId)).toBeNull();
    expect(await world.db.write((tx) => answerVisit(tx, world.deed(), visit.visit.id, answer))).toEqual({
      ok: false,
      code: "over",
    });
    expect(await block(jobId, driverId)).toMatchObject({ ok: false, code: "not_there" });
  });
});

describe("a day that we moved", () => {
  const move = (bookingId: Id<"booking">, on: string) =>
    world.db.write((tx) => {
      const job = tx
        .select()
        .from(jobs)
        .where(eq(jobs.booking_id, bookingId))
        .all()
        .find(({ kind }) => kind === "delivery")!;
      return moveJobTo(tx, world.deed(STAFF), world.settings(), job.id, { day: day(on), window: "morning" });
    });
  const waiting = () => world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.moved")).all();

  it("is told once, as it stands, after much moving; and not at all when it came back", async () => {
    const one = await paidBooking(world);
    const two = await paidBooking(world);
    world.db.orm.delete(outbox).run();
    for (const on of ["2026-12-04", "2026-12-08", "2026-12-07"]) await move(one.id, on);
    for (const on of ["2026-12-04", "2026-12-03"]) await move(two.id, on);
    expect(waiting()).toHaveLength(2);
    expect(waiting().every(({ run_at }) => run_at > Date.now() + 9 * 60_000)).toBe(true);
    await sendDue();
    expect(mails).toEqual(["your delivery has a new day"]);
    expect(listUnits(world.db.orm, one.id)[0]?.delivery_date).toBe("2026-12-07");
  });
});
