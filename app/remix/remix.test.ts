import { createRequestHandler, redirect, type ActionFunction, type ServerBuild } from "@remix-run/node";
import { RemixBrowser } from "@remix-run/react";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { decode } from "turbo-stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isDataAddress, pageOf, pagePath } from "./addresses";
import { dataDecoded } from "./decoded";
import { pageBeingOpened } from "./router";
import { DATA_TYPE, encode, THREW } from "./single-fetch";
import { dataScript, holdStream } from "./stream";

/** What of Remix this folder knows and no document of Remix promises. A new version that changes it fails here. */

const remixReact = (file: string) =>
  readFileSync(
    createRequire(import.meta.url)
      .resolve("@remix-run/react")
      .replace(/index\.js$/, file),
    "utf8",
  );

/** Remix's own handler, for a page whose form is answered so. */
function ask(action: ActionFunction) {
  const Page = () => null;
  const route = (id: string, path: string, parentId?: string, module: object = {}) => ({
    id,
    path,
    parentId,
    module: { default: Page, ...module },
  });
  const build = {
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    future: { v3_singleFetch: true },
    assets: { routes: {}, url: "", version: "", entry: { module: "", imports: [] } },
    entry: { module: { default: () => new Response(), handleError: () => undefined } },
    routes: { root: route("root", ""), page: route("page", "page", "root", { action }) },
  } as unknown as ServerBuild;
  const request = new Request("http://localhost/page.data", { method: "POST", body: new URLSearchParams({ a: "b" }) });
  return createRequestHandler(build, "production")(request);
}
const read = async (text: string) => (await decode(new Blob([text]).stream())).value;

describe("single fetch", () => {
  it("takes a form at the page's address with the ending, and answers in the type that we ask for", async () => {
    const answer = await ask(() => ({ ok: true }));
    expect([answer.status, answer.headers.get("Content-Type")?.startsWith(DATA_TYPE)]).toEqual([200, true]);
    expect(await read(await answer.text())).toEqual({ data: { ok: true } });
  });

  it("ends each line, writes what was thrown as we know it, and nothing else like it", async () => {
    const thrown = await (
      await ask(() => {
        throw new Error("broken");
      })
    ).text();
    const [given, sent] = [
      await (await ask(() => ({ error: "a" }))).text(),
      await (await ask(() => redirect("/"))).text(),
    ];
    expect([thrown, given, sent].map((text) => [text.startsWith(THREW), text.endsWith("\n")])).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
  });

  it("reads what we write in its encoding", async () => {
    const problem = {
      data: {
        ok: false,
        fields: { "": "No answer." },
        values: { note: '"a" </script>\n', wasteTypes: ["flooring", "flooring"], empty: "" },
      },
    };
    expect(await read(encode(problem))).toEqual(problem);
  });

  it("names the routes that it wants in the address, by the name that we take out of it", () => {
    expect(remixReact("single-fetch.js")).toContain('searchParams.set("_routes", ');
    expect([isDataAddress("/crm/team.data"), isDataAddress("/crm/data"), pagePath("/crm/team.data")]).toEqual([
      true,
      false,
      "/crm/team",
    ]);
    const of = (address: string) => pageOf(new URL(address, "http://localhost"));
    expect(of("/crm/team.data?_routes=a%2Cb&q=1")).toBe("/crm/team?q=1");
    expect(of("/crm/team.data?q=1&_routes=a")).toBe("/crm/team?q=1");
    expect(of("/crm/team.data?_routes=a")).toBe("/crm/team");
  });
});

it("the router is where a page is found that is being opened", () => {
  expect(remixReact("browser.js")).toContain("window.__remixRouter = router;");
  vi.stubGlobal("window", {});
  expect(pageBeingOpened()).toBeNull();
  vi.stubGlobal("window", { __remixRouter: { state: { navigation: { state: "idle" } } } });
  expect(pageBeingOpened()).toBeNull();
  const location = { pathname: "/driver/jobs/1", search: "?a=b", hash: "#c" };
  vi.stubGlobal("window", { __remixRouter: { state: { navigation: { state: "loading", location } } } });
  expect(pageBeingOpened()).toBe("/driver/jobs/1?a=b#c");
  vi.unstubAllGlobals();
});

describe("the stream that hands a page's data over", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is where Remix's scripts put it", () => {
    expect(remixReact("components.js")).toContain("window.__remixContext.streamController = controller;");
  });

  it("is held until there is one, then gets what waited, in order, once", () => {
    const window: { __remixContext?: { streamController: unknown } } = {};
    vi.stubGlobal("window", window);
    const release = holdStream();
    const script = dataScript('[{"a":"</script>\u2028"}]', "n0");
    expect(script).toMatch(/^<script nonce="n0">[^<]*<\/script>$/);
    // oxlint-disable-next-line no-implied-eval
    new Function("window", script.replace(/<\/?script[^>]*>/g, ""))(window);
    const got: string[] = [];
    window.__remixContext = {
      streamController: { enqueue: (chunk: string) => got.push(chunk), close: () => got.push("closed") },
    };
    expect(release()).toBeNull();
    expect(got).toEqual(['[{"a":"</script>\u2028"}]', "closed"]);
  });

  it("is left to the caller of a page that hands nothing over", () => {
    const window: { __remixContext?: { streamController: unknown } } = {};
    vi.stubGlobal("window", window);
    const release = holdStream();
    const real = { enqueue: () => undefined, close: () => undefined };
    window.__remixContext = { streamController: real };
    expect(release()).toBe(real);
  });

  it("is waited for at the root by a promise that RemixBrowser throws: once the data is there it throws none", async () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const context = { stream: readable, isSpaMode: false, future: { v3_singleFetch: true } };
    vi.stubGlobal("window", { __remixContext: context, __remixManifest: {}, __remixRouteModules: {} });
    expect(thrown()).toBeInstanceOf(Promise);
    const decoded = dataDecoded();
    const writer = writable.getWriter();
    await writer.write(new TextEncoder().encode(encode({ loaderData: {}, actionData: null, errors: null })));
    await writer.close();
    await decoded;
    expect(thrown()).not.toBeInstanceOf(Promise);
  });
});

function thrown(): unknown {
  try {
    return RemixBrowser({});
  } catch (error) {
    return error;
  }
}
