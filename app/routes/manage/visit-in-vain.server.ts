import type { Orm } from "#db/client.server";
import { isOurCrossing } from "~/domain/dispatch/attempts.server";
import type { Job } from "~/domain/dispatch/jobs.server";
import { listPhotosOfWay } from "~/domain/dispatch/way.server";

const MOST_SHOWN = 4;

/**
 * The newest photographs of what was in the way of this job's truck, oldest first, by their capability: of this way, not of
 * one before it was called back. None where another truck of ours had the dumpster: nothing was in the way.
 */
export const listInTheWay = (orm: Orm, job: Pick<Job, "id" | "driver_id">): string[] =>
  isOurCrossing(orm, job.id)
    ? []
    : listPhotosOfWay(orm, job, "attempted")
        .map(({ capability }) => capability)
        .slice(-MOST_SHOWN);
