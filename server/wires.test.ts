import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { httpServer, listen } from "./listen";
import { takeWires } from "./wires";

async function serve(take: (socket: Socket) => boolean) {
  const server = httpServer((req, res) => {
    let body = "";
    req.on("data", (chunk: Buffer) => (body += chunk.toString()));
    req.on("end", () => res.end(`${req.method} ${req.url} ${req.headers.upgrade ?? "as ever"} ${body}`));
  });
  takeWires(server, (_req, socket) => take(socket));
  const port = await listen(server, "127.0.0.1", 0);
  onTestFinished(() => void server.close());
  return (what: string, upgrade: string, body = "", length = body.length): Socket => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    const head = [`${what} HTTP/1.1`, "Host: x", "Connection: Upgrade", `Upgrade: ${upgrade}`];
    socket.write(`${[...head, `Content-Length: ${length}`].join("\r\n")}\r\n\r\n${body}`);
    return socket;
  };
}

async function read(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, "close");
  return text;
}

it("answers who would rather speak HTTP/2 as if they had not asked", async () => {
  const ask = await serve(() => false);
  const [got, head, posted] = [
    await read(ask("GET /about", "h2c")),
    await read(ask("HEAD /about", "h2c")),
    await read(ask("POST /about", "h2c", "a=1")),
  ];
  expect(got).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nGET \/about as ever $/);
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n$/);
  expect(posted).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nPOST \/about as ever a=1$/);
});

it("takes a body that comes later, and ends that connection", async () => {
  const ask = await serve(() => false);
  const socket = ask("POST /one", "h2c", "12", 4);
  const answer = read(socket);
  await pause(30);
  socket.write("34");
  expect(await answer).toMatch(/Connection: close\r\n[^]*POST \/one as ever 1234$/);
});

it("ends a web socket that nobody takes", async () => {
  const ask = await serve(() => false);
  expect(await read(ask("GET /", "websocket"))).toBe("");
});

it("outlives one that is reset before anybody has it, and lets it go", async () => {
  const wires: Socket[] = [];
  const ask = await serve((socket) => wires.push(socket) > 0);
  const client = ask("GET /", "WebSocket");
  await expect.poll(() => wires.length).toBe(1);
  client.resetAndDestroy();
  await expect.poll(() => wires[0]?.destroyed).toBe(true);
  expect(await read(ask("GET /", "h2c"))).toContain("GET / as ever");
});
