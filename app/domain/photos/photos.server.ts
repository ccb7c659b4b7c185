import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { heldPhotos, jobs, photos, placePhotos } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { lookAtChargesSoon } from "../outbox/look.server";
import type { PhotoStep, Taken } from "./rules";

export type Photo = typeof photos.$inferSelect;

/** A photograph whose pictures are on the disk. */
export interface NewPhoto {
  jobId: Id<"job">;
  /** Null: the office put it in. */
  driverId: Id<"driver"> | null;
  step: PhotoStep;
  /** The journal's entry; null for a form. */
  entryId: string | null;
  taken: Taken;
  /** Of what was sent. */
  sha256: string;
  /** Of the large picture. */
  width: number;
  height: number;
  bytes: number;
  path: string;
  smallPath: string;
}

/**
 * Keeps a photograph of a job with its event, in the caller's transaction. Sent twice it counts once: by its journal entry
 * and step, or by its content, job and step; then `isNew` is false, and the pictures of this one are not needed.
 */
export function keepPhoto(tx: Tx, deed: Deed, photo: NewPhoto): { photo: Photo; isNew: boolean } {
  const before = findSent(tx, photo);
  if (before) return { photo: before, isNew: false };
  const job = tx.select().from(jobs).where(eq(jobs.id, photo.jobId)).get();
  if (!job) throw new Error(`no job ${photo.jobId}`);
  const { at, place } = photo.taken;
  const kept = tx
    .insert(photos)
    .values({
      id: newId("photo"),
      booking_id: job.booking_id,
      unit_id: job.unit_id,
      job_id: job.id,
      driver_id: photo.driverId,
      step: photo.step,
      entry_id: photo.entryId,
      taken_at: at,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      accuracy: place?.accuracy == null ? null : Math.round(place.accuracy),
      width: photo.width,
      height: photo.height,
      bytes: photo.bytes,
      sha256: photo.sha256,
      path: photo.path,
      small_path: photo.smallPath,
      capability: newCapability(),
      created_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "photo_kept",
    data: { job: job.kind, step: photo.step, photo: kept.id },
  });
  lookAtChargesSoon(tx, job.booking_id, kept.id);
  return { photo: kept, isNew: true };
}

/** The photograph that came with this entry of a journal; null while none did. */
export function findOfEntry(orm: Orm, step: PhotoStep, entryId: string): Photo | null {
  const same = and(eq(photos.entry_id, entryId), eq(photos.step, step));
  return orm.select().from(photos).where(same).get() ?? null;
}

/**
 * The photograph that was sent before, by its journal entry or its content; null when it is new. By its content only one
 * that counts: the same picture of an account that was set aside proves nothing, and this one may.
 */
export function findSent(
  orm: Orm,
  { jobId, step, entryId, sha256 }: Pick<NewPhoto, "jobId" | "step" | "entryId" | "sha256">,
): Photo | null {
  const same = and(eq(photos.job_id, jobId), eq(photos.step, step), eq(photos.sha256, sha256), COUNTS);
  const ofEntry = entryId === null ? null : findOfEntry(orm, step, entryId);
  return ofEntry ?? orm.select().from(photos).where(same).get() ?? null;
}

/** What is needed to show a photograph, and to know who may see it; null when there is none at this address. */
export function findPhoto(orm: Orm, capability: string) {
  const found = orm
    .select({
      path: photos.path,
      smallPath: photos.small_path,
      bookingId: photos.booking_id,
      jobId: photos.job_id,
      step: photos.step,
      driverId: jobs.driver_id,
    })
    .from(photos)
    .innerJoin(jobs, eq(jobs.id, photos.job_id))
    .where(eq(photos.capability, capability))
    .get();
  return found ?? null;
}

/** Which of these pictures, by their paths, are a photograph's, a held one's or a customer's of their place: the large ones and the small ones beside them. */
export function knownPictures(orm: Orm, paths: readonly string[]): ReadonlySet<string> {
  const large = [...new Set(paths.map((path) => path.replace(/-small(?=\.jpg$)/, "")))];
  const rows = [photos, heldPhotos, placePhotos].flatMap((table) =>
    orm.select({ path: table.path, smallPath: table.small_path }).from(table).where(inArray(table.path, large)).all(),
  );
  return new Set(rows.flatMap(({ path, smallPath }) => [path, smallPath]));
}

