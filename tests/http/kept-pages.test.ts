import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEPT_PAGES } from "~/kept-pages.server";
import { throughProject } from "../support/booking";
import { TextBrowser } from "../support/form";
import { raw } from "../support/raw";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => raw(server.url, { path, headers });
const isKept = (answer: { headers: Record<string, unknown> }) => answer.headers.etag !== undefined;

describe.each(KEPT_PAGES)("%s", (path) => {
  it("is the same for everyone, and anyone may keep it", async () => {
    const [one, other] = [await get(path), await get(path, { Cookie: "__session=somebody", "User-Agent": "lynx" })];
    expect(one.status).toBe(200);
    expect(other.body.equals(one.body)).toBe(true);
    expect(one.headers["cache-control"]).toBe("public, no-cache");
    expect(one.headers["set-cookie"]).toBeUndefined();
    expect(one.body.toString()).not.toContain("nonce=");
  });

  it("lets exactly its own scripts and style run", async () => {
    const { headers, body } = await get(path);
    const policy = String(headers["content-security-policy"]);
    expect(policy).not.toMatch(/nonce-|unsafe-/);
    for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    const hashes = (tag: string) =>
      [...body.toString().matchAll(new RegExp(`<${tag}((?! src=)[^>])*>([^]*?)</${tag}>`, "g"))]
        .filter(([whole]) => !whole.includes("application/ld+json"))
        .map(([, , text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    expect(new Set(/script-src 'self' ([^;]*)/.exec(policy)?.[1]?.split(" "))).toEqual(new Set(hashes("script")));
    expect(new Set(/style-src 'self' ([^;]*)/.exec(policy)?.[1]?.split(" "))).toEqual(new Set(hashes("style")));
  });
});

it("is the same page in every encoding, and nothing at all to someone who has it", async () => {
  const [br, gzip, plain] = [
    await get("/", { "Accept-Encoding": "br" }),
    await get("/", { "Accept-Encoding": "gzip" }),
    await get("/"),
  ];
  expect([br.headers["content-encoding"], gzip.headers["content-encoding"], plain.headers["content-encoding"]]).toEqual(
    ["br", "gzip", undefined],
  );
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect([br, gzip, plain].map((answer) => answer.headers.vary)).toEqual(Array(3).fill("Accept-Encoding"));
  const again = await get("/", { "If-None-Match": String(br.headers.etag) });
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, br.headers.etag]);
  expect((await get("/", { "If-None-Match": 'W/"older"' })).status).toBe(200);
  const head = await raw(server.url, { method: "HEAD" });
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([
    200,
    0,
    plain.headers["content-length"],
  ]);
});

it("is kept for each size on offer, where the home page's cards lead", async () => {
  const cards = (await get("/")).body.toString().matchAll(/href="(\/book\?dumpsterSize=(\d+))"/g);
  const sizes = [...cards].map(([, path = "", size = ""]) => ({ path, size }));
  expect(sizes.map(({ size }) => size)).toEqual(["15", "20", "25"]);
  for (const { path, size } of sizes) {
    const page = await get(path, { Cookie: "__session=somebody" });
    expect(isKept(page), path).toBe(true);
    const form = new TextBrowser(server.url);
    expect((await form.open(path)).form("materialCategory").values().get("dumpsterSize")).toBe(size);
  }
});

it("is kept under advertisers' addresses too, but never when the page reads its address", async () => {
  expect(isKept(await get("/?utm_source=mail&utm_campaign=fall&gclid=x"))).toBe(true);
  for (const path of [
    "/?zip=32801",
    "/?utm_source=a&zip=32801",
    "/?health=true",
    "/?index",
    "/book?dumpsterSize=99",
    "/book?dumpsterSize=20&zip=32801",
    "/book?zip=32801",
    "/about?x",
  ])
    expect(isKept(await get(path)), path).toBe(false);
  expect((await get("/?utm_source=a&zip=32801")).body.toString()).toContain("We deliver to 32801");
  for (const path of ["/book?draft=drf_x", "/manage-booking", "/auth", "/no-such-page", "/crm/overview"])
    expect(isKept(await get(path)), path).toBe(false);
});

it("shows a price from the moment on at which anybody changed it", async () => {
  const before = (await get("/")).body.toString();
  expect(before).toContain("$379");
  expect(before).not.toContain("$388");
  const other = new Database(`${server.dataDir}/roll-off.sqlite`);
  other.exec("update pricing_matrix set base_price = 38800 where size_yards = 20");
  const pages = await Promise.all(Array.from({ length: 20 }, () => get("/")));
  for (const page of pages) expect(page.body.toString()).toContain("$388");
  expect((await get("/book")).body.toString()).toContain("$388");
  // Rolled back: what was never true is never kept.
  other.exec(
    "begin; update settings set value = '1'; insert or replace into settings values ('zipClaim', '555', 0); rollback",
  );
  expect((await get("/")).body.toString()).not.toContain("555+ ZIP");
  other.exec("update pricing_matrix set base_price = 37900 where size_yards = 20");
  expect((await get("/")).body.toString()).toContain("$379");
  other.close();
});

it("keeps what search engines and the booking ask for, each with its own life", async () => {
  for (const path of ["/sitemap.xml", "/robots.txt"])
    expect((await get(path)).headers["cache-control"]).toBe("public, max-age=3600");
  const step = await throughProject(new TextBrowser(server.url));
  const link = step.root.querySelector("head link[rel=stylesheet]")?.getAttribute("href") ?? "";
  expect(step.root.querySelectorAll("style").length).toBe(0);
  const sheet = await get(link, { "Accept-Encoding": "br" });
  expect([sheet.status, sheet.headers["content-type"], sheet.headers["cache-control"]]).toEqual([
    200,
    "text/css; charset=utf-8",
    "public, max-age=31536000, immutable",
  ]);
  const earlier = await get("/styles/flow-earlier.css");
  expect([earlier.status, earlier.headers["cache-control"], earlier.body.length > 1000]).toEqual([
    200,
    "no-store",
    true,
  ]);
  expect((await get("/styles/other.css")).status).toBe(404);
});

it("makes the web app's manifest of the settings, without what only a page needs", async () => {
  const path = "/manifest.webmanifest";
  const manifest = await get(path);
  expect([
    manifest.status,
    manifest.headers["content-type"],
    manifest.headers["content-security-policy"],
    isKept(manifest),
  ]).toEqual([200, "application/manifest+json", undefined, true]);
  expect(JSON.parse(manifest.body.toString())).toMatchObject({
    name: "Sunline Roll-Off",
    short_name: "Sunline",
    start_url: "/",
    display: "standalone",
  });
  const other = new Database(`${server.dataDir}/roll-off.sqlite`);
  other.exec("insert or replace into settings values ('businessName', '\"Bin & Sons\"', 0)");
  expect(JSON.parse((await get(path)).body.toString())).toMatchObject({ name: "Bin & Sons", short_name: "Bin & Sons" });
  other.exec("delete from settings where key = 'businessName'");
  other.close();
});

it("still answers while another program holds the database", async () => {
  const other = new Database(`${server.dataDir}/roll-off.sqlite`);
  other.exec("begin exclusive");
  expect((await get("/")).status).toBe(200);
  other.exec("rollback");
  other.close();
});
