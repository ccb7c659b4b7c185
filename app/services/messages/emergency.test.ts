import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { assignJob, cancelUnitJobs } from "~/domain/dispatch/jobs.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { minuteOfDay } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { listStops } from "~/domain/records/stops.server";
import { unitsView } from "~/routes/manage/units-view.server";
import { stopLine } from "~/ui/office/stop-lines";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { errandOn, openTasks, planByOffice, standing } from "../../../tests/support/errands";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

/** An emptying that cannot wait: told as its page has it, first of the day, and asked for until a driver has it. */
const ON = day("2026-12-03");
let world: TestWorld;
let services: Services;
let mails: Email[];
let texts: string[];
let of: Awaited<ReturnType<typeof standing>>;
let jobId: Id<"job">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  [mails, texts] = [[], []];
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
  of = await standing(world, { smsConsent: true });
  // A delivery of the same morning.
  const { id } = await paidBooking(world, { address: "7 Other Street", deliveryDate: day("2026-12-04") });
  world.db.orm.update(jobs).set({ day: ON }).where(eq(jobs.booking_id, id)).run();
  world.db.orm.delete(outbox).run();
  jobId = (await planByOffice(world, of.id, errandOn("emergency", ON))).id;
});
afterEach(() => world.close());

it("is told by mail and by text in the words of its page", async () => {
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
  const [unit] = unitsView(services, getBooking(world.db.orm, of.bookingId), world.settings());
  const when = "today, as soon as a truck can come, before everything else of the day";
  expect(unit?.planned?.when).toBe(when);
  const said = `We plan to empty your 20-yard dumpster and bring it back ${when}.`;
  expect([mails[0]?.text.replaceAll("\n", " "), texts[0]]).toEqual([
    expect.stringContaining(said),
    expect.stringContaining(said),
  ]);
});

it("stands first among the overview's stops, and is marked", () => {
  const { rows } = listStops(world.db.orm, { today: ON, minuteNow: minuteOfDay(world.clock.at) }, { which: "today" });
  const lines = rows.filter(({ isDone }) => !isDone).map((stop) => stopLine(stop, "today", "2026").what);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.map((what) => what.startsWith("Emergency: "))).toEqual(lines.map((_, i) => i === 0));
});

it("is a task until it is given, again where it is taken back, and none once it is over", async () => {
  const asked = () => openTasks(world).filter((kind) => kind === "emergency").length;
  const given = (does: Parameters<typeof world.db.write>[0]) => world.db.write(does);
  expect(asked()).toBe(1);
  await given((tx) => placeJob(tx, world.deed(STAFF), jobId, of.driver));
  expect(asked()).toBe(0);
  await given((tx) => assignJob(tx, world.deed(STAFF), jobId, null));
  expect(asked()).toBe(1);
  await given((tx) => cancelUnitJobs(tx, world.deed(STAFF), of.id, "a test", "dump_and_return"));
  expect(asked()).toBe(0);
});
