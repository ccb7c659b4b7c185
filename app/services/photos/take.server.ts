import { judgePhoto } from "~/domain/dispatch/attempts.server";
import type { Deed } from "~/domain/kernel/deed";
import { DAY, HOUR, plus, type Instant } from "~/domain/kernel/time.server";
import { findHeld, keepHeldPhoto, type NewHeldPhoto } from "~/domain/photos/held-photos.server";
import { findSent, keepPhoto, knownPictures, type NewPhoto, type Photo } from "~/domain/photos/photos.server";
import type { PhotoRefusal } from "~/domain/photos/rules";
import type { Services } from "~/services.server";
import { folderOf, keepPictures, type Pictures } from "./pictures.server";

/** A photograph as it was received: a file that its receiver removes. */
export interface TakenPhoto extends Omit<NewPhoto, keyof Pictures> {
  file: string;
}

export type TakeResult = { ok: true; photo: Photo; isNew: boolean } | { ok: false; code: PhotoRefusal };

/**
 * Develops a photograph that was received and keeps it with its event. What was sent before is known by its entry or its
 * content, and nothing is done again. Refused as `keepPictures` does. The caller has asked whose job it is.
 */
export async function takePhoto(
  services: Pick<Services, "db" | "files" | "photos" | "log">,
  deed: Deed,
  { file, ...taken }: TakenPhoto,
): Promise<TakeResult> {
  const before = findSent(services.db.orm, taken);
  if (before) return { ok: true, photo: before, isNew: false };
  const done = await keepPictures(services, deed, file, (tx, pictures) => {
    const one = keepPhoto(tx, deed, { ...taken, ...pictures });
    // It may come after the attempt that it proves.
    if (one.isNew && taken.step === "attempted") judgePhoto(tx, deed, taken.jobId, taken.taken.at);
    return one;
  });
  return done.ok ? { ok: true, ...done.kept } : done;
}

/** The same of an entry in quarantine, from a phone that may send no more: held beside it, and part of no job. */
export async function holdPhoto(
  services: Pick<Services, "db" | "files" | "photos" | "log">,
  deed: Deed,
  { file, ...held }: Omit<NewHeldPhoto, keyof Pictures> & { file: string },
): Promise<{ ok: true } | { ok: false; code: PhotoRefusal }> {
  if (findHeld(services.db.orm, held)) return { ok: true };
  const done = await keepPictures(services, deed, file, (tx, pictures) =>
    keepHeldPhoto(tx, deed, { ...held, ...pictures }),
  );
  return done.ok ? { ok: true } : done;
}

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
