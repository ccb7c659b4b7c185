import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { setTimeout as pause } from "node:timers/promises";
import { httpServer, listen, PATIENCE } from "../../server/listen";
import { giveTime } from "../../server/sockets";

const MB = 1024 * 1024;
/** The system takes up to a few MB for a connection before anything waits in the program. */
const PAGE = Buffer.alloc(16 * MB, "a");
const SHORT = { ...PATIENCE, patienceMs: 400, slowestRate: 100 * MB, requestMs: 600, headersMs: 400 };
/** Far above the times of SHORT, far below the product's. */
const SOON_MS = 8_000;

/** A server in this process, and how many requests its handler was given. */
async function serve(handler: RequestListener, patience = SHORT) {
  const seen = { requests: 0 };
  const server = httpServer((req, res) => {
    seen.requests++;
    handler(req, res);
  }, patience);
  await listen(server, "127.0.0.1", 0);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, seen, port };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const connections = (server: ReturnType<typeof httpServer>) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
const isAlone = (server: ReturnType<typeof httpServer>) =>
  expect.poll(() => connections(server), { timeout: SOON_MS }).toBe(0);
const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

it("lets go of who asks for a page and never reads it", async () => {
  const { server, port } = await serve((_, res) => void res.end(PAGE));
  const socket = await open(port);
  socket.pause();
  socket.write(GET);
  await expect.poll(() => connections(server)).toBe(1);
  await isAlone(server);
});

it("lets go of who reads a little now and then", async () => {
  const { server, port } = await serve((_, res) => void res.end(PAGE));
  const socket = await open(port);
  socket.pause();
  socket.write(GET);
  const sips = setInterval(() => socket.read(1), 20);
  onTestFinished(() => clearInterval(sips));
  await expect.poll(() => connections(server)).toBe(1);
  await isAlone(server);
});

it("waits for a reader who is slow but reads, and for a stream in which nothing happens", async () => {
  const { port } = await serve(
    (req, res) => {
      if (req.url === "/events") return void res.write("data: 1\n\n");
      res.end(PAGE);
    },
    { ...SHORT, slowestRate: MB },
  );
  const [reader, listener] = [await open(port), await open(port)];
  listener.write(GET.replace("GET / ", "GET /events "));
  listener.resume();
  let received = 0;
  reader.write(GET);
  reader.on("data", (chunk) => {
    received += chunk.length;
    reader.pause();
    setTimeout(() => reader.resume(), 5);
  });
  await expect.poll(() => received, { timeout: 30_000 }).toBeGreaterThan(PAGE.length);
  expect([listener.destroyed, listener.readyState]).toEqual([false, "open"]);
});

it("cuts off who sends requests without waiting for the answers, and makes no more pages for them", async () => {
  const answers: (() => void)[] = [];
  const { server, seen, port } = await serve((_, res) => void answers.push(() => res.end("page")));
  const socket = await open(port);
  socket.write(GET.repeat(2_000));
  await once(socket, "close");
  expect(seen.requests).toBe(PATIENCE.mostWaiting);
  for (const answer of answers) answer();
  await isAlone(server);
});

it("takes any number of requests, one after the other or a few at once", async () => {
  const { seen, port } = await serve((_, res) => void res.end("page"));
  const socket = await open(port);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  for (let round = 1; round <= 10; round++) {
    socket.write(GET.repeat(PATIENCE.mostWaiting));
    await expect.poll(() => received.split("page").length - 1).toBe(round * PATIENCE.mostWaiting);
  }
  expect([seen.requests, socket.destroyed]).toEqual([10 * PATIENCE.mostWaiting, false]);
});

it("ends a body that comes a byte at a time, and a head that never ends, in words of ours", async () => {
  const { server, port } = await serve((req, res) => {
    void text(req).then(
      () => res.end("page"),
      () => undefined,
    );
  });
  for (const head of [
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nX-",
  ]) {
    const socket = await open(port);
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString()));
    socket.write(head);
    const bytes = setInterval(() => socket.write("a"), 20);
    onTestFinished(() => clearInterval(bytes));
    await once(socket, "close");
    clearInterval(bytes);
    expect(received).toMatch(/^HTTP\/1\.1 408 [^]*That took too long[^]*<\/html>$/);
  }
  await isAlone(server);
});

it("waits longer for a body that was given more time, and not for ever", async () => {
  let given = 0;
  const { port } = await serve((req, res) => {
    giveTime(req, 1_500);
    given = Date.now();
    void text(req).then(
      () => res.end("page"),
      () => undefined,
    );
  });
  const [slow, never] = [await open(port), await open(port)];
  let received = "";
  slow.on("data", (chunk) => (received += chunk.toString()));
  for (const socket of [slow, never]) socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na");
  await pause(SHORT.requestMs + 300);
  slow.write("b");
  await expect.poll(() => received).toMatch(/page$/);
  never.resume();
  await once(never, "close");
  expect(Date.now() - given).toBeGreaterThan(1_200);
});

it("answers a head that is too long in words of ours", async () => {
  const { port } = await serve((_, res) => void res.end("page"));
  const socket = await open(port);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${"a".repeat(20_000)}\r\n\r\n`);
  await once(socket, "close");
  expect(received).toMatch(/^HTTP\/1\.1 431 [^]*That is too large[^]*<\/html>$/);
});
