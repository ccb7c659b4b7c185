import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { listUnits, type Unit } from "~/domain/booking/order/bookings.server";
import { requestPickup } from "~/domain/changes/pickup-request.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { assignJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import { addDays } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { readTrucks } from "~/domain/records/truck.server";
import type { JobState } from "~/domain/states/transitions";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { DELIVERY, remindOn } from "../../../tests/support/reminder-cases";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

/** Two like dumpsters at one site: each message about one of them says which. */
let world: TestWorld;
let services: Services;
let mails: string[];
let texts: string[];
let driver: Id<"driver">;
let bookingId: Id<"booking">;
let two: Unit[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  [mails, texts] = [[], []];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ text }: Email) => void mails.push(text.replaceAll("\n", " ")) },
    sms: {
      ...fakeSms(),
      send: async ({ body }) => {
        texts.push(body);
        return { ok: true, providerId: `SM${texts.length}` };
      },
    },
  };
  const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }];
  ({ id: bookingId } = await paidBooking(world, { cart, smsConsent: true }));
  two = listUnits(world.db.orm, bookingId);
  driver = await temporaryDriver(world);
  world.clock.at = instantAt(DELIVERY, 9);
  world.db.orm.delete(outbox).run();
});
afterEach(() => world.close());

const send = async () => {
  [mails.length, texts.length] = [0, 0];
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
};
const drive = (unit: Unit, kind: "delivery" | "pickup", ...steps: JobState[]) =>
  world.db.write((tx) => {
    const job = tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.unit_id, unit.id), eq(jobs.kind, kind)))
      .get()!;
    const deed = world.deed(STAFF);
    if (job.state === "unscheduled") scheduleJob(tx, deed, job.id);
    assignJob(tx, deed, job.id, driver);
    for (const to of steps) expect(advanceJob(tx, deed, job.id, to)).toMatchObject({ ok: true });
  });
const ONE = "your 20-yard dumpster (number 1)";
const TWO = "your 20-yard dumpster (number 2)";
/** Once by mail and once by text. */
const said = (words: string) => {
  for (const all of [mails, texts])
    expect(
      all.filter((one) => one.toLowerCase().includes(words)),
      `${words} in ${all.join("; ")}`,
    ).toHaveLength(1);
};

it("is told of each that is on the way, stands there, is to be emptied or picked up, and has left", async () => {
  const [one, other] = two as [Unit, Unit];
  await drive(one, "delivery", "en_route");
  await send();
  said(`is on the way with ${ONE}`);
  expect(readTrucks(world.db.orm, bookingId, world.clock.at)[0]?.what).toMatch(/\(number 1\)$/);
  await drive(one, "delivery", "arrived", "serviced", "completed");
  await drive(other, "delivery", "en_route", "arrived", "serviced", "completed");
  await send();
  said(`${ONE} was set down at`);
  said(`${TWO} was set down at`);
  await planByOffice(world, other.id, errandOn("dump_and_return", addDays(DELIVERY, 2)));
  await send();
  said(`to empty ${TWO} and bring it back`);
  await remindOn(world, addDays(DELIVERY, 1), 9);
  await send();
  said(`we empty ${TWO} and bring it back`);
  await world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), one.id, { early: true, seen: null }));
  await send();
  said(`you asked us to pick up ${ONE}`);
  await drive(one, "pickup", "en_route");
  await send();
  said(`is on the way to pick up ${ONE}`);
  await drive(one, "pickup", "arrived", "serviced");
  await send();
  expect([mails[0], texts[0]]).toEqual([
    expect.stringContaining("your 20-yard dumpster (number 1) at"),
    expect.stringContaining("Your 20-yard dumpster (number 1) has left."),
  ]);
});
