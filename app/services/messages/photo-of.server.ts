import type { Job } from "~/domain/dispatch/jobs.server";
import type { Attachment } from "~/domain/messages/ports";
import { listPhotosOfWay } from "~/domain/dispatch/way.server";
import type { PhotoStep } from "~/domain/photos/rules";
import type { Services } from "~/services.server";
import { readPicture } from "../photos/take.server";

/**
 * The newest photo of this step on this way of the job's truck, the small one; none where it has not come yet, or its file
 * is missing.
 */
export async function photoOf(
  services: Pick<Services, "db" | "files">,
  job: Job,
  of: PhotoStep,
  filename: string,
): Promise<Attachment[]> {
  const photo = listPhotosOfWay(services.db.orm, job, of).at(-1);
  const content = photo && (await readPicture(services, { path: photo.path, smallPath: photo.small_path }, "small"));
  return content ? [{ filename, contentType: "image/jpeg", content }] : [];
}
