import { matchRoutes } from "@remix-run/react";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { expect, it } from "vitest";
import { pageHandler } from "./pages";

// What no page of ours does at present, and what one may do tomorrow. That our pages are the same as Remix's is held by
// tests/http/short-way.test.ts.
type Module = Record<string, unknown>;
const context = {} as AppLoadContext;

/** A build of a root and one page; `makePage` gives what it was asked for. */
function build(root: Module, page: Module): ServerBuild {
  const route = (id: string, path: string | undefined, parentId: string | undefined, module: Module) => ({
    id,
    path,
    parentId,
    module,
  });
  const makePage = (
    _request: Request,
    status: number,
    headers: Headers,
    { staticHandlerContext: { loaderData } }: { staticHandlerContext: { loaderData: unknown } },
  ) => Promise.resolve({ status, headers, body: JSON.stringify(loaderData) });
  const Page = () => null;
  return {
    basename: "/",
    future: {},
    isSpaMode: false,
    assets: {},
    entry: { module: { makePage, matchRoutes } },
    routes: {
      root: route("root", "", undefined, { default: Page, ...root }),
      page: route("page", "page", "root", { default: Page, ...page }),
    },
  } as unknown as ServerBuild;
}
const ask = (root: Module, page: Module) =>
  pageHandler(build(root, page))(new Request("http://localhost/page"), { ...context });

it("gives the loaders' data, the page's status, and every cookie once", async () => {
  const answer = await ask(
    {
      loader: () =>
        data("of the root", {
          headers: [
            ["Set-Cookie", "a=1"],
            ["Cache-Control", "public"],
          ],
        }),
    },
    {
      loader: () =>
        data("of the page", {
          status: 404,
          headers: [
            ["Set-Cookie", "b=2"],
            ["Set-Cookie", "a=1"],
          ],
        }),
    },
  );
  expect([answer?.status, answer?.body, answer?.headers.getSetCookie(), answer?.headers.get("Cache-Control")]).toEqual([
    404,
    JSON.stringify({ root: "of the root", page: "of the page" }),
    ["a=1", "b=2"],
    null,
  ]);
});

it.each([
  ["a redirect that is returned", () => redirect("/elsewhere")],
  ["an answer of the loader's own", () => new Response("a file")],
  ["nothing at all", () => undefined],
  ["an error", () => Promise.reject(new Error("no"))],
])("leaves %s to Remix, and asks no loader twice", async (_, loader) => {
  expect(await ask({ loader: () => "fine" }, { loader })).toBeNull();
});