/**
 * Not of a step that the office has still to decide on, or has set aside: those are its alone (`listPhotosOfEntry`), show
 * nobody else anything and prove nothing. An entry's later pictures have two letters more (`photoEntry`).
 */
export const COUNTS = sql`not exists (select 1 from journal_entries as said where said.id in (photos.entry_id, substr(photos.entry_id, 1, length(photos.entry_id) - 2)) and said.state in ('waiting', 'conflict', 'quarantined', 'set_aside'))`;

const SHOWN = {
  jobId: photos.job_id,
  step: photos.step,
  capability: photos.capability,
  width: photos.width,
  height: photos.height,
  takenAt: photos.taken_at,
  createdAt: photos.created_at,
  latitude: photos.latitude,
  longitude: photos.longitude,
};
export type ShownPhoto = ReturnType<typeof listPhotosOfBooking>[number];

/** All photographs of a booking, oldest first, those of undecided accounts among them: for the office. */
export function listPhotosOfBooking(orm: Orm, bookingId: Id<"booking">) {
  const mine = eq(photos.booking_id, bookingId);
  return orm.select(SHOWN).from(photos).where(mine).orderBy(asc(photos.created_at), asc(photos.id)).all();
}

/** Those that count, with everything that is kept of each, and where its pictures lie: for what is printed. */
export function listKeptPhotos(orm: Orm, bookingId: Id<"booking">): Photo[] {
  const mine = and(eq(photos.booking_id, bookingId), COUNTS);
  return orm.select().from(photos).where(mine).orderBy(asc(photos.created_at), asc(photos.id)).all();
}

/** The photographs of one job that count, oldest first. */
export function listPhotosOfJob(orm: Orm, jobId: Id<"job">): ShownPhoto[] {
  const mine = and(eq(photos.job_id, jobId), COUNTS);
  return orm.select(SHOWN).from(photos).where(mine).orderBy(asc(photos.created_at), asc(photos.id)).all();
}

/** The same of one of its steps, with everything that is kept of each. */
export function listCounted(orm: Orm, jobId: Id<"job">, step: PhotoStep): Photo[] {
  const mine = and(eq(photos.job_id, jobId), eq(photos.step, step), COUNTS);
  return orm.select().from(photos).where(mine).orderBy(asc(photos.created_at), asc(photos.id)).all();
}

/**
 * Whether a photograph that counts is of the way of its job's truck that began at `since`; null where it was never called
 * back. With a form only what came after that; an entry of a journal belongs to its step, whenever it comes. What was in
 * the way is the office's, or of who has the job: another driver's proves nothing of this one's visit.
 */
export function isOfWay(
  { driver_id, entry_id, created_at, step }: Pick<Photo, "driver_id" | "entry_id" | "created_at" | "step">,
  job: { driver_id: Id<"driver"> | null },
  since: Instant | null,
): boolean {
  const isTheirs = step !== "attempted" || !job.driver_id || driver_id === null || driver_id === job.driver_id;
  return isTheirs && (since === null || entry_id !== null || created_at > since);
}

/** What shows a place: where a dumpster was set down, or what was in a truck's way. */
const OF_PLACE = ["serviced", "attempted"] as const satisfies readonly PhotoStep[];
export const showsPlace = (step: PhotoStep): boolean => OF_PLACE.some((one) => one === step);
const MOST_OF_PLACE = 2;

/** The newest photographs of a job's place that other trucks brought, the one that set its dumpster down or could not: at most 2. */
export function listPhotosOfPlace(orm: Orm, jobId: Id<"job">): ShownPhoto[] {
  const others = jobsAtPlace(orm, jobId).filter((id) => id !== jobId);
  return orm
    .select(SHOWN)
    .from(photos)
    .where(and(inArray(photos.job_id, others), inArray(photos.step, [...OF_PLACE]), COUNTS))
    .orderBy(desc(photos.created_at), desc(photos.id))
    .limit(MOST_OF_PLACE)
    .all();
}

/** The jobs of the dumpster that a job is about, its own among them, and the swap that brought it. */
export function jobsAtPlace(orm: Orm, jobId: Id<"job">): Id<"job">[] {
  const job = orm.select({ unitId: jobs.unit_id }).from(jobs).where(eq(jobs.id, jobId)).get();
  if (!job) return [];
  return orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(or(eq(jobs.unit_id, job.unitId), eq(jobs.brings_unit_id, job.unitId)))
    .all()
    .map(({ id }) => id);
}
