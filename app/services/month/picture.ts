import { crc32, deflateSync } from "node:zlib";

/** A made-up photograph of a dumpster, for the drivers of a made-up month: a small PNG, no two alike. */

type Colour = readonly [red: number, green: number, blue: number];
const WIDTH = 480;
const HEIGHT = 320;
const SKY: Colour = [168, 205, 226];
const GROUND: Colour = [150, 148, 140];
const LAWN: Colour = [104, 148, 84];
const STEEL: readonly Colour[] = [
  [22, 92, 94],
  [156, 72, 30],
  [58, 70, 104],
];
const START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** `look` from 0 to below 1: where it stands, its colour and the light. */
export function dumpsterPicture(look: number): Buffer {
  const left = 90 + Math.floor(look * 80);
  const right = left + 240;
  const steel = STEEL[Math.floor(look * 97) % STEEL.length] ?? STEEL[0];
  const light = 0.85 + (Math.floor(look * 1_000_003) % 30) / 100;
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const slant = Math.floor((y - 130) / 4);
      const isSteel = y >= 130 && y < 250 && x >= left + slant && x < right - slant;
      const isRib = isSteel && (x - left) % 40 < 5;
      const colour = isSteel && steel ? steel : y < 150 ? SKY : x < 60 ? LAWN : GROUND;
      const shade = light * (isRib ? 0.8 : 1);
      const at = y * (1 + WIDTH * 3) + 1 + x * 3;
      colour.forEach((part, i) => (rows[at + i] = Math.min(255, Math.round(part * shade))));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  // Eight bits of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([START, piece("IHDR", head), piece("IDAT", deflateSync(rows)), piece("IEND", Buffer.alloc(0))]);
}

function piece(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
