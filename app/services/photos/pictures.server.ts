import type { Tx } from "#db/client.server";
import type { Deed } from "~/domain/kernel/deed";
import { newId } from "~/domain/kernel/ids.server";
import type { Instant } from "~/domain/kernel/time.server";
import type { NewPhoto } from "~/domain/photos/photos.server";
import type { PhotoRefusal } from "~/domain/photos/rules";
import type { Services } from "~/services.server";

/** What a row keeps of a photograph's two pictures. */
export type Pictures = Pick<NewPhoto, "width" | "height" | "bytes" | "path" | "smallPath">;

/** Where the pictures of a month lie. */
export const folderOf = (at: Instant): string => `photos/${new Date(at).toISOString().slice(0, 7)}`;

/**
 * Develops what was received: drawn anew, so that nothing is in it but what it shows. Both pictures on the disk first, then
 * the row by `keep`; where that needs them not (the same one came before), or throws, they go. Refused for what is no
 * photograph, with `busy` where too many wait, and with `no_room` when the disk takes no more.
 */
export async function keepPictures<T extends { isNew: boolean }>(
  { db, files, photos, log }: Pick<Services, "db" | "files" | "photos" | "log">,
  deed: Deed,
  file: string,
  keep: (tx: Tx, pictures: Pictures) => T,
): Promise<{ ok: true; kept: T } | { ok: false; code: PhotoRefusal }> {
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
    return { ok: true, kept };
  } catch (error) {
    await remove();
    throw error;
  }
}
