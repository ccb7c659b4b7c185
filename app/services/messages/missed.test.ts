import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, like, notLike } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobs, outbox, photos, units } from "#db/schema/index";
import { createFilesAdapter } from "~/adapters/files/files.server";
import { getBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { askToMove } from "~/domain/changes/extra-job.server";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { keepAttempt } from "~/domain/dispatch/attempts.server";
import { assignJob, getJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { readStatus } from "~/domain/records/status.server";
import { asSentence } from "~/domain/states/sentence";
import { isDue } from "../../../tests/support/in-vain";
import { takePhoto } from "../../../tests/support/charges";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob, missDelivery, missJob } from "../../../tests/support/driver";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let folder: string;
let mails: Email[];
let texts: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  folder = mkdtempSync(join(tmpdir(), "roll-off-files-"));
  [mails, texts] = [[], []];
  services = {
    ...fakeServices(world),
    files: createFilesAdapter(folder),
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
afterEach(() => {
  world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A paid booking whose other mails are out of the way, and whose delivery has just failed. */
async function missedBooking(changes: Parameters<typeof paidBooking>[1] = {}) {
  const booking = await paidBooking(world, changes);
  world.db.orm.delete(outbox).run();
  const jobId = await missDelivery(world, booking.id);
  return { booking, jobId };
}
/** The same with what makes its fee. */
async function provenBooking(changes: Parameters<typeof paidBooking>[1] = {}) {
  const made = await missedBooking(changes);
  await prove(made.jobId);
  return made;
}
/** What its driver recorded of it, with a photograph. */
async function prove(jobId: Id<"job">) {
  isDue(world.db.orm, jobId, world.clock.at);
  await takePhoto(world, jobId, "attempted");
  const found = { reason: "locked gate", note: "", place: null };
  await world.db.write((tx) => keepAttempt(tx, world.deed(STAFF), getJob(tx, jobId), found));
  // The fee's own notice is another mail.
  world.db.orm.delete(outbox).where(eq(outbox.kind, "charges.look")).run();
}
const asked = () => world.db.orm.select().from(outbox).where(like(outbox.kind, "%.delivery-failed")).all();
const sendDue = async () => {
  while ((await runDueWork(services, "messages")) > 0);
};
const reschedule = (bookingId: Id<"booking">) =>
  world.db.write((tx) => {
    const unit = listUnits(tx, bookingId)[0]!;
    const to = { deliveryDate: day("2026-12-08"), window: "afternoon", pickupDate: day("2026-12-15") } as const;
    expect(rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, to)).toMatchObject({ ok: true });
  });

it("is told by mail and text, in the sentence that the booking's page says", async () => {
  const { booking } = await provenBooking({ smsConsent: true });
  const page = asSentence(
    readStatus(world.db.orm, getBooking(world.db.orm, booking.id), { refundStates: true, now: world.clock.at }),
  );
  expect(page).toBe("We could not deliver on Tue, Dec 1. Choose a new day, or call us.");
  await sendDue();
  expect(mails).toMatchObject([{ to: "ada@example.com", subject: expect.stringContaining("we could not deliver") }]);
  expect(mails[0]?.text).toContain("We could not deliver on Tue, Dec 1");
  expect(mails[0]?.text).toContain("dry-run fee of your agreement, $150");
  expect(texts).toEqual([expect.stringContaining(page)]);
});

it.each([true, false])("shows what was in the way where the driver took a picture: %s", async (hasPicture) => {
  const { jobId } = await provenBooking();
  if (hasPicture) {
    const [shot] = world.db.orm.select().from(photos).where(eq(photos.job_id, jobId)).all();
    await services.files.write(shot!.small_path, Buffer.from("a jpeg"));
  }
  await sendDue();
  const words = "The photo shows what was in the way.";
  expect([mails[0]?.attachments.map(({ filename }) => filename), mails[0]?.text.includes(words)]).toEqual([
    hasPicture ? ["what-was-in-the-way.jpg"] : [],
    hasPicture,
  ]);
});

it("has the fee of the agreement that was signed, whatever it is for others since", async () => {
  await provenBooking();
  services.settings = () => ({ ...world.settings(), dryRunFee: 99900 });
  await sendDue();
  expect(mails[0]?.text).toContain("dry-run fee of your agreement, $150");
});

it("is told with the driver's reason where we came for it and had to leave it", async () => {
  const booking = await paidBooking(world);
  const { driverId } = await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
  world.db.orm.delete(outbox).run();
  await world.db.write((tx) => {
    const job = tx.select().from(jobs).where(eq(jobs.kind, "pickup")).get()!;
    if (job.state === "unscheduled") scheduleJob(tx, world.deed(STAFF), job.id);
    assignJob(tx, world.deed(STAFF), job.id, driverId);
    for (const to of ["en_route", "arrived", "attempted"] as const)
      expect(advanceJob(tx, world.deed(STAFF), job.id, to, "a car stands before it")).toMatchObject({ ok: true });
  });
  await sendDue();
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("we could not pick up")]);
  expect(mails[0]?.text).toContain("a car stands before it");
});

describe("a swap, an emptying or a move that was not possible", () => {
  const failed = async () => {
    const { id } = await paidBooking(world, { smsConsent: true });
    await driveJob(world, id, ["en_route", "arrived", "serviced", "completed"]);
    const unitId = listUnits(world.db.orm, id)[0]!.id;
    const ask = () =>
      world.db.write((tx) => {
        const wish = { inTheWay: false, note: "To the left" };
        const asked = askToMove(tx, world.deed(), world.settings(), unitId, wish);
        if (!asked.ok) throw new Error(asked.code);
        return asked.job.id;
      });
    const jobId = await ask();
    world.db.orm.delete(outbox).run();
    await missJob(world, jobId);
    await prove(jobId);
    return { ask };
  };

  it("is told once, with what was in the way, and that we call: no day of it is theirs to choose", async () => {
    await failed();
    await sendDue();
    expect(mails).toMatchObject([{ subject: expect.stringContaining("we could not move your dumpster") }]);
    expect(mails[0]?.text).toContain("locked gate");
    expect(mails[0]?.text).toContain("we call you about another day");
    expect(mails[0]?.text).toContain("dry-run fee of your agreement, $150");
    expect(mails[0]?.text).not.toContain("/reschedule");
    expect(texts).toEqual([expect.stringContaining("We could not move your 20-yard dumpster on ")]);
  });

  it("is not told as planned where the dumpster is gone by then", async () => {
    const { ask } = await failed();
    world.db.orm.delete(outbox).run();
    await ask();
    world.db.orm.update(units).set({ state: "off_site" }).run();
    await sendDue();
    expect([mails, texts]).toEqual([[], []]);
  });

  it("is not told any more once it is planned anew", async () => {
    const { ask } = await failed();
    await ask();
    world.db.orm.delete(outbox).where(notLike(outbox.kind, "%.extra-failed")).run();
    await sendDue();
    expect([mails, texts]).toEqual([[], []]);
  });
});

it("is told once for each attempt", async () => {
  const { booking, jobId } = await missedBooking();
  expect(asked().map(({ cause }) => cause)).toEqual([`mail.delivery-failed:${jobId}`, `sms.delivery-failed:${jobId}`]);
  await sendDue();
  expect([mails.length, texts]).toEqual([1, []]);
  await reschedule(booking.id);
  world.clock.at = instantAt(day("2026-12-08"), 13, 0);
  const again = await missDelivery(world, booking.id);
  expect(again).not.toBe(jobId);
  await sendDue();
  expect(mails.map(({ subject }) => subject.replace(/DMP-\d+-\d+/, "DMP"))).toEqual([
    "Booking DMP: we could not deliver",
    "Booking DMP: we could not deliver",
  ]);
  expect(mails[1]?.text).toContain("We could not deliver on Tue, Dec 8");
});

it("is told of the last attempt only, when mails were away while another one failed too", async () => {
  const { booking } = await missedBooking({ smsConsent: true });
  await reschedule(booking.id);
  world.clock.at = instantAt(day("2026-12-08"), 13, 0);
  await missDelivery(world, booking.id);
  await sendDue();
  expect(mails.map(({ text }) => /We could not deliver on [^\n]*/.exec(text)?.[0])).toEqual([
    "We could not deliver on Tue, Dec 8",
  ]);
  expect(texts).toHaveLength(1);
});

it("is not told any more once the dumpster has another day", async () => {
  const { booking } = await missedBooking({ smsConsent: true });
  await reschedule(booking.id);
  await sendDue();
  expect([mails, texts]).toEqual([[], []]);
  expect(asked().map(({ state, last_error }) => [state, last_error])).toEqual([
    ["done", "not sent: it is not true any more"],
    ["done", "not sent: it is not true any more"],
  ]);
});

it("is not told any more once it is cancelled", async () => {
  const { booking } = await provenBooking({ smsConsent: true });
  const done = await world.db.write((tx) =>
    cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, null, 15000),
  );
  expect(done).toMatchObject({ ok: true, fee: 15000 });
  await sendDue();
  expect(mails.map(({ subject }) => subject.replace(/DMP-\d+-\d+/, "DMP"))).toEqual(["Booking DMP: cancelled"]);
  expect(texts).toEqual([expect.stringMatching(/: Cancelled\. .* We keep the fee of \$150\.00\./)]);
});
