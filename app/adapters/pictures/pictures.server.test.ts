import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readPngHeader } from "~/domain/kernel/png";
import { drawing, makePng, pngChunk } from "../../../tests/support/png";
import { createPicturesAdapter } from "./pictures.server";

const pictures = createPicturesAdapter();

async function redrawn(png: Buffer): Promise<Buffer> {
  const result = await pictures.redraw(png);
  if (!result.ok) throw new Error(result.code);
  return Buffer.from(result.png);
}

describe("a drawing", { timeout: 30_000 }, () => {
  it("is scaled down to what is printed, with its strokes and its transparency", async () => {
    const png = await redrawn(drawing(2400, 1000));
    expect(readPngHeader(png)).toEqual({ width: 768, height: 320 });
    expect(png.length).toBeLessThan(10_000);
    const { channels } = await sharp(png).ensureAlpha().stats();
    expect([channels[3]?.min, (channels[3]?.max ?? 0) > 60]).toEqual([0, true]);
  });

  it("keeps its size where it is small", async () => {
    expect(readPngHeader(await redrawn(drawing(200, 80)))).toEqual({ width: 200, height: 80 });
  });

  it.each<[string, Parameters<typeof makePng>[0]]>([
    ["grey, 1 bit", { width: 60, height: 20, depth: 1, colour: 0 }],
    ["a palette", { width: 60, height: 20, colour: 3, extra: [pngChunk("PLTE", Buffer.from([1, 2, 3]))] }],
    ["interlaced", { width: 60, height: 20, interlace: 1, pixels: Buffer.alloc(9_000) }],
    ["animated", { width: 60, height: 20, extra: [pngChunk("acTL", Buffer.from([0, 0, 0, 9, 0, 0, 0, 0]))] }],
    [
      "100 MB of text in 100 KB",
      {
        width: 60,
        height: 20,
        extra: [pngChunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(100_000_000))]))],
      },
    ],
    [
      "100 MB of colour profile in 100 KB",
      {
        width: 60,
        height: 20,
        extra: [pngChunk("iCCP", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(100_000_000))]))],
      },
    ],
    ["100 MB behind the pixels", { width: 60, height: 20, pixels: Buffer.alloc(100_000_000) }],
  ])("with %s becomes a plain one", async (_what, wish) => {
    const png = await redrawn(makePng(wish));
    expect(readPngHeader(png)).toEqual({ width: 60, height: 20 });
    expect(png.toString("latin1")).not.toMatch(/zTXt|iCCP|acTL/);
    expect(png.length).toBeLessThan(2_000);
  });

  const good = drawing();
  it.each<[string, Buffer]>([
    ["20,000 × 20,000 in 50 KB", makePng({ width: 20_000, height: 20_000, depth: 1, colour: 0 })],
    ...[0, 2, 4, 6].map((colour): [string, Buffer] => [
      `16 bits, twice the work, of kind ${colour}`,
      makePng({ width: 60, height: 20, depth: 16, colour }),
    ]),
    ["one pixel too wide", makePng({ width: 2401, height: 10 })],
    ["one pixel too high", makePng({ width: 10, height: 1001 })],
    ["one cut off in the middle", good.subarray(0, good.length / 2)],
    ["fewer pixels than it says", makePng({ width: 600, height: 320, pixels: Buffer.alloc(100) })],
    [
      "no pixels that can be unpacked",
      Buffer.concat([good.subarray(0, 33), pngChunk("IDAT", Buffer.from("none")), pngChunk("IEND", Buffer.alloc(0))]),
    ],
    [
      "a wrong checksum of the header",
      Buffer.concat([good.subarray(0, 8), pngChunk("IHDR", good.subarray(16, 29), 1), good.subarray(33)]),
    ],
    ["a palette picture without its palette", makePng({ width: 9, height: 9, colour: 3 })],
    ["a JPEG", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200)])],
    ["an SVG", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`)],
    ["nothing", Buffer.alloc(0)],
  ])("is refused: %s", async (_what, png) => {
    expect(await pictures.redraw(png)).toEqual({ ok: false, code: "refused" });
  });

  it("is small whatever it shows", async () => {
    const noise = await sharp({
      create: {
        width: 800,
        height: 320,
        channels: 3,
        background: "#fff",
        noise: { type: "gaussian", mean: 128, sigma: 90 },
      },
    })
      .png()
      .toBuffer();
    expect((await redrawn(noise)).length).toBeLessThan(130_000);
  });

  it("waits for the one before it, and is refused where too many wait", async () => {
    const wide = drawing(2400, 1000);
    const results = await Promise.all(Array.from({ length: 30 }, () => pictures.redraw(wide)));
    expect(results.filter((result) => result.ok)).toHaveLength(10);
    expect(results.slice(10).every((result) => !result.ok && result.code === "busy")).toBe(true);
    expect((await pictures.redraw(wide)).ok).toBe(true);
  });
});
