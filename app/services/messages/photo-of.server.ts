import type { Job } from "~/domain/dispatch/jobs.server";
import type { Attachment } from "~/domain/messages/ports";
import { findPhoto, listPhotosOfJob } from "~/domain/photos/photos.server";
import type { PhotoStep } from "~/domain/photos/rules";
import type { Services } from "~/services.server";
import { readPicture } from "../photos/take.server";

/** The newest photo of this step, the small one; none where it has not come yet, or its file is missing. */
export async function photoOf(
  services: Pick<Services, "db" | "files">,
  job: Job,
  of: PhotoStep,
  filename: string,
): Promise<Attachment[]> {
  const { orm } = services.db;
  const newest = listPhotosOfJob(orm, job.id).findLast(({ step }) => step === of);
  const photo = newest && findPhoto(orm, newest.capability);
  const content = photo && (await readPicture(services, photo, "small"));
  return content ? [{ filename, contentType: "image/jpeg", content }] : [];
}
