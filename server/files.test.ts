import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { staticFiles } from "./files";

const TEXT = "0123456789";
let port = 0;
const folder = mkdtempSync(join(tmpdir(), "roll-off-files-"));

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  for (const name of ["sw.js", "assets/home.js", "assets/gone.js"]) writeFileSync(join(folder, name), TEXT);
  const files = await staticFiles(folder);
  const server = createServer((req, res) =>
    files(req, res, () => res.writeHead(404, { "Content-Length": 10 }).end("not a file")),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  return () => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

/** Status and body, by a hand that also sends what no client would; "cut off" where the answer ended too soon. */
async function ask(head: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, "close");
  const [top = "", body = ""] = text.split("\r\n\r\n");
  return text === "" ? "cut off" : `${top.slice(9, 12)} ${body}`;
}
const range = (asked: string) => ask(`GET /sw.js HTTP/1.1\r\nRange: ${asked}`);

it("sends the stretch that was asked for", async () => {
  expect(await Promise.all([range("bytes=2-5"), range("bytes=7-"), range("bytes=8-99"), range("bytes=99-")])).toEqual([
    ...["206 2345", "206 789", "206 89", "416 "],
  ]);
});

it.each(["bytes=5-2", "bytes=-3", "bytes=0-0", "bytes=1-2,4-5", "bytes=a-b", "lines=1-2", "bytes=", "5-2", "bytes=--"])(
  "sends the whole file for a stretch that sirv cannot read, and goes on: %s",
  async (asked) => {
    expect(await range(asked)).toBe(`200 ${TEXT}`);
  },
);

it("sends the whole file to who has the beginning of another one", async () => {
  expect(await range('bytes=2-5\r\nIf-Range: "older"')).toBe(`200 ${TEXT}`);
});

it("takes no form for a file", async () => {
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
    expect(await ask(`${method} /sw.js HTTP/1.1\r\nContent-Length: 0`)).toBe("404 not a file");
  expect(await ask("HEAD /sw.js HTTP/1.1")).toBe("200 ");
});

it("outlives a file that went after the start, as while a new build is made in the same folder", async () => {
  rmSync(join(folder, "assets/gone.js"));
  expect(await ask("GET /assets/gone.js HTTP/1.1")).toBe("cut off");
  expect(await ask("GET /assets/home.js HTTP/1.1")).toBe(`200 ${TEXT}`);
});
