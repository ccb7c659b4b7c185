import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { countPlacePhotos, keepPlacePhoto, MOST_OF_A_PLACE } from "~/domain/photos/place-photos.server";
import type { PhotoRefusal } from "~/domain/photos/rules";
import type { Services } from "~/services.server";
import { developAndKeep } from "./take.server";

export type TakePlaceResult = { ok: true; isNew: boolean } | { ok: false; code: PhotoRefusal | "enough" };

/**
 * Develops a picture of a booking's place and keeps it: drawn anew, so that nothing is in it but what it shows. `enough`
 * where as many stand there as may; else refused as a driver's photograph is.
 */
export async function takePlacePhoto(
  services: Pick<Services, "db" | "files" | "photos" | "log">,
  deed: Deed,
  bookingId: Id<"booking">,
  { file, sha256 }: { file: string; sha256: string },
): Promise<TakePlaceResult> {
  // Asked before the work of it; the transaction asks again.
  if (countPlacePhotos(services.db.orm, bookingId) >= MOST_OF_A_PLACE) return { ok: false, code: "enough" };
  return developAndKeep(services, deed, file, (tx, pictures): TakePlaceResult => {
    const done = keepPlacePhoto(tx, deed, bookingId, { sha256, ...pictures });
    return done.ok ? done : { ok: false, code: "enough" };
  });
}
