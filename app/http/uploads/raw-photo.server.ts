import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { MOST_PHOTO_BYTES } from "~/domain/photos/rules";
import { reportError } from "../answers/errors.server";
import type { SentPhoto } from "./sent-photo.server";
import type { UploadFolder } from "./upload-folder.server";

interface Part {
  file: string;
  bytes: number;
  /** Of the whole, as its pieces say: pieces of another length are of another picture. */
  length: number;
  isBusy: boolean;
  forget: NodeJS.Timeout | undefined;
}

/** A part that nobody goes on with goes. */
const KEPT_MS = 30 * 60_000;
const MOST_PARTS = 60;
const MOST_OF_ONE = 6;

/** So much of a picture is here; whole, it is the photograph, and its caller's until it is discarded. */
export type RawPhoto = { received: number; photo: (SentPhoto & { discard(): Promise<void> }) | null };

/**
 * Pictures that come raw, and piece by piece over a line that breaks: `Upload-Offset` says where a piece begins,
 * `Upload-Length` how long the whole is. What had arrived stays when the line breaks; a piece that begins elsewhere is
 * not taken, and is told how much is here. Another process, and a whole of another length, begin anew.
 */
export function openRawPhotos(folder: UploadFolder) {
  const parts = new Map<string, Part>();
  /** Whole ones that are being kept at this moment: how long they are. */
  const whole = new Map<string, number>();

  const drop = (key: string) => {
    const part = parts.get(key);
    clearTimeout(part?.forget);
    parts.delete(key);
    return part;
  };
  const forgetLater = (key: string) =>
    setTimeout(() => void rm(drop(key)?.file ?? "", { force: true }).catch(() => undefined), KEPT_MS).unref();

  /** `name`: which of its owner's; a status where it is refused. */
  return async function receive(req: IncomingMessage, owner: string, name: string): Promise<RawPhoto | 413 | 503> {
    const key = `${owner} ${name}`;
    const told = Number(req.headers["content-length"] ?? Number.NaN);
    const offset = Number(req.headers["upload-offset"] ?? 0);
    const length = Number(req.headers["upload-length"] ?? told);
    if (!(length >= 0 && length <= MOST_PHOTO_BYTES)) return 413;
    // Its answer is on the way, or was lost while it is being kept: all of it is here.
    if (whole.get(key) === length && offset === length) {
      req.resume();
      return { received: length, photo: null };
    }
    const found = parts.get(key);
    const isOther = found !== undefined && !found.isBusy && found.length !== length;
    if (isOther) void rm(drop(key)?.file ?? "", { force: true }).catch(() => undefined);
    const before = isOther ? undefined : found;
    if (before?.isBusy || (before?.bytes ?? 0) !== offset) {
      req.resume();
      return { received: before?.bytes ?? 0, photo: null };
    }
    const mine = [...parts.keys()].filter((one) => one.startsWith(`${owner} `)).length;
    if (!before && (parts.size >= MOST_PARTS || mine >= MOST_OF_ONE)) return 503;
    clearTimeout(before?.forget);
    const part = before ?? { file: folder.newFile(), bytes: 0, length };
    // Nothing forgets it while it comes: another name of the same key may have its place by then.
    parts.set(key, { ...part, isBusy: true, forget: undefined });
    const bytes = await append(req, part.file, part.bytes, length).catch(reported);
    if (bytes === null) {
      // The disk gave no file. Kept as busy, it would have its place until the process ends.
      drop(key);
      await rm(part.file, { force: true });
      req.resume();
      return 503;
    }
    if (bytes < length) {
      parts.set(key, { file: part.file, bytes, length, isBusy: false, forget: forgetLater(key) });
      return { received: bytes, photo: null };
    }
    drop(key);
    whole.set(key, length);
    const discard = async () => {
      whole.delete(key);
      await rm(part.file, { force: true });
    };
    const sha256 = await hashOf(part.file).catch(reported);
    if (sha256 === null) {
      // Said to be whole, it would never be sent again.
      await discard();
      return 503;
    }
    return { received: bytes, photo: { field: "photo", ok: true, file: part.file, bytes, sha256, discard } };
  };
}

function reported(error: unknown): null {
  reportError(error, { where: "uploads" });
  return null;
}

/** Writes what comes behind what is there, up to `most`; a line that breaks ends it. Returns how much is there then. */
async function append(req: IncomingMessage, file: string, from: number, most: number): Promise<number> {
  const handle = await open(file, "a", 0o600);
  let bytes = from;
  try {
    // A disk that was full may have taken half of a piece that was not counted.
    await handle.truncate(from);
    for await (const chunk of req as AsyncIterable<Buffer>) {
      const piece = chunk.subarray(0, most - bytes);
      await handle.appendFile(piece);
      bytes += piece.length;
    }
  } catch {
    // The line broke, or the disk is full: the phone asks how far it came.
  } finally {
    await handle.close();
  }
  return bytes;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest("hex");
}
