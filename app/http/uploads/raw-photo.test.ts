import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openRawPhotos } from "./raw-photo.server";

let dir: string;
let made: number;
let isGone: boolean;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "raw-"));
  mkdirSync(join(dir, "uploads"));
  made = 0;
  isGone = false;
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const folder = { newFile: () => join(dir, isGone ? "none" : "uploads", `${made++}.part`) };
const file = () => join(dir, "uploads", readdirSync(join(dir, "uploads"))[0] ?? "");
const piece = (bytes: Buffer, length: number, offset = 0) =>
  Object.assign(Readable.from([bytes]), {
    headers: {
      "content-length": String(bytes.length),
      "upload-length": String(length),
      "upload-offset": String(offset),
    },
  }) as unknown as IncomingMessage;

it("a picture is whole though a full disk took half of a piece that it did not count", async () => {
  const receive = openRawPhotos(folder);
  const whole = Buffer.from("0123456789");
  expect(await receive(piece(whole.subarray(0, 4), 10), "drv", "a")).toEqual({ received: 4, photo: null });
  appendFileSync(file(), "45");
  expect(await receive(piece(whole.subarray(4), 10, 4), "drv", "a")).toMatchObject({
    received: 10,
    photo: { ok: true },
  });
  expect(readFileSync(file(), "utf8")).toBe("0123456789");
});

it("a disk that gives no file is said, and the same picture is taken once it does", async () => {
  const receive = openRawPhotos(folder);
  const whole = Buffer.from("0123456789");
  isGone = true;
  // More often than one driver may have parts: none of them holds a place.
  for (let n = 0; n < 8; n++) expect(await receive(piece(whole, 10), "drv", `a${n}`)).toBe(503);
  isGone = false;
  for (let n = 0; n < 8; n++)
    expect(await receive(piece(whole, 10), "drv", `a${n}`)).toMatchObject({ received: 10, photo: { ok: true } });
});

it("a piece that finds no file is said, and the picture begins anew with nothing of it left", async () => {
  const receive = openRawPhotos(folder);
  const whole = Buffer.from("0123456789");
  expect(await receive(piece(whole.subarray(0, 4), 10), "drv", "a")).toEqual({ received: 4, photo: null });
  rmSync(join(dir, "uploads"), { recursive: true });
  expect(await receive(piece(whole.subarray(4), 10, 4), "drv", "a")).toBe(503);
  mkdirSync(join(dir, "uploads"));
  expect(await receive(piece(whole.subarray(4), 10, 4), "drv", "a")).toEqual({ received: 0, photo: null });
  expect(await receive(piece(whole, 10), "drv", "a")).toMatchObject({ photo: { ok: true } });
  expect(readFileSync(file(), "utf8")).toBe("0123456789");
});

it("takes no picture of a length that is none, and none over the limit", async () => {
  const receive = openRawPhotos(folder);
  for (const length of [-1, -1e9, Number.NaN, 1e9])
    expect(await receive(piece(Buffer.from("0123456789"), length), "drv", "a")).toBe(413);
  expect(readdirSync(join(dir, "uploads"))).toEqual([]);
});

it("pieces of another length are of another picture: it begins anew, and nothing of the former stays", async () => {
  const receive = openRawPhotos(folder);
  const [former, scaled] = [Buffer.from("0123456789"), Buffer.from("abcdef")];
  expect(await receive(piece(former.subarray(0, 8), 10), "drv", "a")).toEqual({ received: 8, photo: null });
  // Behind what came of the former it is not put, nor is that taken for the whole of it.
  expect(await receive(piece(scaled.subarray(0, 0), 6, 8), "drv", "a")).toEqual({ received: 0, photo: null });
  await expect.poll(() => readdirSync(join(dir, "uploads"))).toEqual([]);
  expect(await receive(piece(scaled, 6), "drv", "a")).toMatchObject({ received: 6, photo: { ok: true } });
  expect(readFileSync(file(), "utf8")).toBe("abcdef");
});

it("one that is being kept is here whole for who asks, and another begins anew once it is kept", async () => {
  const receive = openRawPhotos(folder);
  const whole = Buffer.from("0123456789");
  const none = whole.subarray(0, 0);
  const came = await receive(piece(whole, 10), "drv", "a");
  expect(came).toMatchObject({ photo: { ok: true } });
  expect(await receive(piece(none, 10, 10), "drv", "a")).toEqual({ received: 10, photo: null });
  // Of another length, another's, or another of hers.
  expect(await receive(piece(none, 9, 9), "drv", "a")).toEqual({ received: 0, photo: null });
  expect(await receive(piece(none, 10, 10), "other", "a")).toEqual({ received: 0, photo: null });
  expect(await receive(piece(none, 10, 10), "drv", "b")).toEqual({ received: 0, photo: null });
  if (typeof came === "object") await came.photo?.discard();
  expect(readdirSync(join(dir, "uploads")).filter((name) => name === "0.part")).toEqual([]);
  expect(await receive(piece(none, 10, 10), "drv", "a")).toEqual({ received: 0, photo: null });
});

it("one that cannot be read once it is whole is refused, and can be sent again", async () => {
  const receive = openRawPhotos(folder);
  const whole = Buffer.from("0123456789");
  expect(await receive(piece(whole.subarray(0, 4), 10), "drv", "a")).toEqual({ received: 4, photo: null });
  const left = file();
  const gone = piece(whole.subarray(4), 10, 4);
  // Its name goes with the line's last byte.
  gone.on("end", () => rmSync(left));
  expect(await receive(gone, "drv", "a")).toBe(503);
  expect(await receive(piece(whole.subarray(0, 0), 10, 10), "drv", "a")).toEqual({ received: 0, photo: null });
  expect(await receive(piece(whole, 10), "drv", "a")).toMatchObject({ received: 10, photo: { ok: true } });
});
