import type * as QrModule from "qrcode";
import { createRequire } from "node:module";

/** A QR code as one drawing: `size` modules each way, `path` of its dark ones in SVG's words. */
export interface QrDrawing {
  size: number;
  path: string;
}

/** Draws a text as a QR code, with the error correction that a screen needs. */
export function drawQr(text: string): QrDrawing {
  // At first use: few processes draw one, and it brings sixty files along.
  const { create } = createRequire(import.meta.url)("qrcode") as typeof QrModule;
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const dark = Array.from(data, (one, at) => (one ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : ""));
  return { size, path: dark.join("") };
}
