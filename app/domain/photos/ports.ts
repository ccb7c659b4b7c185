import type { PhotoRefusal } from "./rules";

/** One size of a photograph, as a JPEG with nothing inside but its pixels. */
export interface Picture {
  jpeg: Uint8Array;
  width: number;
  height: number;
}

export type Developed =
  | { ok: true; large: Picture; small: Picture }
  | { ok: false; code: Extract<PhotoRefusal, "heic" | "not_a_picture" | "broken" | "too_many_pixels" | "busy"> };

export interface PhotosPort {
  /**
   * Reads a photograph that was sent (a file), and draws it anew in two sizes, upright, without anything else that was in
   * the file. What it is, is seen by its content, and how many pixels it has before they are decoded. At most two at once;
   * `busy` where too many wait.
   */
  develop(file: string): Promise<Developed>;
}
