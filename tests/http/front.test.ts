import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brotliDecompressSync } from "node:zlib";
import { TextBrowser } from "../support/form";
import { signIn } from "../support/meanwhile";
import { raw } from "../support/raw";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const STACK = /\n\s+at |node_modules|\.server\.ts|build\/server/;
/** A page that is made for each request. */
const forOne = { path: "/manage-booking" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };

describe("what every answer carries", () => {
  it("answers health checks while the database answers", async () => {
    const answer = await raw(server.url, { path: "/healthz" });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString())).toEqual({ status: "ok" });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("outlives a stretch of a file that ends before it begins", async () => {
    const range = { Range: "bytes=5-2" };
    expect((await raw(server.url, { path: "/sw.js", headers: range })).status).toBe(200);
    expect((await raw(server.url, { path: "/healthz", headers: range })).status).toBe(200);
  });

  it("is reached by localhost, 127.0.0.1 and, where there is IPv6, ::1", async () => {
    const port = new URL(server.url).port;
    for (const host of ["localhost", "127.0.0.1"])
      expect((await raw(`http://${host}:${port}`, { path: "/healthz" })).status).toBe(200);
  });

  it("sends a strict policy with a fresh nonce that the page's own scripts carry", async () => {
    const [one, two] = [await raw(server.url, forOne), await raw(server.url, forOne)];
    const policy = (answer: typeof one) => String(answer.headers["content-security-policy"]);
    const nonce = (answer: typeof one) => /script-src 'self' 'nonce-([\w-]+)'/.exec(policy(answer))?.[1];
    expect(nonce(one)).toMatch(/^[\w-]{22}$/);
    expect(nonce(one)).not.toBe(nonce(two));
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "default-src 'self'",
    ])
      expect(policy(one)).toContain(rule);
    expect(policy(one)).not.toMatch(/unsafe-/);
    const inline = [...one.body.toString().matchAll(/<(?:script|style)\b([^>]*)>/g)].map((match) => match[1] ?? "");
    expect(inline.length).toBeGreaterThan(0);
    // Structured data is not run, so it needs no nonce.
    for (const attributes of inline.filter((tag) => !tag.includes("application/ld+json")))
      expect(attributes).toContain(`nonce="${nonce(one)}"`);
  });

  it.each([
    ["/", "camera=(),geolocation=(),microphone=()"],
    ["/book", "camera=(),geolocation=(),microphone=()"],
    ["/drivers", "camera=(),geolocation=(),microphone=()"],
    ["/driver/auth", "camera=(self),geolocation=(self),microphone=()"],
    ["/driver/offline", "camera=(self),geolocation=(self),microphone=()"],
    ["/crm/overview?next=/driver/", "camera=(),geolocation=(),microphone=(self)"],
  ])("what %s may ask the device for", async (path, devices) => {
    const who = path.startsWith("/crm") ? await signIn(server, "staff@example.com") : new TextBrowser(server.url);
    expect((await who.open(path)).headers.get("Permissions-Policy")).toBe(devices);
  });

  it("keeps the referrer policy with which plain forms send a real Origin, and no HSTS on plain http", async () => {
    const { headers } = await raw(server.url);
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["strict-transport-security"]).toBeUndefined();
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-powered-by"]).toBeUndefined();
  });

  it("says of a redirect nothing that only a page or a body needs", async () => {
    const { status, headers } = await raw(server.url, { path: "/service-areas" });
    expect([
      status,
      headers["content-security-policy"],
      headers["referrer-policy"],
      headers["permissions-policy"],
      headers["x-content-type-options"],
    ]).toEqual([expect.any(Number), undefined, undefined, undefined, undefined]);
    expect(headers["location"]).toBe("/#service-availability");
  });

  it("names each request by itself and does not believe a visitor's name for it", async () => {
    const one = await raw(server.url, { ...forOne, headers: { "X-Request-Id": "chosen-by-visitor" } });
    expect(one.headers["x-request-id"]).toMatch(/^[\w-]{12}$/);
    expect(one.headers["x-request-id"]).not.toBe((await raw(server.url, forOne)).headers["x-request-id"]);
  });

  it("compresses pages in the way that the browser takes", async () => {
    const [br, gzip, plain, refused] = await Promise.all(
      ["gzip, br", "gzip", "", "br;q=0, gzip;q=0"].map((accepted) =>
        raw(server.url, { ...forOne, headers: { "Accept-Encoding": accepted } }),
      ),
    );
    expect([br, gzip, plain, refused].map((answer) => answer?.headers["content-encoding"])).toEqual([
      "br",
      "gzip",
      undefined,
      undefined,
    ]);
    expect(brotliDecompressSync(br?.body ?? Buffer.alloc(0)).toString()).toContain("</html>");
    expect(br?.headers.vary).toContain("Accept-Encoding");
    expect(Number(br?.headers["content-length"])).toBe(br?.body.length);
  });

  it("refuses an address that is no text, and knows nothing of an old data request; neither is logged as our fault", async () => {
    expect((await raw(server.url, { path: "/%ff" })).status).toBe(400);
    expect((await raw(server.url, { path: "/manage-booking?_data=x" })).status).toBe(200);
    expect(server.takeErrors()).toEqual([]);
    expect(server.logs()).not.toContain("could not be decoded");
  });

  it("answers HEAD like GET, without a body", async () => {
    const answer = await raw(server.url, { method: "HEAD" });
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  });
});

