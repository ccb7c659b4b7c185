import type { Orm } from "#db/client.server";
import { isOurCrossing } from "~/domain/dispatch/attempts.server";
import type { Job } from "~/domain/dispatch/jobs.server";
import { listPhotosOfJob } from "~/domain/photos/photos.server";

const MOST_SHOWN = 4;

/**
 * The newest photographs of what was in the way of this job's truck, oldest first, by their capability. None where another
 * truck of ours had the dumpster: nothing was in the way.
 */
export const listInTheWay = (orm: Orm, { id }: Pick<Job, "id">): string[] =>
  isOurCrossing(orm, id)
    ? []
    : listPhotosOfJob(orm, id)
        .flatMap(({ step, capability }) => (step === "attempted" ? [capability] : []))
        .slice(-MOST_SHOWN);
