import { expect, it } from "vitest";
import { firstJob, rented, takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { advanceJob } from "../dispatch/advance.server";
import { placeJob } from "../dispatch/plan.server";
import { recallJob } from "../dispatch/recall.server";
import { DAY, MINUTE, plus } from "../kernel/time.server";
import type { Dispute } from "../payments/disputes-read.server";
import { listEvidencePhotos } from "./evidence.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

it("a bank sees of a job what its customer was shown: nothing from before its truck was called back", async () => {
  const { id: booking_id } = await rented(world);
  const jobId = firstJob(world, { id: booking_id }, "delivery");
  const driver = await temporaryDriver(world);
  const shown = () =>
    listEvidencePhotos(world.db.orm, { booking_id } as Dispute).map(({ photo: { created_at } }) => created_at);
  const arrive = () =>
    world.db.write((tx) => {
      placeJob(tx, world.deed(STAFF), jobId, driver);
      for (const to of ["en_route", "arrived"] as const) advanceJob(tx, world.deed(STAFF), jobId, to);
    });
  await arrive();
  await takePhoto(world, jobId, "attempted");
  expect(shown()).toEqual([world.clock.at]);
  world.clock.at = plus(world.clock.at, MINUTE);
  await world.db.write((tx) => recallJob(tx, world.deed(STAFF), jobId, "Storm"));
  expect(shown()).toEqual([]);
  world.clock.at = plus(world.clock.at, DAY);
  await arrive();
  await takePhoto(world, jobId, "attempted");
  await takePhoto(world, jobId, "serviced");
  expect(shown()).toEqual([world.clock.at, world.clock.at]);
});
