import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { raw } from "../support/raw";
import { setSharedServer } from "../support/shared";

const server = setSharedServer();

const FORM = "application/x-www-form-urlencoded";
/** More than thousand times what our largest form has. */
const NAMES = Array.from({ length: 8_000 }, (_, i) => `n${i}=1`).join("&");

// The server's log has no error line at the end: a stranger must not fill it.
it("bodies in crumbs, of two kinds, or broken off are nobody's form: refused, not echoed, not logged", async () => {
  const { hostname, port, host } = new URL(server.url);
  const crumbs = connect({ host: hostname, port: Number(port) });
  crumbs.on("error", () => undefined);
  const closed = new Promise((resolve) => crumbs.once("close", resolve));
  crumbs.write(
    `POST /book HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\na\r\n".repeat(50_000)}`,
  );
  crumbs.resume();
  await closed;

  for (const path of ["/book", "/auth", "/manage-booking"]) {
    for (const kind of [`multipart/x, ${FORM}`, `${FORM}, multipart/form-data; boundary=x`]) {
      const { status, body } = await raw(server.url, {
        path,
        method: "POST",
        headers: { "Content-Type": kind, "Content-Length": String(NAMES.length) },
        body: NAMES,
      });
      expect([status, body.length < 10_000], `${path} ${kind}`).toEqual([400, true]);
    }
  }

  const half = connect({ host: hostname, port: Number(port) });
  await once(half, "connect");
  half.write(`POST /book HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${FORM}\r\nContent-Length: 900\r\n\r\na=1`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  half.destroy();
  expect((await raw(server.url, { path: "/about" })).status).toBe(200);
});
