import type { Deed } from "~/domain/kernel/deed";
import { newId, type Id } from "~/domain/kernel/ids.server";
import { countPlacePhotos, keepPlacePhoto, MOST_OF_A_PLACE } from "~/domain/photos/place-photos.server";
import type { PhotoRefusal } from "~/domain/photos/rules";
import type { Services } from "~/services.server";

export type TakePlaceResult = { ok: true; isNew: boolean } | { ok: false; code: PhotoRefusal | "enough" };

/**
 * Develops a picture of a booking's place and keeps it: drawn anew, so that nothing is in it but what it shows. `enough`
 * where as many stand there as may; else refused as a driver's photograph is.
 */
export async function takePlacePhoto(
  { db, files, photos, log }: Pick<Services, "db" | "files" | "photos" | "log">,
  deed: Deed,
  bookingId: Id<"booking">,
  { file, sha256 }: { file: string; sha256: string },
): Promise<TakePlaceResult> {
  // Asked before the work of it; the transaction asks again.
  if (countPlacePhotos(db.orm, bookingId) >= MOST_OF_A_PLACE) return { ok: false, code: "enough" };
  const developed = await photos.develop(file);
  if (!developed.ok) return developed;
  const { large, small } = developed;
  const name = `photos/${new Date(deed.now).toISOString().slice(0, 7)}/${newId("photo")}`;
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
  const kept = { sha256, width: large.width, height: large.height, bytes: large.jpeg.byteLength, path, smallPath };
  try {
    const done = await db.write((tx) => keepPlacePhoto(tx, deed, bookingId, kept));
    if (!done.ok || !done.isNew) await remove();
    return done.ok ? done : { ok: false, code: "enough" };
  } catch (error) {
    await remove();
    throw error;
  }
}
