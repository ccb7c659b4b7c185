import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobAttempts, jobs } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Job } from "../dispatch/jobs.server";
import { keepPhoto } from "../photos/photos.server";
import type { PhotoStep } from "../photos/rules";
import { listCustomerDownloads } from "./customer-downloads.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

it("the photo of what was in the way says why it was not possible only of a visit that was in vain", async () => {
  const booking = await paidBooking(world);
  const deed = world.deed();
  const [job, pickup] = world.db.orm
    .select()
    .from(jobs)
    .where(eq(jobs.booking_id, booking.id))
    .orderBy(asc(jobs.day))
    .all() as [Job, Job];
  const keep = (of: Job, step: PhotoStep) =>
    world.db.write((tx) =>
      keepPhoto(tx, deed, {
        ...{ jobId: of.id, driverId: null, step, entryId: null, taken: { at: deed.now, place: null } },
        ...{ sha256: step, width: 640, height: 480, bytes: 9000 },
        ...{ path: `${of.id}-${step}.jpg`, smallPath: `${of.id}-${step}-small.jpg` },
      }),
    );
  await keep(job, "attempted");
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
  await keep(pickup, "attempted");
  await keep(pickup, "serviced");
  expect(said().toSorted()).toEqual([
    expect.stringMatching(/^What was in the way, /),
    expect.stringMatching(/^Why it was not possible, /),
    expect.stringMatching(/^Your dumpster, /),
  ]);
});
