import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import type { Problem } from "~/http/answers/forms.server";
import { missJob } from "../../../tests/support/driver";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as confirmation from "./booking-confirmation";
import * as reschedule from "./reschedule";

const world = setSoundWorld({ fleet: { 20: 3 } });

/** A delivery of that window, tried in vain then; and its customer's choice of the same day in a window. */
async function triedIn(window: string, hour: number) {
  const visitor = new Visitor(fakeServices(world));
  const booking = await paidBooking(world, { deliveryTime: window });
  await visitor.get(confirmation.loader, `/booking-confirmation?booking=${booking.capability}`);
  const job = world.db.orm
    .select()
    .from(jobs)
    .where(eq(jobs.booking_id, booking.id))
    .all()
    .find(({ kind }) => kind === "delivery")!;
  world.clock.at = instantAt(day("2026-12-03"), hour);
  await missJob(world, job.id);
  const fields = { deliveryDate: "2026-12-03", deliveryTime: window };
  const path = `/manage-booking/reschedule?booking=${booking.booking_number}`;
  const { status, location, data } = await visitor.post(reschedule.action, path, fields);
  return { status, to: location?.split("done=")[1] ?? null, fields: (data as Problem | null)?.fields ?? null };
}

it("tried again at its own time only while that has not begun, as for everybody", async () => {
  expect(await triedIn("morning", 9)).toEqual({
    ...{ status: 400, to: null },
    fields: { deliveryTime: expect.stringContaining("has already begun today") as string },
  });
});

it("and then nobody is told of a mail that does not come: no time is new", async () => {
  expect(await triedIn("afternoon", 10)).toMatchObject({ status: 302, to: "again" });
});
