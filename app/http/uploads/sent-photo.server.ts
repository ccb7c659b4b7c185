import { createHash } from "node:crypto";
import { open, rm, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { MOST_PHOTO_BYTES } from "~/domain/photos/rules";
import { reportError } from "../answers/errors.server";

/** A photograph that lies in a file of its own until the answer is sent, or why there is none. */
export type ReceivedPhoto =
  | { ok: true; file: string; bytes: number; sha256: string }
  | { ok: false; code: "too_large" | "too_many" | "no_room" };
/** The same with the name of its field. */
export type SentPhoto = ReceivedPhoto & { field: string };

/**
 * Writes what is sent to a new file, as it comes: no more of it is in memory than one piece. What is over `most` bytes is
 * read to its end and thrown away, and so is what the disk does not take: the rest of the form still arrives. Rejects when
 * the sender went away; then no file is left.
 */
export async function receivePhoto(stream: Readable, file: string, most = MOST_PHOTO_BYTES): Promise<ReceivedPhoto> {
  const hash = createHash("sha256");
  let bytes = 0;
  let refused: "too_large" | "no_room" | null = null;
  const noRoom = (error: unknown) => {
    reportError(error, { where: "uploads" });
    refused = "no_room";
    return null;
  };
  const handle: FileHandle | null = await open(file, "wx", 0o600).catch(noRoom);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) refused ??= "too_large";
      if (refused) continue;
      hash.update(chunk);
      await handle?.appendFile(chunk).catch(noRoom);
    }
  } catch (error) {
    refused = "no_room";
    throw error;
  } finally {
    await handle?.close().catch(noRoom);
    if (refused) await rm(file, { force: true }).catch(() => undefined);
  }
  return refused ? { ok: false, code: refused } : { ok: true, file, bytes, sha256: hash.digest("hex") };
}
