import { and, asc, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { drivers, jobs } from "#db/schema/index";
import { putOnHold } from "~/domain/dispatch/put-on-hold.server";
import { findDriverJob } from "~/domain/dispatch/driver-read.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import type { Id } from "~/domain/kernel/ids.server";
import type { PhoneEntry } from "~/ui/driver/phone-store";
import { JobView } from "~/ui/driver/shell/JobView";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { action as door } from "../crm/auth";
import * as page from "./job";

/** A job of a booking that the office has stopped: who has not left is told whom to call, in the place of the button. */
const world = setSoundWorld({ fleet: { 20: 2 } });
let roles: Awaited<ReturnType<typeof officeRoles>>;
let [dana, job, booking] = ["" as Id<"driver">, "" as Id<"job">, "" as Id<"booking">];
beforeEach(async () => {
  roles = await officeRoles(world, door);
  dana = world.db.orm.select().from(drivers).where(eq(drivers.name, "Dana Driver")).get()!.id;
  booking = (await paidBooking(world)).id;
  const mine = and(eq(jobs.booking_id, booking), eq(jobs.kind, "delivery"));
  job = world.db.orm.select().from(jobs).where(mine).orderBy(asc(jobs.day)).get()!.id;
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), job, dana));
});
const hold = (why: string | null) => world.db.write((tx) => putOnHold(tx, world.deed(STAFF), booking, why));
const online = async () => {
  const { data } = await roles.driver.get(page.loader, `/driver/jobs/${job}`, { id: job });
  return rendered(page.default, {}, data as object);
};
const onPhone = (entries: Partial<PhoneEntry>[] = []) =>
  rendered(JobView, {
    job: findDriverJob(world.db.orm, dana, job)!,
    ...{ driver: dana, entries: entries as PhoneEntry[], readAt: 1_000, facilities: [], officePhone: "(407) 555-0142" },
  });
const said = (html: string) => [
  html.includes('href="tel:4075550142"'),
  /<button[^>]*>On my way/.test(html),
  /<button[^>]*>I am there/.test(html),
];

it.each([
  ["the page", online],
  ["the phone's own page without signal", onPhone],
])("%s has the office's number where “On my way” stood, until the hold ends", async (_which, show) => {
  expect(said(await show())).toEqual([false, true, false]);
  await hold("Who pays?");
  const held = await show();
  expect(said(held)).toEqual([true, false, false]);
  expect(wordsIn(held)).toContain("On hold. Call (407) 555-0142");
  await hold(null);
  expect(said(await show())).toEqual([false, true, false]);
});

it("whose truck has left goes on: by the office's record, and by what their phone has not sent yet", async () => {
  await hold("Who pays?");
  const pressed = { id: "entry", jobId: job, step: "en_route", state: "unsent" as const };
  expect(said(await onPhone([pressed]))).toEqual([false, false, true]);
  await hold(null);
  expect(await world.db.write((tx) => advanceJob(tx, world.deed(STAFF), job, "en_route"))).toMatchObject({ ok: true });
  await hold("Who pays?");
  for (const show of [online, onPhone]) expect(said(await show())).toEqual([false, false, true]);
});
