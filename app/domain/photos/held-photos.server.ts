import { and, asc, eq, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { heldPhotos, jobs, journalEntries, photos } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newCapability, newId } from "../kernel/ids.server";
import { keepPhoto, type NewPhoto, type Photo } from "./photos.server";
import { MOST_PHOTOS, photoEntry } from "./rules";

type HeldPhoto = typeof heldPhotos.$inferSelect;

/** A photograph of a journal's entry in quarantine, whose pictures are on the disk. */
export interface NewHeldPhoto extends Omit<NewPhoto, "jobId" | "driverId" | "step" | "entryId"> {
  entryId: string;
  /** Which of the entry's, from 0. */
  n: number;
}

/** The one that was sent before; null when it is new. */
export function findHeld(orm: Orm, { entryId, n }: Pick<NewHeldPhoto, "entryId" | "n">): HeldPhoto | null {
  const same = and(eq(heldPhotos.entry_id, entryId), eq(heldPhotos.n, n));
  return orm.select().from(heldPhotos).where(same).get() ?? null;
}

/**
 * Keeps one with its event, in the caller's transaction; sent twice it counts once, and the pictures of the second are not
 * needed.
 */
export function keepHeldPhoto(tx: Tx, deed: Deed, photo: NewHeldPhoto): { isNew: boolean } {
  if (findHeld(tx, photo)) return { isNew: false };
  const { entryId, smallPath, taken, ...kept } = photo;
  tx.insert(heldPhotos)
    .values({
      ...kept,
      id: newId("photo"),
      entry_id: entryId,
      small_path: smallPath,
      taken_at: taken.at,
      latitude: taken.place?.latitude ?? null,
      longitude: taken.place?.longitude ?? null,
      accuracy: taken.place?.accuracy == null ? null : Math.round(taken.place.accuracy),
      capability: newCapability(),
      created_at: deed.now,
    })
    .run();
  const job = tx
    .select({ id: jobs.id, kind: jobs.kind, bookingId: jobs.booking_id, step: journalEntries.step })
    .from(journalEntries)
    .innerJoin(jobs, eq(jobs.id, journalEntries.job_id))
    .where(eq(journalEntries.id, entryId))
    .get();
  if (job)
    recordEvent(tx, deed, {
      subject: { kind: "job", id: job.id },
      bookingId: job.bookingId,
      action: "photo_held",
      data: { job: job.kind, step: job.step },
    });
  return { isNew: true };
}

/** The entry counts after all: what was held of it becomes its photographs. */
export function releaseHeldPhotos(
  tx: Tx,
  deed: Deed,
  entry: Pick<NewPhoto, "jobId" | "driverId" | "step"> & { id: string },
): void {
  const ofEntry = eq(heldPhotos.entry_id, entry.id);
  for (const held of tx.select().from(heldPhotos).where(ofEntry).orderBy(asc(heldPhotos.n)).all()) {
    const { latitude, longitude, accuracy } = held;
    const place = latitude === null || longitude === null ? null : { latitude, longitude, accuracy };
    const { jobId, driverId, step } = entry;
    keepPhoto(tx, deed, {
      ...held,
      ...{ jobId, driverId, step, entryId: photoEntry(entry.id, held.n) },
      smallPath: held.small_path,
      taken: { at: held.taken_at, place },
    });
  }
  tx.delete(heldPhotos).where(ofEntry).run();
}

/** Where the pictures of one lie; null when there is none at this address. Only the office may see it. */
export function findHeldPhoto(orm: Orm, capability: string): { path: string; smallPath: string } | null {
  const { path, small_path: smallPath } = heldPhotos;
  const here = eq(heldPhotos.capability, capability);
  return orm.select({ path, smallPath }).from(heldPhotos).where(here).get() ?? null;
}

export type EntryPhoto = Pick<Photo, "capability" | "width" | "height">;

/** What came with an entry of a journal, kept or held, in its order. */
export function listPhotosOfEntry(orm: Orm, entryId: string): EntryPhoto[] {
  const names = Array.from({ length: MOST_PHOTOS }, (_, n) => photoEntry(entryId, n));
  return [
    ...orm.select().from(photos).where(inArray(photos.entry_id, names)).orderBy(asc(photos.entry_id)).all(),
    ...orm.select().from(heldPhotos).where(eq(heldPhotos.entry_id, entryId)).orderBy(asc(heldPhotos.n)).all(),
  ].map(({ capability, width, height }) => ({ capability, width, height }));
}
