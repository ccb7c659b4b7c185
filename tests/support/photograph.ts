import sharp from "sharp";

/** A photograph as a phone takes it: lying on its side, with the place and the owner inside. */
export async function photograph(width = 1200, height = 800, colour = "#3a7"): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([{ input: { create: { width: 40, height: 40, channels: 3, background: "#c00" } }, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Artist: "Dana at home" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "28/1 32/1 0/1" },
    })
    .jpeg()
    .toBuffer();
}

/** One that does not compress, as a camera's does not. */
export const noisePicture = (width: number, height: number, quality = 90): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 40 } },
  })
    .jpeg({ quality })
    .toBuffer();

/** The first bytes of an iPhone's own format. */
export const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic"), Buffer.alloc(4_000, 7)]);
