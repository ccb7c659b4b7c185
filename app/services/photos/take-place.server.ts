import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { countPlacePhotos, keepPlacePhoto, MOST_OF_A_PLACE } from "~/domain/photos/place-photos.server";
import type { PhotoRefusal } from "~/domain/photos/rules";
import type { Services } from "~/services.server";
import { keepPictures } from "./pictures.server";

export type TakePlaceResult = { ok: true; isNew: boolean } | { ok: false; code: PhotoRefusal | "enough" };

/**
 * Develops a picture of a booking's place and keeps it. `enough` where as many stand there as may; else refused as a
 * driver's photograph is.
 */
export async function takePlacePhoto(
  services: Pick<Services, "db" | "files" | "photos" | "log">,
  deed: Deed,
  bookingId: Id<"booking">,
  { file, sha256 }: { file: string; sha256: string },
): Promise<TakePlaceResult> {
  // Asked before the work of it; the transaction asks again.
  if (countPlacePhotos(services.db.orm, bookingId) >= MOST_OF_A_PLACE) return { ok: false, code: "enough" };
  const done = await keepPictures(services, deed, file, (tx, pictures) => {
    const one = keepPlacePhoto(tx, deed, bookingId, { sha256, ...pictures });
    return { ok: one.ok, isNew: one.ok && one.isNew };
  });
  if (!done.ok) return done;
  return done.kept.ok ? { ok: true, isNew: done.kept.isNew } : { ok: false, code: "enough" };
}