describe("files", () => {
  it("serves hashed files for good, compressed when they were built", async () => {
    const page = (await raw(server.url)).body.toString();
    const asset = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? "";
    const answer = await raw(server.url, { path: asset, headers: { "Accept-Encoding": "br" } });
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.headers["content-type"]).toMatch(/javascript/);
    if (answer.body.length > 2000) expect(answer.headers["content-encoding"]).toBe("br");
  });

  it.each([
    ["/favicon.ico", "image/x-icon"],
    ["/icon.svg", "image/svg+xml"],
    ["/apple-touch-icon.png", "image/png"],
    ["/social-card.png", "image/png"],
    ["/sw.js", "text/javascript"],
    ["/manifest.webmanifest", "application/manifest+json"],
    ["/sitemap.xml", "application/xml"],
    ["/robots.txt", "text/plain"],
  ])("serves %s as %s, which nosniff asks for", async (path, type) => {
    const response = await fetch(`${server.url}${path}`);
    expect([response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([200, type]);
  });

  it("answers 404, not a page of 200, for a hashed file of an earlier build", async () => {
    expect((await raw(server.url, { path: "/assets/root-gone1234.js" })).status).toBe(404);
  });

  it.each([
    "/..%2f..%2fpackage.json",
    "/assets/..%2f..%2fserver.mjs",
    "/%2e%2e/package.json",
    "/.vite/manifest.json%00",
    "/%",
  ])("gives nothing outside its folder: %s", async (path) => {
    const answer = await raw(server.url, { path });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body.toString()).not.toMatch(STACK);
  });
});

describe("what is refused", () => {
  it("shows a page of ours with status 404 for an unknown address", async () => {
    const answer = await raw(server.url, { path: "/no-such-page" });
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).toContain("Page not found");
    expect(answer.body.toString()).not.toMatch(STACK);
  });

  it.each([
    ["another site's Sec-Fetch-Site", { "Sec-Fetch-Site": "cross-site" }],
    ["a sibling host's", { "Sec-Fetch-Site": "same-site" }],
    ["another site's Origin", { Origin: "https://evil.example" }],
    ["an Origin that hides", { Origin: "null" }],
    ["another port's Origin", { Origin: "http://localhost:1" }],
    ["another site's Referer alone", { Referer: "https://evil.example/page" }],
    ["Sec-Fetch-Site first, whatever Origin says", { "Sec-Fetch-Site": "cross-site", Origin: "http://localhost" }],
  ])("refuses a post with %s", async (_, headers) => {
    for (const path of ["/", "/book", "/functions/v1/quote", "/crm/settings", "/sandbox/clock", "/no-such-page"]) {
      const answer = await raw(server.url, { path, method: "POST", headers: { ...form, ...headers }, body: "a=1" });
      expect(answer.status, path).toBe(403);
      expect(answer.body.toString()).toContain(path.startsWith("/functions") ? '"error"' : "That is not allowed");
    }
  });

  it.each(["PUT", "PATCH", "DELETE"])("refuses a cross-site %s too", async (method) => {
    expect((await raw(server.url, { method, headers: { "Sec-Fetch-Site": "cross-site" } })).status).toBe(403);
  });

  it("lets our own pages, text browsers and programs through", async () => {
    const own = new URL(server.url).origin;
    const passing: Record<string, string>[] = [
      { "Sec-Fetch-Site": "same-origin", Origin: own },
      { "Sec-Fetch-Site": "same-origin", Origin: "null" },
      { Origin: own },
      { Origin: own.replace("localhost", "127.0.0.1"), Host: new URL(own).host.replace("localhost", "127.0.0.1") },
      { Referer: `${own}/book` },
      {},
    ];
    for (const headers of passing) {
      const answer = await raw(server.url, {
        path: "/no-such-page",
        method: "POST",
        headers: { ...form, ...headers },
        body: "a=1",
      });
      expect([404, 405], JSON.stringify(headers)).toContain(answer.status);
    }
  });

  it("does not judge the origin of signed webhooks", async () => {
    const answer = await raw(server.url, {
      path: "/webhooks/stripe",
      method: "POST",
      headers: { Origin: "https://evil.example" },
      body: "{}",
    });
    expect(answer.status).not.toBe(403);
    expect(answer.status).toBeLessThan(500);
  });

  it("refuses a body over 1 MB by its length and by its bytes", async () => {
    const big = Buffer.alloc(1_100_000, "a");
    const told = await raw(server.url, {
      path: "/book",
      method: "POST",
      headers: { ...form, "Content-Length": String(big.length) },
      body: big,
    });
    expect(told.status).toBe(413);
    expect(told.body.toString()).toContain("too large");
    const chunked = await raw(server.url, {
      path: "/book",
      method: "POST",
      headers: { ...form, "Transfer-Encoding": "chunked" },
      body: big,
    });
    expect(chunked.status).toBe(413);
    expect((await raw(server.url, { path: "/healthz" })).status).toBe(200);
  });

  it.each(["TRACE", "OPTIONS", "PROPFIND"])("refuses the method %s", async (method) => {
    expect([403, 405]).toContain((await raw(server.url, { method })).status);
  });

  it("never takes the public address from a visitor's headers", async () => {
    const answer = await raw(server.url, {
      path: "/",
      headers: { Host: "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
    });
    expect(answer.body.toString()).not.toContain("evil.example");
  });
});

describe("odd requests", () => {
  it.each([
    "//evil.example/path",
    "/\\evil",
    "/book?draft=%ff",
    "/?a=%",
    `/${"a".repeat(4000)}`,
    "/book.data",
    "/_root.data",
    "/__manifest?p=/",
  ])("answers %s without an error of ours", async (path) => {
    const answer = await raw(server.url, { path });
    expect(answer.status, answer.body.toString().slice(0, 300)).toBeLessThan(500);
    expect(answer.body.toString()).not.toMatch(STACK);
    expect(String(answer.headers.location ?? "")).not.toContain("evil");
  });
});
