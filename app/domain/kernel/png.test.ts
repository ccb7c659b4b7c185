import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataUrl, drawing, makePng, pngChunk } from "../../../tests/support/png";
import { isDrawable, onlyWhatDraws, readPngHeader, readPngUrlHeader } from "./png";

describe("a PNG's header", () => {
  it("tells width and height, from the bytes and from a data URL alike", () => {
    const png = makePng({ width: 300, height: 7 });
    expect(readPngHeader(png)).toEqual({ width: 300, height: 7 });
    expect(readPngUrlHeader(dataUrl(png))).toEqual({ width: 300, height: 7 });
  });

  it.each<[string, Buffer]>([
    ["a JPEG", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])],
    ["an SVG", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>`)],
    ["a WebP", Buffer.from(`RIFF\x24\0\0\0WEBPVP8 ${"\0".repeat(40)}`, "latin1")],
    ["one cut off in its header", makePng({ width: 3, height: 3 }).subarray(0, 28)],
    ["no pixels", makePng({ width: 0, height: 3, pixels: Buffer.alloc(9) })],
    ["three bits for each colour", makePng({ width: 3, height: 3, depth: 3 })],
    ["sixteen bits of palette", makePng({ width: 3, height: 3, depth: 16, colour: 3 })],
    ["an unknown interlacing", makePng({ width: 3, height: 3, interlace: 2 })],
  ])("is not read from %s", (_what, bytes) => {
    expect(readPngHeader(bytes)).toBeNull();
    expect(readPngUrlHeader(dataUrl(bytes))).toBeNull();
  });

  it("draws the line at 2,400 × 1,000", () => {
    expect(isDrawable({ width: 2400, height: 1000 })).toBe(true);
    expect(
      [{ width: 2401, height: 1 }, { width: 1, height: 1001 }, { width: 0xffffffff, height: 0xffffffff }, null].some(
        isDrawable,
      ),
    ).toBe(false);
  });
});

describe("what draws a PNG", () => {
  const end = pngChunk("IEND", Buffer.alloc(0));

  it("is kept, and nothing else", () => {
    const plain = makePng({
      width: 5,
      height: 5,
      colour: 3,
      extra: [pngChunk("PLTE", Buffer.from([1, 2, 3])), pngChunk("tRNS", Buffer.from([9]))],
    });
    const full = makePng({
      width: 5,
      height: 5,
      colour: 3,
      extra: ["zTXt", "iCCP", "iTXt", "eXIf", "acTL", "fcTL"]
        .map((name) => pngChunk(name, Buffer.alloc(50)))
        .concat([pngChunk("PLTE", Buffer.from([1, 2, 3])), pngChunk("tRNS", Buffer.from([9]))]),
    });
    expect(Buffer.from(onlyWhatDraws(Buffer.concat([full, Buffer.from("and a program behind it")])) ?? [])).toEqual(
      plain,
    );
  });

  it.each<[string, Buffer]>([
    ["without an end", drawing().subarray(0, -12)],
    ["without pixels", Buffer.concat([drawing().subarray(0, 33), end])],
    ["with two headers", Buffer.concat([drawing().subarray(0, 33), drawing().subarray(8)])],
    [
      "with a chunk that is longer than the file",
      Buffer.concat([
        drawing().subarray(0, 33),
        Buffer.from([0xff, 0xff, 0xff, 0xff]),
        Buffer.from("IDAT"),
        Buffer.alloc(20),
      ]),
    ],
  ])("cannot be told %s", (_what, png) => {
    expect(onlyWhatDraws(png)).toBeNull();
  });

  it("never throws and never loops, whatever is sent", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(400), (noise, at) => {
        const png = Buffer.from(drawing(40, 10));
        png.set(noise.subarray(0, Math.max(0, png.length - at)), Math.min(at, png.length));
        readPngHeader(png);
        onlyWhatDraws(png);
        onlyWhatDraws(noise);
      }),
      { numRuns: 300 },
    );
  });
});
