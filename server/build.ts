import type { RequestHandler, ServerBuild } from "@remix-run/node";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { dropPageHeaders } from "./headers";
import type { App } from "../app/boot.server";

type Next = () => void;

/** The application's code: the finished build, or Vite's modules as they are at the moment. */
export interface Code {
  respond: RequestHandler;
  boot(): Promise<App>;
  /** Hashed assets and public/; calls `next` when the request is for none of them. */
  files(req: IncomingMessage, res: ServerResponse, next: Next): void;
  close(): Promise<void>;
}

/** entry.server.tsx exports `boot` beside Remix's handler. */
export function bootOf(build: ServerBuild): Promise<App> {
  return (build.entry.module as unknown as { boot(): Promise<App> }).boot();
}

/** The finished build in `folder` (build/). */
export async function builtCode(folder: string): Promise<Code> {
  const { default: sirv } = await import("sirv");
  const { branchHandler } = await import("./branches");
  const build = withBusyAnswers((await import(pathToFileURL(`${folder}/server/index.js`).href)) as ServerBuild);
  const serve = sirv(`${folder}/client`, {
    brotli: true, gzip: true, etag: true, extensions: [],
    setHeaders: (res, path) => {
      dropPageHeaders(res);
      // sirv knows no type for it, and with nosniff a browser may then not use it.
      if (path.endsWith(".ico")) res.setHeader("Content-Type", "image/x-icon");
      res.setHeader("Cache-Control", path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=0, must-revalidate");
    },
  });
  return {
    respond: branchHandler(build),
    boot: () => bootOf(build),
    files: serve,
    close: () => Promise.resolve(),
  };
}

/**
 * A database that is locked, full, read-only or gone is answered as 503 from any loader or action, so that no route
 * has to remember it: Remix would make a 500 of it and hide its kind from everything behind.
 */
export function withBusyAnswers(build: ServerBuild): ServerBuild {
  const guard = <A extends unknown[], R>(run: (...args: A) => R | Promise<R>) => async (...args: A): Promise<R> => {
    try {
      return await run(...args);
    } catch (error) {
      throw isStoreTrouble(error) ? new Response(null, { status: 503, headers: { "Retry-After": "2", "Cache-Control": "no-store" } }) : error;
    }
  };
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const;
    const { loader, action } = route.module;
    return [id, { ...route, module: { ...route.module, ...(loader && { loader: guard(loader) }), ...(action && { action: guard(action) }) } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function isStoreTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "DatabaseBusyError" || error.name === "SandboxBusyError") return true;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (!/^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN)/.test(code)) return false;
  console.error(JSON.stringify({ level: "error", at: new Date().toISOString(), where: "database", name: error.name, code, message: error.message }));
  return true;
}
