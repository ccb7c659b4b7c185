import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HEIC, photograph } from "../../../tests/support/photograph";
import { makePng } from "../../../tests/support/png";
import { createPhotosAdapter } from "./photos.server";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "photos-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let names = 0;
function develop(bytes: Uint8Array, photos = createPhotosAdapter()) {
  const file = join(folder, `${names++}`);
  writeFileSync(file, bytes);
  return photos.develop(file);
}

describe("a photograph", { timeout: 30_000 }, () => {
  it("stands upright, in two sizes, with nothing of its owner inside", async () => {
    const sent = await photograph(3000, 2000);
    expect(sent.toString("latin1")).toContain("Dana at home");
    const done = await develop(sent);
    if (!done.ok) throw new Error(done.code);
    expect([done.large.width, done.large.height, done.small.width, done.small.height]).toEqual([1365, 2048, 320, 480]);
    for (const { jpeg } of [done.large, done.small]) {
      const meta = await sharp(jpeg).metadata();
      expect([meta.format, meta.exif, meta.orientation, meta.xmp, meta.iptc]).toEqual([
        "jpeg",
        ...Array(4).fill(undefined),
      ]);
      expect(Buffer.from(jpeg).toString("latin1")).not.toContain("Dana");
    }
    // The red corner was at the top left of a picture that lay on its side.
    const { data, info } = await sharp(done.large.jpeg).raw().toBuffer({ resolveWithObject: true });
    const corner = (5 * info.width + info.width - 6) * info.channels;
    expect((data[corner] ?? 0) > 150 && (data[corner + 1] ?? 255) < 80).toBe(true);
  });

  it("may be a PNG or a WebP, and a hole in it is white", async () => {
    const clear = {
      create: { width: 90, height: 60, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    };
    for (const sent of [await sharp(clear).png().toBuffer(), await sharp(clear).webp().toBuffer()]) {
      const done = await develop(sent);
      if (!done.ok) throw new Error(done.code);
      expect((await sharp(done.large.jpeg).stats()).channels.map(({ mean }) => mean)).toEqual([255, 255, 255]);
    }
  });

  it.each<[string, string, () => Uint8Array | Promise<Uint8Array>]>([
    ["an iPhone's own format", "heic", () => HEIC],
    ["an SVG", "not_a_picture", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")],
    [
      "a GIF",
      "not_a_picture",
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
          .gif()
          .toBuffer(),
    ],
    ["nothing", "not_a_picture", () => new Uint8Array()],
    ["the first half of one", "broken", async () => (await photograph(900, 900)).subarray(0, 3_000)],
    ["a head without a body", "broken", () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
    [
      "a PNG of 48 KB with 400 million pixels",
      "too_many_pixels",
      () => makePng({ width: 20_000, height: 20_000, depth: 1, colour: 0 }),
    ],
    ["a line of 21,000 pixels", "too_many_pixels", () => makePng({ width: 21_000, height: 2, depth: 1, colour: 0 })],
  ])("is refused: %s", async (_what, code, sent) => {
    expect(await develop(await sent())).toEqual({ ok: false, code });
  });

  it("waits for its turn, and is refused where too many wait", async () => {
    const photos = createPhotosAdapter();
    const sent = await photograph(1600, 1200);
    const all = await Promise.all(Array.from({ length: 40 }, () => develop(sent, photos)));
    const busy = all.filter((done) => !done.ok && done.code === "busy").length;
    expect([all.filter(({ ok }) => ok).length, busy]).toEqual([26, 14]);
    expect((await develop(sent, photos)).ok).toBe(true);
  });
});
