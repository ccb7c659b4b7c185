import { writeFileSync } from "node:fs";
import QRCode from "qrcode";

/** Pixels of the picture, and of one module of the code. */
const [WIDTH, HEIGHT, MODULE] = [640, 480, 10];
const [BLACK, WHITE, GREY] = [16, 235, 128];

/** A film of a label's code, as a camera that is held before it sees it: for Chromium's own stand-in of a camera. */
export function filmCode(file: string, text: string): string[] {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - modules.size * MODULE) / 2)) as [number, number];
  for (let y = 0; y < modules.size * MODULE; y++)
    for (let x = 0; x < modules.size * MODULE; x++)
      if (modules.get(Math.floor(y / MODULE), Math.floor(x / MODULE))) luma[(top + y) * WIDTH + left + x] = BLACK;
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, frame, frame]));
  return ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${file}`];
}
