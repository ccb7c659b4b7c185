/** What a picture is, by its first bytes: a name and a content type are only what somebody says. Pure. */

export type PictureType = "jpeg" | "png" | "webp" | "heic";

/** Bytes that `pictureType` needs. */
export const PICTURE_HEAD = 32;

/** The brands of ISO files by which phones keep photographs (HEIF, HEIC, AVIF). */
const HEIF = /^(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1|avif|avis)/;

/** Null for what is no picture of these kinds. */
export function pictureType(head: Uint8Array): PictureType | null {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && HEIF.test(text(8, 12))) return "heic";
  return null;
}
