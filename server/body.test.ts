import { once } from "node:events";
import { createServer, request, type ClientRequest } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { bodyReader, hasOneKind } from "./body";

const KB = 1024;
const LIMIT = { bytes: 64 * KB, fields: 200 };

/** A server that says how long a body is, or why there is none; and what became of those whose sender went. */
async function serve(budget?: number) {
  const read = bodyReader(budget);
  const gone: string[] = [];
  const server = createServer((req, res) => {
    if (!hasOneKind(req)) return void res.writeHead(400).end();
    read(req, LIMIT, String(req.headers["x-sender"] ?? "somebody")).then(
      (body) => (typeof body === "number" ? res.writeHead(body).end() : res.end(String(body.length))),
      (error: Error) => gone.push(error.message),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const send = (headers: Record<string, string | string[]> = {}): ClientRequest =>
    request({ port, host: "127.0.0.1", method: "POST", headers: headers as never }).on("error", () => undefined);
  const answered = async (call: ClientRequest): Promise<string> => {
    const [res] = (await once(call, "response")) as [AsyncIterable<Buffer> & { statusCode: number }];
    let text = "";
    for await (const chunk of res) text += String(chunk);
    return res.statusCode === 200 ? text : String(res.statusCode);
  };
  return { send, answered, gone };
}

it("reads what is within its limits, told or in pieces, and refuses the rest", async () => {
  const { send, answered } = await serve();
  const whole = async (bytes: number, headers?: Record<string, string>) =>
    answered(send(headers).end(Buffer.alloc(bytes, "a")));
  const pieces = send({ "Transfer-Encoding": "chunked" });
  for (let i = 0; i < 60; i++) pieces.write(Buffer.alloc(KB, "b"));
  expect(
    await Promise.all([answered(pieces.end()), whole(64 * KB), whole(64 * KB + 1), whole(900 * KB), whole(0)]),
  ).toEqual([String(60 * KB), String(64 * KB), "413", "413", "0"]);
});

it("sends away who sends crumbs: each costs as much as some KB", async () => {
  const { send, gone } = await serve();
  const call = send({ "Transfer-Encoding": "chunked" });
  const closed = new Promise((resolve) => call.once("close", resolve));
  call.write("a");
  const [socket] = (await once(call, "socket")) as [Socket];
  socket.on("error", () => undefined);
  socket.write("1\r\na\r\n".repeat(50_000));
  await closed;
  await expect.poll(() => gone.length).toBe(1);
});

it("holds no more of all bodies together than its budget, and has room again when one of them is gone", async () => {
  const { send, answered, gone } = await serve(8 * 60 * KB);
  const slow = Array.from({ length: 8 }, (_, i) => {
    const call = send({ "Content-Length": String(60 * KB), "X-Sender": `slow ${i}` });
    call.write(Buffer.alloc(59 * KB, "a"));
    return call;
  });
  const another = () => answered(send().end(Buffer.alloc(60 * KB, "b")));
  await expect.poll(another).toBe("503");
  expect(await answered(send().end("a small one"))).toBe("11");
  slow[0]?.destroy();
  await expect.poll(() => gone.length).toBe(1);
  expect(await another()).toBe(String(60 * KB));
  expect(await another()).toBe(String(60 * KB));
});

it("refuses who fills his share of it alone, and has room for them again", async () => {
  const { send, answered, gone } = await serve(8 * 100 * KB);
  const slow = send({ "Content-Length": String(60 * KB) });
  slow.write(Buffer.alloc(59 * KB, "a"));
  const another = (sender: string) => answered(send({ "X-Sender": sender }).end(Buffer.alloc(60 * KB, "b")));
  await expect.poll(() => another("somebody")).toBe("503");
  expect(await another("the card company")).toBe(String(60 * KB));
  slow.destroy();
  await expect.poll(() => gone.length).toBe(1);
  expect(await another("somebody")).toBe(String(60 * KB));
});

it("has at most 64 bodies of one sender on their way, however small", async () => {
  const { send, answered } = await serve();
  const slow = Array.from({ length: 64 }, () => send({ "Content-Length": "2" }));
  for (const call of slow) call.write("a");
  const another = (sender: string) => answered(send({ "X-Sender": sender }).end("b"));
  await expect.poll(() => another("somebody")).toBe("503");
  expect(await another("the card company")).toBe("1");
  expect(await Promise.all(slow.map((call) => answered(call.end("b"))))).toEqual(Array(64).fill("2"));
  expect(await another("somebody")).toBe("1");
});

it("takes one kind of body: two could be counted by one and read by the other", async () => {
  const { send, answered } = await serve();
  const form = "application/x-www-form-urlencoded";
  const as = (kind: string | string[]) => answered(send({ "Content-Type": kind }).end("a=1"));
  expect(
    await Promise.all([as(form), as(`multipart/x, ${form}`), as(["multipart/x", form]), as([form, form])]),
  ).toEqual(["3", "400", "400", "400"]);
});
