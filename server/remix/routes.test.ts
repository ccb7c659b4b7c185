import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect, it } from "vitest";
import { routeFinder } from "./routes";

const route = (id: string, path: string | undefined, parentId?: string, index?: true) => ({
  id,
  path,
  parentId,
  index,
});
/** A build with an index, a fixed page, one with a parameter and one for the rest. */
function build() {
  const routes = Object.fromEntries(
    [
      route("root", ""),
      route("home", undefined, "root", true),
      route("about", "about", "root"),
      route("job", "jobs/:id", "root"),
      route("missing", "*", "root"),
    ].map((one) => [one.id, one]),
  );
  return { routes, entry: { module: { matchRoutes } } } as unknown as ServerBuild;
}
const ids = (found: ReturnType<ReturnType<typeof routeFinder>>) => found?.map(({ route }) => route.id);

it("finds what Remix finds, and keeps the answer for addresses that there are, not for what strangers ask for", () => {
  const find = routeFinder(build());
  for (const [path, leaf, isKept] of [
    ["/", "home", true],
    ["/about", "about", true],
    ["/ABOUT", "about", false],
    ["/jobs/one", "job", false],
    ["/no-such-page", "missing", false],
  ] as const) {
    const found = find(path);
    expect(ids(found)).toEqual(["root", leaf]);
    // What is not kept is found anew each time.
    expect([path, find(path) === found]).toEqual([path, isKept]);
    expect(ids(find(path))).toEqual(["root", leaf]);
  }
});
