import { deflateSync } from "node:zlib";

const START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface PngWish {
  width: number;
  height: number;
  depth?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and 6 RGB with transparency. */
  colour?: number;
  interlace?: number;
  /** What is packed as the pixels; zeros of the right length when missing. */
  pixels?: Buffer;
  /** Chunks between header and pixels. */
  extra?: Buffer[];
}

/** A PNG as the standard describes it, or as a stranger would break it. */
export function makePng({ width, height, depth = 8, colour = 6, interlace = 0, pixels, extra = [] }: PngWish): Buffer {
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour] ?? 4;
  const row = 1 + Math.ceil((width * channels * depth) / 8);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    START,
    pngChunk("IHDR", header),
    ...extra,
    pngChunk("IDAT", deflateSync(pixels ?? Buffer.alloc(row * height))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngChunk(
  name: string,
  data: Buffer,
  checksum = crc(Buffer.concat([Buffer.from(name, "latin1"), data])),
): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(checksum >>> 0, 8 + data.length);
  return chunk;
}

/** Black strokes on nothing, as a canvas gives them. */
export function drawing(width = 600, height = 320): Buffer {
  const row = 1 + width * 4;
  const pixels = Buffer.alloc(row * height);
  for (let x = 0; x < width; x++)
    pixels.set([14, 31, 30, 255], Math.floor(height / 2 + (height / 3) * Math.sin(x / 20)) * row + 1 + x * 4);
  return makePng({ width, height, pixels });
}

export function dataUrl(png: Buffer, type = "image/png"): string {
  return `data:${type};base64,${png.toString("base64")}`;
}

const TABLE = Array.from({ length: 256 }, (_, n) =>
  Array.from({ length: 8 }).reduce((c: number) => (c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1), n),
);

function crc(bytes: Buffer): number {
  return ~bytes.reduce((sum, byte) => (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0), ~0);
}
