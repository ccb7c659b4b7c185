import type { RequestHandler, ServerBuild } from "@remix-run/node";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { dropPageHeaders } from "./headers";
import { withOwnAnswers } from "./own-answers";
import type { PageHandler } from "./remix/pages";
import type { App } from "../app/boot.server";

type Next = () => void;

/** The application's code: the finished build, or Vite's modules as they are at the moment. */
export interface Code {
  respond: RequestHandler;
  /** The short way to a page that is only shown; null leaves it to `respond`. */
  page: PageHandler;
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
  const [{ branchHandler }, { pageHandler }] = await Promise.all([import("./remix/branches"), import("./remix/pages")]);
  const build = withOwnAnswers((await import(pathToFileURL(`${folder}/server/index.js`).href)) as ServerBuild);
  const serve = sirv(`${folder}/client`, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (res, path) => {
      dropPageHeaders(res);
      // sirv knows no type for it, and with nosniff a browser may then not use it.
      if (path.endsWith(".ico")) res.setHeader("Content-Type", "image/x-icon");
      res.setHeader(
        "Cache-Control",
        path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=0, must-revalidate",
      );
    },
  });
  return {
    respond: branchHandler(build),
    page: pageHandler(build),
    boot: () => bootOf(build),
    files: serve,
    close: () => Promise.resolve(),
  };
}
