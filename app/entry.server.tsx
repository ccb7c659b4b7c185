import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { reportError } from "./http/errors.server";
import bootScript from "./ui/boot/index.ts?minified";
import { markErrors } from "./ui/form/error-title";
import { PageContext } from "./ui/page-context";
import { stylingFor } from "./styles.server";

// server.ts reaches the application only through this module; importing app/ from there would make
// a second database handle in development (architecture.md).
export { boot } from "./boot.server";

/**
 * How long promises inside a loader's data may take, in ms. Ours return none. Until then Remix keeps each request and
 * its data in a timer: at its own 5 s that is thousands of answered requests under load, which outlive the collector's
 * young generation and fill the heap.
 */
export const streamTimeout = 50;

/**
 * Pages are rendered whole and sent buffered (a third of the memory of streaming). Under single fetch Remix's own
 * StreamTransfer suspends, so the data stream is drained here and appended as one script.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext | undefined,
): Promise<Response> {
  const nonce = loadContext?.nonce || undefined;
  const data = context.serverHandoffStream ? await readText(context.serverHandoffStream) : "";
  const html = markErrors(renderToString(
    <PageContext.Provider value={{ nonce, ...stylingFor(context.staticHandlerContext.matches.map(({ route }) => route.id), request.headers.get("Cookie")), boot: bootScript }}>
      <RemixServer context={{ ...context, manifest: matchedManifest(context), serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
    </PageContext.Provider>,
  ));
  headers.set("Content-Type", "text/html; charset=utf-8");
  const end = html.lastIndexOf("</body>");
  return new Response(`<!doctype html>${html.slice(0, end)}${handoff(data, nonce)}${html.slice(end)}`, { status, headers });
}

/** For the render only the routes that matched: it makes objects for all it is given. The browser loads the whole list. */
function matchedManifest({ manifest, staticHandlerContext }: EntryContext): EntryContext["manifest"] {
  const routes = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]);
  return { ...manifest, routes: Object.fromEntries(routes) as typeof manifest.routes };
}

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += decoder.decode(part.value, { stream: true });
  return text + decoder.decode();
}

function handoff(data: string, nonce: string | undefined): string {
  const literal = JSON.stringify(data).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `<script${nonce ? ` nonce="${nonce}"` : ""}>(c=>{c.enqueue(${literal});c.close()})(window.__remixContext.streamController)</script>`;
}

export function handleError(error: unknown, { request, context }: { request: Request; context?: AppLoadContext }): void {
  if (!request.signal.aborted) reportError(error, { request, context });
}
