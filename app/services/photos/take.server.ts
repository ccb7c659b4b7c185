import type { Tx } from "#db/client.server";
import { judgeAttempt } from "~/domain/dispatch/attempts.server";
import type { Deed } from "~/domain/kernel/deed";
import { newId } from "~/domain/kernel/ids.server";
import { DAY, HOUR, plus, type Instant } from "~/domain/kernel/time.server";
import { findSent, keepPhoto, knownPictures, type NewPhoto, type Photo } from "~/domain/photos/photos.server";
import type { PhotoRefusal } from "~/domain/photos/rules";
import type { Services } from "~/services.server";

/** A photograph as it was received: a file that its receiver removes. */
export interface TakenPhoto extends Pick<NewPhoto, "jobId" | "driverId" | "step" | "entryId" | "taken" | "sha256"> {
  file: string;
}

export type TakeResult = { ok: true; photo: Photo; isNew: boolean } | { ok: false; code: PhotoRefusal };

/**
 * Develops a photograph that was received and keeps it: both pictures on the disk first, then the row with its event. What
 * was sent before is known by its entry or its content, and nothing is done again. Refused for what is no photograph, with
 * `busy` where too many wait, and with `no_room` when the disk takes no more. The caller has asked whose job it is.
 */
export async function takePhoto(
  services: Pick<Services, "db" | "files" | "photos" | "log">,
  deed: Deed,
  { file, ...taken }: TakenPhoto,
): Promise<TakeResult> {
  const before = findSent(services.db.orm, taken);
  if (before) return { ok: true, photo: before, isNew: false };
  return developAndKeep(services, deed, file, (tx, pictures): TakeResult => {
    const kept = keepPhoto(tx, deed, { ...taken, ...pictures });
    // It may come after the attempt that it proves.
    if (kept.isNew && taken.step === "attempted") judgeAttempt(tx, deed, taken.jobId);
    return { ok: true, ...kept };
  });
}

/** A photograph's two pictures on the disk, as its row names them. */
export type Pictures = Pick<NewPhoto, "width" | "height" | "bytes" | "path" | "smallPath">;

/**
 * Develops a file and writes both of its pictures, then `keep` makes their row. They are removed again where it makes
 * none (another has it at this moment) and where it throws.
 */
export async function developAndKeep<Kept extends { ok: boolean; isNew?: boolean }>(
  { db, files, photos, log }: Pick<Services, "db" | "files" | "photos" | "log">,
  deed: Deed,
  file: string,
  keep: (tx: Tx, pictures: Pictures) => Kept,
): Promise<Kept | { ok: false; code: PhotoRefusal }> {
  const developed = await photos.develop(file);
  if (!developed.ok) return developed;
  const { large, small } = developed;
  const name = `${folderOf(deed.now)}/${newId("photo")}`;
  const [path, smallPath] = [`${name}.jpg`, `${name}-small.jpg`];
  const remove = () => Promise.all([files.remove(path), files.remove(smallPath)]);
  try {
    await files.write(path, large.jpeg);
    await files.write(smallPath, small.jpeg);
  } catch (error) {
    await remove().catch(() => undefined);
    log.error({ module: "photos", action: "keep", error_message: (error as NodeJS.ErrnoException).code ?? "unknown" });
    return { ok: false, code: "no_room" };
  }
  const pictures = { width: large.width, height: large.height, bytes: large.jpeg.byteLength, path, smallPath };
  try {
    const kept = await db.write((tx) => keep(tx, pictures));
    if (!kept.isNew) await remove();
    return kept;
  } catch (error) {
    await remove();
    throw error;
  }
}

const folderOf = (at: Instant): string => `photos/${new Date(at).toISOString().slice(0, 7)}`;

/** A picture that is being taken has its row long before; a slow disk as well. */
const UNTOUCHED_MS = HOUR;

/**
 * Removes the pictures of this month and the one before that no row names: their process ended between the disk and the
 * row, and the phone sent the photograph again. Returns how many files went.
 */
export async function sweepPhotos({ db, files }: Pick<Services, "db" | "files">, now: Instant): Promise<number> {
  const known = (paths: readonly string[]) => knownPictures(db.orm, paths);
  let removed = 0;
  for (const folder of new Set([folderOf(now), folderOf(plus(now, -28 * DAY))]))
    removed += await files.sweep(folder, Date.now() - UNTOUCHED_MS, known);
  return removed;
}

/** One of a photograph's two pictures; null when its file is missing. */
export async function readPicture(
  { files }: Pick<Services, "files">,
  { path, smallPath }: { path: string; smallPath: string },
  size: "large" | "small",
): Promise<Buffer | null> {
  return files.read(size === "small" ? smallPath : path);
}
