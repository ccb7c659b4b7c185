import { and, asc, count, eq, isNull } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { jobs, placePhotos } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import type { NewPhoto } from "./photos.server";

/** Pictures that a customer sends of the place where the dumpster goes. */
export type PlacePhoto = typeof placePhotos.$inferSelect;

/** So many of a booking stand there at once. */
export const MOST_OF_A_PLACE = 6;

const standing = (bookingId: Id<"booking">) =>
  and(eq(placePhotos.booking_id, bookingId), isNull(placePhotos.removed_at));

/**
 * Keeps a picture of a booking's place, in the caller's transaction. The same one sent twice counts once (`isNew` is false,
 * and its pictures are not needed); `too_many` where as many stand there as may.
 */
export function keepPlacePhoto(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  photo: Pick<NewPhoto, "width" | "height" | "bytes" | "sha256" | "path" | "smallPath">,
): { ok: true; isNew: boolean } | { ok: false; code: "too_many" } {
  const same = and(standing(bookingId), eq(placePhotos.sha256, photo.sha256));
  if (tx.select({ id: placePhotos.id }).from(placePhotos).where(same).get()) return { ok: true, isNew: false };
  if (countPlacePhotos(tx, bookingId) >= MOST_OF_A_PLACE) return { ok: false, code: "too_many" };
  const { smallPath, ...kept } = photo;
  tx.insert(placePhotos)
    .values({
      ...kept,
      id: newId("photo"),
      booking_id: bookingId,
      small_path: smallPath,
      capability: newCapability(),
      created_at: deed.now,
    })
    .run();
  return { ok: true, isNew: true };
}

/** Takes pictures away by their addresses: nobody sees them any more. How many that were. */
export function removePlacePhotos(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  capabilities: readonly string[],
): number {
  let removed = 0;
  for (const capability of capabilities) {
    const one = and(standing(bookingId), eq(placePhotos.capability, capability));
    removed += tx.update(placePhotos).set({ removed_at: deed.now }).where(one).run().changes;
  }
  return removed;
}

export function countPlacePhotos(orm: Orm, bookingId: Id<"booking">): number {
  return orm.select({ n: count() }).from(placePhotos).where(standing(bookingId)).get()?.n ?? 0;
}

/** A booking's pictures of its place, oldest first. */
export function listPlacePhotos(orm: Orm, bookingId: Id<"booking">) {
  const { capability, width, height } = placePhotos;
  return orm
    .select({ capability, width, height })
    .from(placePhotos)
    .where(standing(bookingId))
    .orderBy(asc(placePhotos.created_at), asc(placePhotos.id))
    .all();
}
/** The same for who has a job there: of the job's booking. */
export function listPlaceOfJob(orm: Orm, jobId: Id<"job">): ShownPlace[] {
  const job = orm.select({ bookingId: jobs.booking_id }).from(jobs).where(eq(jobs.id, jobId)).get();
  return job ? listPlacePhotos(orm, job.bookingId) : [];
}
export type ShownPlace = ReturnType<typeof listPlacePhotos>[number];

/** What is needed to show one, and to know who may see it; null when there is none at this address. */
export function findPlacePhoto(orm: Orm, capability: string) {
  const { path, small_path: smallPath, booking_id: bookingId } = placePhotos;
  const here = and(eq(placePhotos.capability, capability), isNull(placePhotos.removed_at));
  return orm.select({ path, smallPath, bookingId }).from(placePhotos).where(here).get() ?? null;
}

/** Whether a driver has had a job of this booking: they see where it goes. */
export function drivesFor(orm: Orm, driverId: Id<"driver">, bookingId: Id<"booking">): boolean {
  const theirs = and(eq(jobs.booking_id, bookingId), eq(jobs.driver_id, driverId));
  return orm.select({ id: jobs.id }).from(jobs).where(theirs).limit(1).get() !== undefined;
}
