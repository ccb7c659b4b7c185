import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

interface RouteNode {
  id: string;
  path?: string;
  caseSensitive?: boolean;
  index?: boolean;
  children?: RouteNode[];
}

/**
 * Remix's handler, given only the matched branch of the routes. Its router ranks all routes it knows and compiles their
 * patterns anew several times for each request: with sixty of them a fifth of a page's time. Which branch an address
 * belongs to is still its own `matchRoutes`, asked once for each fixed address and once a request for the others.
 */
export function branchHandler(build: ServerBuild): RequestHandler {
  const tree = routeTree(build);
  const handlers = new Map<string, RequestHandler>();
  const fixed = new Map<string, RequestHandler>();
  const whole = createRequestHandler(build, "production");
  for (const path of fixedPaths(tree)) {
    const handler = find(path);
    if (handler) fixed.set(path, handler);
  }

  function find(path: string): RequestHandler | undefined {
    const ids = matchRoutes(tree as Parameters<typeof matchRoutes>[0], path)?.map(({ route }) => (route as RouteNode).id);
    const leaf = ids?.at(-1);
    if (!ids || !leaf) return undefined;
    const handler = handlers.get(leaf) ?? createRequestHandler({ ...build, routes: Object.fromEntries(Object.entries(build.routes).filter(([id]) => ids.includes(id))) }, "production");
    handlers.set(leaf, handler);
    return handler;
  }

  return (request, context) => {
    // Single fetch asks for a page's data under the page's address with this ending.
    const { pathname } = new URL(request.url);
    const page = pathname.replace(/\.data$/, "");
    const path = page !== pathname && page === "/_root" ? "/" : page;
    return (fixed.get(path) ?? find(path) ?? whole)(request, context);
  };
}

function routeTree({ routes }: ServerBuild): RouteNode[] {
  const below = (parent: string | undefined): RouteNode[] =>
    Object.values(routes).flatMap((route) => {
      if (!route || route.parentId !== parent) return [];
      const { id, path, caseSensitive, index } = route;
      const children = below(id);
      return [{ id, ...(path !== undefined && { path }), ...(caseSensitive && { caseSensitive }), ...(index && { index }), ...(children.length > 0 && { children }) }];
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
