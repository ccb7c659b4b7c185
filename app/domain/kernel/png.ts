/**
 * What can be said of a PNG without unpacking it (W3C, "PNG Specification"). 48 KB may be 400 million pixels, so its
 * measures are read, and everything that draws nothing is taken away, before anybody decodes it.
 */
export interface PngHeader {
  /** In pixels. */
  width: number;
  height: number;
}

/** A drawn signature: five times what a phone's screen has, 10 MB when it is unpacked. In pixels. */
export const LARGEST_DRAWING: PngHeader = { width: 2400, height: 1000 };

const START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const HEADER_BYTES = 29;
/**
 * Bits for each kind of colour: grey, RGB, palette, grey and RGB with transparency. No canvas makes a PNG of 16 bits,
 * which takes twice the time to draw anew.
 */
const DEPTHS: Record<number, readonly number[]> = { 0: [1, 2, 4, 8], 2: [8], 3: [1, 2, 4, 8], 4: [8], 6: [8] };
const DRAWS = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/** The measures in the first chunk; null when this is no PNG or one that we do not decode. */
export function readPngHeader(bytes: Uint8Array): PngHeader | null {
  if (bytes.length < HEADER_BYTES || START.some((byte, i) => bytes[i] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(8) !== 13 || nameAt(bytes, 12) !== "IHDR") return null;
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth = 0, colour = -1, compression, filter, interlace = 2] = bytes.subarray(24, HEADER_BYTES);
  const known = DEPTHS[colour]?.includes(depth) === true && compression === 0 && filter === 0 && interlace <= 1;
  return known && width > 0 && height > 0 ? { width, height } : null;
}

/** The same from the data URL that a browser's canvas makes. Null for anything else. */
export function readPngUrlHeader(url: string): PngHeader | null {
  const text = /^data:image\/png;base64,([A-Za-z0-9+/]{40})/.exec(url)?.[1];
  return text === undefined ? null : readPngHeader(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
}

/** Whether a drawing of these measures may be decoded or shown at all. */
export function isDrawable(header: PngHeader | null): boolean {
  return header !== null && header.width <= LARGEST_DRAWING.width && header.height <= LARGEST_DRAWING.height;
}

/**
 * The same picture with nothing but what draws it: no text, colour profile or animation, each of which can be a bomb of
 * its own, and nothing behind its end. Null when its chunks do not follow each other from header to end.
 */
export function onlyWhatDraws(png: Uint8Array): Uint8Array | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const kept: Uint8Array[] = [png.subarray(0, START.length)];
  let drawn = false;
  for (let at = START.length; at + 12 <= png.length;) {
    const end = at + 12 + view.getUint32(at);
    const name = nameAt(png, at + 4);
    if (end > png.length || (name === "IHDR") !== (at === START.length)) return null;
    if (DRAWS.has(name)) kept.push(png.subarray(at, end));
    if (name === "IDAT") drawn = true;
    if (name === "IEND") return drawn ? joined(kept) : null;
    at = end;
  }
  return null;
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
