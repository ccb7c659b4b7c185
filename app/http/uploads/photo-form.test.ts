import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "~/domain/kernel/ids.server";
import { photoForm, type Photos } from "../../../tests/support/drive";
import { readPhotoForm } from "./photo-form.server";
import type { SentPhoto } from "./sent-photo.server";
import { openUploadFolder, type UploadFolder } from "./upload-folder.server";

const MB = 1024 * 1024;
let server: Server;
let dataDir: string;
let folder: UploadFolder;
let photos: SentPhoto[] = [];
let outcome: Promise<string>;
let told: (words: string) => void;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "uploads-"));
  folder = openUploadFolder(dataDir);
  server = createServer((req, res) => {
    photos = [];
    readPhotoForm(req, { newFile: () => folder.newFile() }, photos).then(
      (body) => {
        told(String(body));
        res.end(String(body));
      },
      (error: NodeJS.ErrnoException) => told(`rejected ${error.code}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

// What a test leaves that failed is no fault of those after it.
afterEach(() => {
  for (const name of left()) rmSync(join(dataDir, "uploads", name));
});

const port = () => (server.address() as AddressInfo).port;
const left = () => readdirSync(join(dataDir, "uploads"));
const listen = () => (outcome = new Promise((resolve) => (told = resolve)));
/** The plain body that the form became, and what is said of its photographs. */
async function send(fields: Record<string, string>, sent: Photos) {
  void listen();
  const answer = await fetch(`http://127.0.0.1:${port()}/`, photoForm(fields, sent));
  const body = await answer.text();
  const seen = photos.map((photo) => (photo.ok ? [photo.field, photo.bytes] : [photo.field, photo.code]));
  for (const photo of photos) if (photo.ok) rmSync(photo.file);
  return { body, seen };
}
const file = (bytes: number, fill = 1) => ({ bytes: Buffer.alloc(bytes, fill), name: "a.jpg" });

describe("a form with photographs", () => {
  it("becomes a plain form and a file for each", async () => {
    void listen();
    await fetch(
      `http://127.0.0.1:${port()}/`,
      photoForm({ intent: "report", note: "Gate & fence" }, { photo: [file(3 * MB), file(7)] }),
    );
    expect(await outcome).toBe("intent=report&note=Gate+%26+fence");
    // Written beside each other: the small one may be there first.
    const one = photos.find((photo) => photo.ok && photo.bytes > 7);
    if (!one?.ok || photos.length !== 2) throw new Error("not kept");
    expect([one.bytes, one.sha256, sha256(readFileSync(one.file))]).toEqual([
      3 * MB,
      sha256(file(3 * MB).bytes),
      one.sha256,
    ]);
    for (const photo of photos) if (photo.ok) rmSync(photo.file);
  });

  // Thirty megabytes through one thread, which may share its core with many.
  it("keeps everything else where a photograph is too large, one too many, or none", { timeout: 90_000 }, async () => {
    expect(await send({ a: "1" }, { photo: [file(15 * MB), file(15 * MB + 1)] })).toEqual({
      body: "a=1",
      seen: [
        ["photo", 15 * MB],
        ["photo", "too_large"],
      ],
    });
    const six = await send({ a: "1" }, { photo: [1, 2, 3, 4, 5, 6].map((n) => file(n)) });
    // Written beside each other: which is done first is the disk's matter.
    expect(six.seen.map(([, what]) => what).sort()).toEqual([1, 2, 3, 4, "too_many", "too_many"]);
    expect(await send({ a: "1" }, { photo: [{ bytes: new Uint8Array(), name: "" }] })).toEqual({
      body: "a=1",
      seen: [],
    });
    expect(left()).toEqual([]);
  });

  it("keeps everything else where the disk takes nothing", async () => {
    const whole = folder;
    folder = { newFile: () => join(dataDir, "no", "such", "folder") };
    try {
      expect(await send({ a: "1" }, { photo: [file(MB)] })).toEqual({ body: "a=1", seen: [["photo", "no_room"]] });
    } finally {
      folder = whole;
    }
  });

  it("is refused where it has more words or fields than any of ours", async () => {
    expect((await send({ note: "a".repeat(70_000) }, { photo: [file(10)] })).body).toBe("413");
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, "1"]));
    expect((await send(many, {})).body).toBe("413");
  });

  const part = (disposition: string, text: string) => `--x\r\nContent-Disposition: ${disposition}\r\n\r\n${text}\r\n`;
  const A = part('form-data; name="a"', "1");
  it.each([
    ["ends in a part's head", "boundary=x", `${A}--x\r\nContent-Disp`, "a=1"],
    ["ends in a photograph", "boundary=x", A + part('form-data; name="photo"; filename="a.jpg"', "abc"), "a=1"],
    ["has a part without a name", "boundary=x", `${part("form-data", "who?")}${A}--x--`, "a=1"],
    [
      "has letters that nobody knows",
      "boundary=x",
      `${part('form-data; name="b"\r\nContent-Type: text/plain; charset=utf-7', "+ADw-")}${A}--x--`,
      "a=1",
    ],
    ["has a photograph without a name", "boundary=x", `${A}${part('form-data; filename="a.jpg"', "who?")}--x--`, "a=1"],
    ["ends in one", "boundary=x", A + part('form-data; filename="a.jpg"', "who?"), "a=1"],
    ["says no boundary", "boundary=", `${A}--x--`, ""],
    ["says nothing of one", "charset=utf-8", `${A}--x--`, ""],
    ["says one that no head takes", `boundary="x; y`, `${A}--x--`, ""],
  ])("counts as far as it goes where it %s, and nobody else hears of it", async (_why, says, body, plain) => {
    void listen();
    const headers = { "Content-Type": `multipart/form-data; ${says}` };
    const answer = await fetch(`http://127.0.0.1:${port()}/`, { method: "POST", headers, body });
    expect(await answer.text()).toBe(plain);
    for (const photo of photos) if (photo.ok) rmSync(photo.file);
    expect(left()).toEqual([]);
  });

  it("leaves nothing behind when its sender goes away in the middle", async () => {
    expect(left()).toEqual([]);
    void listen();
    const socket = connect({ host: "127.0.0.1", port: port() });
    socket.on("error", () => undefined);
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999999\r\n\r\n--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n${"a".repeat(50_000)}`,
    );
    await expect.poll(left).toHaveLength(1);
    socket.destroy();
    expect(await outcome).toBe("rejected ECONNRESET");
    expect(left()).toEqual([]);
  });
});

it("what a process left behind that is no more goes at the next start; what another is writing stays", () => {
  const uploads = join(dataDir, "uploads");
  const name = (pid: number) => `${pid}-${"a".repeat(24)}.part`;
  for (const one of [name(4_000_000), name(process.pid), name(process.ppid), "note.txt"])
    writeFileSync(join(uploads, one), "x");
  openUploadFolder(dataDir);
  expect(left().toSorted()).toEqual([name(process.ppid), "note.txt"].toSorted());
});
