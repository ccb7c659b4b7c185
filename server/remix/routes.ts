import type { ServerBuild } from "@remix-run/node";
import type { matchRoutes } from "@remix-run/react";

interface RouteNode {
  id: string;
  path?: string;
  caseSensitive?: boolean;
  index?: boolean;
  children?: RouteNode[];
}

/** A route of the matched branch, from the root to the leaf. */
export interface Match {
  params: Record<string, string | undefined>;
  pathname: string;
  pathnameBase: string;
  route: { id: string };
}

/**
 * Which routes answer an address: Remix's own `matchRoutes`, asked once for each fixed address and once a request for
 * the others. Its router ranks all routes it knows and compiles their patterns anew several times for each request.
 */
export function routeFinder(build: ServerBuild): (pathname: string) => readonly Match[] | null {
  const tree = routeTree(build);
  const { matchRoutes: match } = build.entry.module as unknown as { matchRoutes: typeof matchRoutes };
  const ask = (path: string) => match(tree as Parameters<typeof matchRoutes>[0], path) as readonly Match[] | null;
  const fixed = new Set(fixedPaths(tree));
  const known = new Map<string, readonly Match[] | null>();
  return (pathname) => {
    const before = known.get(pathname);
    if (before !== undefined) return before;
    const matches = ask(pathname);
    // Only addresses that there are: a stranger's would fill the memory.
    if (fixed.has(pathname)) known.set(pathname, matches);
    return matches;
  };
}

function routeTree({ routes }: ServerBuild): RouteNode[] {
  const below = (parent: string | undefined): RouteNode[] =>
    Object.values(routes).flatMap((route) => {
      if (!route || route.parentId !== parent) return [];
      const { id, path, caseSensitive, index } = route;
      const children = below(id);
      return [
        {
          id,
          ...(path !== undefined && { path }),
          ...(caseSensitive && { caseSensitive }),
          ...(index && { index }),
          ...(children.length > 0 && { children }),
        },
      ];
    });
  return below(undefined);
}

/** Every address without a parameter. */
function fixedPaths(nodes: RouteNode[], above = ""): string[] {
  return nodes.flatMap(({ path = "", children = [] }) => {
    const here = path ? `${above}/${path}` : above;
    return /[:*?]/.test(here) ? [] : [here || "/", ...fixedPaths(children, here)];
  });
}
