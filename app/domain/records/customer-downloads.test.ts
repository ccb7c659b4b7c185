import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobAttempts, jobs } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { keepPhoto } from "../photos/photos.server";
import { listCustomerDownloads } from "./customer-downloads.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

it("the photo of what was in the way says why it was not possible only of a visit that was in vain", async () => {
  const booking = await paidBooking(world);
  const deed = world.deed();
  const job = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, booking.id)).get()!;
  await world.db.write((tx) =>
    keepPhoto(tx, deed, {
      ...{ jobId: job.id, driverId: null, step: "attempted", entryId: null, taken: { at: deed.now, place: null } },
      ...{ sha256: "sha", width: 640, height: 480, bytes: 9000, path: "a.jpg", smallPath: "a-small.jpg" },
    }),
  );
  const said = () => listCustomerDownloads(world.db.orm, booking).photos.map(({ label }) => label);
  expect(said()).toEqual([expect.stringMatching(/^What was in the way, /)]);
  world.db.orm
    .insert(jobAttempts)
    .values({
      job_id: job.id,
      booking_id: booking.id,
      unit_id: job.unit_id,
      reason: "Something blocks the place",
      note: "",
      missing: [],
      attempted_at: deed.now,
    } as never)
    .run();
  expect(said()).toEqual([expect.stringMatching(/^Why it was not possible, /)]);
});
