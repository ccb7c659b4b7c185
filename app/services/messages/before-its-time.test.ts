import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { answerVisit, findLastVisit } from "~/domain/dispatch/visits.server";
import { addDays } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { accessView } from "~/routes/manage/access-view.server";
import { AccessAnswer } from "~/ui/manage/AccessAnswer";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { cannotGetIn } from "../../../tests/support/in-vain";
import { DELIVERY } from "../../../tests/support/reminder-cases";
import { rendered } from "../../../tests/support/rendered";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

/** Nobody is warned of a fee that cannot arise: a truck that leaves before the promised time costs nothing (decision 0099). */
let world: TestWorld;
let services: Services;
let told: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
  told = [];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ text }: Email) => void told.push(text.replaceAll("\n", " ")) },
    sms: {
      ...fakeSms(),
      send: async ({ body }) => {
        told.push(body);
        return { ok: true, providerId: `SM${told.length}` };
      },
    },
  };
});
afterEach(() => world.close());

const EARLY = "We are before your time (12PM to 5PM): if we leave before it begins, there is no fee.";
const FEE = "has a dry-run fee of $150";
const on = (hour: number, minute: number, day = DELIVERY) => (world.clock.at = instantAt(day, hour, minute));

/** Their delivery is promised for the afternoon; the driver asks as soon as they are there, and waits 15 minutes. */
async function asked() {
  const booking = await paidBooking(world, { smsConsent: true });
  const { jobId, driverId } = await driveJob(world, booking.id, ["en_route", "arrived"]);
  world.db.orm.update(jobs).set({ delivery_window: "afternoon" }).where(eq(jobs.id, jobId)).run();
  world.db.orm.delete(outbox).run();
  await cannotGetIn(world, driverId, jobId);
  while ((await runDueWork(services, "messages")) > 0);
  const page = () => {
    const view = accessView(services, booking);
    return view.state === "waiting" ? view.mayCost : view.state;
  };
  /** What the button says for sending the driver away. */
  const button = async () =>
    /Come another day[^<]*/.exec(
      await rendered(AccessAnswer, { page: accessView(services, booking), phone: "1", problem: undefined }),
    )?.[0];
  return { booking, page, button };
}

it("mail, text and page say that it costs nothing to leave before the promised time", async () => {
  on(10, 24);
  const { page, button } = await asked();
  expect(told).toEqual([expect.stringContaining(EARLY), expect.stringContaining(EARLY)]);
  expect(told.filter((one) => one.includes("dry-run"))).toEqual([]);
  expect(page()).toBe(EARLY);
  // The driver is still there: to the minute at which it begins.
  on(11, 59);
  expect([page(), await button()]).toEqual([EARLY, "Come another day"]);
  on(12, 0);
  expect(page()).toContain(FEE);
  expect(await button()).toBe("Come another day: we leave, and the $150 dry-run fee applies");
});

it("name the day that was promised where it is not today's", async () => {
  on(14, 0, addDays(DELIVERY, -1));
  const { page } = await asked();
  const words = "We are before your time (Thursday, December 3, 12PM to 5PM): if we leave";
  expect([...told, page()]).toEqual(Array(3).fill(expect.stringContaining(words)));
});

it("warn of the fee where the wait lasts until the promised time", async () => {
  on(11, 45);
  const { page } = await asked();
  expect(told.map((one) => [one.includes(FEE), one.includes("before your time")])).toEqual([
    [true, false],
    [false, false],
  ]);
  expect(page()).toContain(FEE);
});

it("warn of it too where it lasts until then because the customer clears the way", async () => {
  on(11, 35);
  const { booking, page } = await asked();
  expect(page()).toBe(EARLY);
  on(11, 45);
  const { visit } = findLastVisit(world.db.orm, booking.id)!;
  await world.db.write((tx) => answerVisit(tx, world.deed(), visit.id, { answer: "clearing", minutes: 15 }));
  expect(page()).toContain(FEE);
});
