import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import type { App } from "../app/boot.server";
import type { Code } from "./build";
import { createHandler } from "./handler";

/** The front with nothing behind it but what a request to a file, or to a page that is kept, needs. */
async function serve(files: Code["files"], version = () => "1") {
  const app = {
    config: { publicUrl: "http://localhost", sandbox: {} },
    keptPaths: ["/about"],
    services: { contentVersion: version },
    isCrossSite: () => false,
    healthy: () => true,
    endStreams: () => undefined,
  } as unknown as App;
  const respond = () => Promise.resolve(new Response("no page to keep", { status: 404 }));
  const code = { files, respond } as unknown as Code;
  const front = createHandler(app, code, false, new AbortController().signal);
  const server = createServer(front.handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each(["/sw.js", "/about"])("answers 500 for what is thrown in front of a page, and goes on: %s", async (path) => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => errors.mockRestore());
  const url = await serve(() => {
    throw new RangeError("a file of none of our lengths");
  });
  const answer = await fetch(url + path);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("lengths");
  expect(String(errors.mock.calls[0]?.[0])).toContain("a file of none of our lengths");
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
