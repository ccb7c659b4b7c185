import type { AppLoadContext, EntryContext, LoaderFunction, ServerBuild } from "@remix-run/node";
import { encode } from "turbo-stream";
import type { PageMaker, RenderedPage } from "../../app/entry.server";
import type { RouteHandle } from "../../app/root";
import { routeFinder, type Match } from "./routes";

type Loaded = Map<string, Promise<unknown>>;

/** What the loaders of a request have answered already, by its context. */
const loadedBefore = new WeakMap<object, Loaded>();

/** The loader, but for a request whose page was begun here and goes on in Remix: then what it answered before. */
export function onceARequest(id: string, loader: LoaderFunction): LoaderFunction {
  return (args, ...rest) => loadedBefore.get(args.context)?.get(id) ?? loader(args, ...rest);
}

/** A page as finished text; null leaves the request to Remix. */
export type PageHandler = (request: Request, context: AppLoadContext) => Promise<RenderedPage | null>;

/**
 * The short way to a page that is only shown: its loaders, then the render, without the requests, streams and copies
 * that Remix's pipeline makes for every case (a third of its time). Whatever is not plain (an error, a redirect, an
 * answer of the loader's own, a form that was sent) is left to Remix; the loaders have then answered once and are not
 * asked again.
 */
export function pageHandler(build: ServerBuild): PageHandler {
  const findRoutes = routeFinder(build);
  const makePage = (build.entry.module as unknown as { makePage: PageMaker }).makePage;
  const { basename, future, isSpaMode, assets: manifest } = build;
  const modules = new Map(
    Object.entries(build.routes).flatMap(([id, route]) => (route ? [[id, route.module] as const] : [])),
  );
  const shared = {
    manifest,
    future,
    isSpaMode,
    routeModules: Object.fromEntries(modules) as EntryContext["routeModules"],
    serverHandoffString: JSON.stringify({ basename, future, isSpaMode }).replaceAll("<", "\\u003c"),
    serializeError: () => undefined as never,
  };

  return async (request, context) => {
    const url = new URL(request.url);
    const isPage = request.method === "GET" && !url.pathname.endsWith(".data") && !url.searchParams.has("index");
    const matches = isPage ? findRoutes(url.pathname) : null;
    const leaf = modules.get(matches?.at(-1)?.route.id ?? "");
    if (!matches || !leaf?.default) return null;
    const answers = await load(matches, request, context);
    if (!answers) return null;

    const loaderData: Record<string, unknown> = {};
    const loaderHeaders: Record<string, Headers> = {};
    let statusCode = 200;
    // As in Remix those with a loader come first: the data then read the same to the letter.
    const withLoader = matches.filter(({ route }) => modules.get(route.id)?.loader);
    for (const {
      route: { id },
    } of [...withLoader, ...matches.filter((match) => !withLoader.includes(match))]) {
      const answer = answers.get(id) ?? null;
      if (!isWithInit(answer)) loaderData[id] = answer;
      else {
        loaderData[id] = answer.data;
        if (answer.init?.headers) loaderHeaders[id] = new Headers(answer.init.headers);
        if (answer.init?.status && answer.init.status !== 200) statusCode = answer.init.status;
      }
    }
    const headers = headersOf(matches, loaderHeaders);
    const staticHandlerContext = {
      basename: basename ?? "/",
      location: { pathname: url.pathname, search: url.search, hash: "", state: null, key: "default" },
      matches,
      loaderData,
      actionData: null,
      errors: null,
      statusCode,
      loaderHeaders,
      actionHeaders: {},
      activeDeferreds: null,
    } as unknown as EntryContext["staticHandlerContext"];
    const data = () => encode({ loaderData: handedOver(loaderData), actionData: null, errors: null });
    try {
      return await makePage(
        request,
        statusCode,
        headers,
        { ...shared, renderMeta: {}, staticHandlerContext },
        context,
        data,
      );
    } catch {
      // Remix renders it again, fails again, reports it and shows the page for that.
      return null;
    }
  };

  /** The data that go with the page: what a route reads back from the page is not sent twice. */
  function handedOver(loaderData: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(loaderData).map(([id, data]) => {
        const handle = modules.get(id)?.handle as RouteHandle | undefined;
        return [id, handle?.handOver ? handle.handOver(data) : data];
      }),
    );
  }

  /** What the loaders answer, by route; null when one of them is not plain. */
  async function load(
    matches: readonly Match[],
    request: Request,
    context: AppLoadContext,
  ): Promise<Map<string, unknown> | null> {
    const params = matches[0]?.params ?? {};
    const loaded: Loaded = new Map();
    loadedBefore.set(context, loaded);
    for (const {
      route: { id },
    } of matches) {
      const loader = modules.get(id)?.loader;
      if (loader) loaded.set(id, Promise.resolve(loader({ request, params, context })));
    }
    const settled = await Promise.allSettled(loaded.values());
    const answers = new Map<string, unknown>();
    for (const [i, id] of [...loaded.keys()].entries()) {
      const answer = settled[i];
      if (answer?.status !== "fulfilled" || answer.value === undefined || answer.value instanceof Response) return null;
      answers.set(id, answer.value);
    }
    return answers;
  }

  /** As Remix does it: the deepest `headers` export decides; cookies of all loaders are sent. */
  function headersOf(matches: readonly Match[], loaderHeaders: Record<string, Headers>): Headers {
    let headers = new Headers();
    for (const {
      route: { id },
    } of matches) {
      const own = loaderHeaders[id];
      const say = modules.get(id)?.headers;
      const parentHeaders = headers;
      if (say) {
        headers = new Headers(
          typeof say === "function"
            ? say({
                loaderHeaders: own ?? new Headers(),
                parentHeaders,
                actionHeaders: new Headers(),
                errorHeaders: undefined,
              })
            : say,
        );
        for (const cookie of parentHeaders.getSetCookie())
          if (!headers.getSetCookie().includes(cookie)) headers.append("Set-Cookie", cookie);
      }
      for (const cookie of own?.getSetCookie() ?? [])
        if (!headers.getSetCookie().includes(cookie)) headers.append("Set-Cookie", cookie);
    }
    return headers;
  }
}

interface WithInit {
  data: unknown;
  init: ResponseInit | null;
}

/** Made by Remix's `data()`. */
function isWithInit(value: unknown): value is WithInit {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as { type?: unknown }).type === "DataWithResponseInit" &&
    "data" in value &&
    "init" in value
  );
}
