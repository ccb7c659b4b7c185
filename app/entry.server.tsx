import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { reportError } from "./http/answers/errors.server";
import { partsOfPage } from "./kept-parts.server";
import { refusedPage } from "./http/answers/refused-page.server";
import { dataScript } from "./remix/stream";
import type { RouteHandle } from "./root";
import { DATA_TYPE } from "./remix/single-fetch";
import afterPaintScript from "./ui/boot/after-paint.ts?minified";
import bootScript from "./ui/boot/index.ts?minified";
import { markErrors } from "./ui/form/error-title";
import { PartKeeperContext } from "./ui/kept-part";
import { PageContext } from "./ui/page-context";
import { stylingFor } from "./styles.server";

// server.ts reaches the application only through this module; importing app/ from there would make
// a second database handle in development (architecture.md).
export { boot } from "./boot.server";
/** For the server in front: the one of the bundle, so that no second React is read at every start. */
export { matchRoutes } from "@remix-run/react";

/**
 * How long promises inside a loader's data may take, in ms. Ours return none. Until then Remix keeps each request and
 * its data in a timer: at its own 5 s that is thousands of answered requests under load, which outlive the collector's
 * young generation and fill the heap.
 */
export const streamTimeout = 50;

export interface RenderedPage {
  status: number;
  headers: Headers;
  body: string;
}

type PageContent = Omit<EntryContext, "serverHandoffStream">;
/** Makes a page; `data` encodes what React needs to take it over, when it is asked for. */
export type PageMaker = (
  request: Request,
  status: number,
  headers: Headers,
  content: PageContent,
  loadContext: AppLoadContext | undefined,
  data: () => ReadableStream<Uint8Array> | undefined,
) => Promise<RenderedPage>;

/**
 * A page, rendered whole and sent buffered (a third of the memory of streaming). What React needs to take it over goes
 * with it only where it surely will, or where it cannot be asked for again (a refused form, an error). Else the browser
 * asks for it when somebody begins to type (boot/intent.ts): in most pages nobody does, and it was a fifth of their
 * bytes and a tenth of their time. Throws what the render throws.
 */
export const makePage: PageMaker = async (request, status, headers, content, loadContext, data) => {
  if (request.headers.get("Accept") === DATA_TYPE) {
    headers.set("Content-Type", DATA_TYPE);
    headers.set("Cache-Control", "no-store");
    return { status, headers, body: await readText(data()) };
  }
  const nonce = loadContext?.nonce || undefined;
  const parts = partsOfPage(nonce);
  const rendered = renderToString(
    <PageContext.Provider
      value={{
        nonce: parts.nonce,
        ...stylingFor(
          content.staticHandlerContext.matches.map(({ route }) => route.id),
          request.headers.get("Cookie"),
        ),
        boot: bootScript,
        afterPaint: afterPaintScript,
      }}
    >
      <PartKeeperContext.Provider value={parts.keeper}>
        <RemixServer
          context={{ ...content, manifest: matchedManifest(content), serverHandoffStream: undefined }}
          url={request.url}
          nonce={parts.nonce}
        />
      </PartKeeperContext.Provider>
    </PageContext.Provider>,
  );
  const html = markErrors(parts.finish(rendered));
  headers.set("Content-Type", "text/html; charset=utf-8");
  const script = mayAskLater(request, status, content) ? "" : dataScript(await readText(data()), nonce);
  const end = html.lastIndexOf("</body>");
  return { status, headers, body: `<!doctype html>${html.slice(0, end)}${script}${html.slice(end)}` };
};

/**
 * A page that cannot be rendered is answered by one that needs nothing: no loader's data, no frame. Remix would render
 * once more with the error for its boundary, and where that fails too answer with words of its own.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext | undefined,
): Promise<Response> {
  const { serverHandoffStream, ...content } = context;
  try {
    const page = await makePage(request, status, headers, content, loadContext, () => serverHandoffStream);
    return new Response(page.body, page);
  } catch (error) {
    handleError(error, { request, context: loadContext });
    return refusedPage({ nonce: loadContext?.nonce ?? "" }, 500);
  }
}

/** Whether React takes the page over only on intent, and its address, asked again, gives its data. */
function mayAskLater(request: Request, status: number, { staticHandlerContext, routeModules }: PageContent): boolean {
  const { matches, actionData, errors, loaderData } = staticHandlerContext;
  const now = matches.some(({ route: { id } }) => {
    const handle = routeModules[id]?.handle as RouteHandle | undefined;
    return handle?.hydrate === "now" || (loaderData[id] !== undefined && handle?.momentary?.(loaderData[id]));
  });
  return request.method === "GET" && status === 200 && !actionData && !errors && !now;
}

/** Pages that load scripts and are no customer's: they go to routes that the customers' list does not have. */
const OTHERS = /^routes\/(account|crm|driver|sandbox)\//;
/** Around every page of a driver who is signed in. */
const DRIVERS = "routes/driver/layout";

/**
 * For the render only the routes that matched: it makes objects for all it is given. The browser loads the list of its
 * area (scripts/support/manifests.mjs); in development there is one list, at another address.
 */
function matchedManifest({ manifest, staticHandlerContext }: PageContent): EntryContext["manifest"] {
  const ids = staticHandlerContext.matches.map(({ route: { id } }) => id);
  const area = ids.includes(DRIVERS) ? "drivers-" : ids.some((id) => OTHERS.test(id)) ? "" : "customers-";
  const url = manifest.url.replace(/\/manifest-(\w+\.js)$/, `/manifest-${area}$1`);
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]])) as typeof manifest.routes;
  return { ...manifest, url, routes };
}

async function readText(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  if (!stream) return "";
  const decoder = new TextDecoder();
  let text = "";
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += decoder.decode(part.value, { stream: true });
  return text + decoder.decode();
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: AppLoadContext },
): void {
  if (!request.signal.aborted) reportError(error, { request, context });
}
