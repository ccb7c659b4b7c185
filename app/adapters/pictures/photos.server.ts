import { open } from "node:fs/promises";
import { PICTURE_HEAD, pictureType } from "~/domain/kernel/picture-type";
import type { Developed, PhotosPort, Picture } from "~/domain/photos/ports";

/** The longer sides of what is kept, in pixels. */
const LARGE = { pixels: 2048, quality: 80 };
const SMALL = { pixels: 480, quality: 72 };
/** What a phone takes at its largest; a JPEG is scaled while it is read, the others are decoded whole. */
const MOST_PIXELS = { jpeg: 64_000_000, png: 25_000_000, webp: 25_000_000 };
const AT_ONCE = 2;
/** One takes half a second of a core: the last of these waits some seconds. */
const MOST_WAITING = 24;
const TIMEOUT_SECONDS = 20;
/** Of one side: a line of pixels that is longer is no photograph. */
const LONGEST_SIDE = 20_000;

/** Photographs by libvips (sharp), two at a time beside the event loop. Nothing of what was sent is passed on. */
export function createPhotosAdapter(): PhotosPort {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // A place that is given back goes to who waits longest, without being free in between.
    if (running < AT_ONCE) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    async develop(file) {
      const type = pictureType(await headOf(file));
      if (type === null) return { ok: false, code: "not_a_picture" };
      if (type === "heic") return { ok: false, code: "heic" };
      if (waiting.length >= MOST_WAITING) return { ok: false, code: "busy" };
      return inTurn(() => decodeAndEncode(file, MOST_PIXELS[type]));
    },
  };
}

async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PICTURE_HEAD), 0, PICTURE_HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function decodeAndEncode(file: string, mostPixels: number): Promise<Developed> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  const reading = { limitInputPixels: false, failOn: "error", sequentialRead: true } as const;
  try {
    // The header only: no pixel is decoded for it.
    const { width = 0, height = 0 } = await sharp(file, reading).metadata();
    if (width * height > mostPixels || Math.max(width, height) > LONGEST_SIDE)
      return { ok: false, code: "too_many_pixels" };
    const { data: large, info } = await sharp(file, { ...reading, limitInputPixels: mostPixels })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width: LARGE.pixels, height: LARGE.pixels, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .jpeg({ quality: LARGE.quality })
      .toBuffer({ resolveWithObject: true });
    const { data: small, info: smallInfo } = await sharp(large)
      .resize({ width: SMALL.pixels, height: SMALL.pixels, fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: SMALL.quality })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, large: picture(large, info), small: picture(small, smallInfo) };
  } catch {
    // Cut off, or no pixels behind a true header: all of it is what somebody sent.
    return { ok: false, code: "broken" };
  }
}

const picture = (jpeg: Uint8Array, { width, height }: { width: number; height: number }): Picture => ({
  jpeg,
  width,
  height,
});
