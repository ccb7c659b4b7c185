import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import type { RequestContext } from "../app/http/context.server";
import { onceARequest } from "./remix/pages";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * The build with answers of our own for what Remix would answer in its words, so that no route has to remember it:
 * - A database that is locked, full, read-only or gone is 503 from any loader or action.
 * - Access that is denied to a file or an answer in JSON is 403 in words; pages show their own.
 * - Anything else that is thrown is reported and is 500, without a word of its own.
 * - Every address takes GET and HEAD, and POST where it has an action; anything else is 405. Remix would run the action
 * for
 *   PUT and DELETE too.
 */
export function withOwnAnswers(build: ServerBuild): ServerBuild {
  const { handleError } = build.entry.module;
  const guard =
    <A extends Args, R>(run: (args: A) => R | Promise<R>, isPage: boolean) =>
    async (args: A): Promise<R> => {
      try {
        return await run(args);
      } catch (thrown) {
        // What is no Error was thrown on purpose: a redirect, a refusal, data with a status.
        const meant = thrown instanceof Error ? refusalFor(thrown, args) : thrown;
        const answer = !isPage && isDenied(meant) ? accessDenied(args.request) : meant;
        if (answer instanceof Response && answer.status >= 400) args.context.refusal = answer.headers;
        throw answer;
      }
    };
  const refusalFor = (error: Error, args: Args): Response => {
    if (isStoreTrouble(error)) return refusal(503, { "Retry-After": "2" });
    handleError?.(error, args);
    return refusal(500);
  };
  const posted = (action?: (args: ActionFunctionArgs) => unknown) => (args: ActionFunctionArgs) => {
    if (!action || args.request.method !== "POST")
      throw refusal(405, { Allow: action ? "GET, HEAD, POST" : "GET, HEAD" });
    return action(args);
  };
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const;
    const { loader, action } = route.module;
    const isPage = Boolean(route.module.default);
    return [
      id,
      {
        ...route,
        module: {
          ...route.module,
          ...(loader && { loader: onceARequest(id, guard(loader, isPage)) }),
          action: guard(posted(action), isPage),
        },
      },
    ] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

const KEPT = ["Allow", "Cache-Control", "Retry-After"];

/** The answer with what its refusal says in headers: Remix forgets them when a page shows it. */
export function keepRefusalHeaders(response: Response, { refusal }: RequestContext): Response {
  for (const name of response.status >= 400 && refusal ? KEPT : []) {
    const value = refusal?.get(name);
    if (value && !response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

/** Without a body: pages show their own error page for it, everything else gets its words in front (handler.ts). */
function refusal(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}

/** What guards throw for the page of Access Denied (guards.server.ts). A file or an answer in JSON has no page to show it. */
function isDenied(thrown: unknown): boolean {
  const data = (thrown as { data?: unknown } | null)?.data;
  return !(thrown instanceof Response) && typeof data === "object" && data !== null && "denied" in data;
}

function accessDenied({ url, headers }: Request): Response {
  const asJson = new URL(url).pathname.endsWith(".json") || /\bapplication\/json\b/.test(headers.get("Accept") ?? "");
  const message = "Access Denied. This account may not open it.";
  return new Response(asJson ? JSON.stringify({ error: { code: "forbidden", message } }) : message, {
    status: 403,
    headers: {
      "Content-Type": `${asJson ? "application/json" : "text/plain"}; charset=utf-8`,
      "Cache-Control": "no-store",
    },
  });
}

function isStoreTrouble(error: Error): boolean {
  if (error.name === "DatabaseBusyError" || error.name === "SandboxBusyError") return true;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (!/^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN)/.test(code)) return false;
  console.error(
    JSON.stringify({
      level: "error",
      at: new Date().toISOString(),
      where: "database",
      name: error.name,
      code,
      message: error.message,
    }),
  );
  return true;
}
