import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";

/** A page or a part of one as the server renders it, inside a router: forms and links ask for one. `data` is its loader's. */
export async function rendered<P extends object>(
  part: ComponentType<P>,
  props: P,
  data: object | null = null,
): Promise<string> {
  const { dataRoutes, query } = createStaticHandler([
    { path: "/", element: createElement(part, props), loader: () => data },
  ]);
  const context = await query(new Request("http://localhost/"));
  if (context instanceof Response) throw new Error("redirected");
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(createElement(StaticRouterProvider, { router, context }));
}

/** What of it is read. */
export const wordsIn = (html: string): string => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
