import type { PicturesPort, RedrawnPicture } from "~/domain/documents/ports";
import { isDrawable, LARGEST_DRAWING, onlyWhatDraws, readPngHeader } from "~/domain/kernel/png";

/** Printed less than an inch high: 300 dots to the inch. In pixels. */
const KEPT = { width: 800, height: 320 };
const COLOURS = 16;
/** Looking for the best 16 colours costs half a second of a core for a hostile picture at the usual effort (7). */
const EFFORT = 1;
/** One takes 170 ms of a core at most, twice that on a busy machine: the last of these waits some seconds. */
const MOST_WAITING = 10;
const TIMEOUT_SECONDS = 5;

/**
 * Pictures by libvips (sharp), one at a time, beside the event loop. It is loaded when the first one comes, and takes
 * 25 MB from then on.
 */
export function createPicturesAdapter(): PicturesPort {
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting++;
    const turn = queue.then(work).finally(() => waiting--);
    queue = turn.catch(() => {});
    return turn;
  }

  return {
    async redraw(png) {
      const drawing = isDrawable(readPngHeader(png)) ? onlyWhatDraws(png) : null;
      if (!drawing) return { ok: false, code: "refused" };
      if (waiting >= MOST_WAITING) return { ok: false, code: "busy" };
      return inTurn(() => decodeAndEncode(drawing));
    },
  };
}

async function decodeAndEncode(drawing: Uint8Array): Promise<RedrawnPicture> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const png = await sharp(drawing, {
      limitInputPixels: LARGEST_DRAWING.width * LARGEST_DRAWING.height,
      failOn: "warning",
    })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize({ ...KEPT, fit: "inside", withoutEnlargement: true })
      .png({ palette: true, colours: COLOURS, effort: EFFORT, compressionLevel: 9 })
      .toBuffer();
    return { ok: true, png };
  } catch {
    // Cut off, a wrong checksum, or no pixels behind a true header: all of it is what somebody sent.
    return { ok: false, code: "refused" };
  }
}
