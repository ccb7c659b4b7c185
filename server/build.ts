import type { RequestHandler, ServerBuild } from "@remix-run/node";
import { pathToFileURL } from "node:url";
import { servedPhotos, staticFiles, type Files } from "./files";
import { withOwnAnswers } from "./own-answers";
import type { PageHandler } from "./remix/pages";
import type { App } from "../app/boot.server";

/** The application's code: the finished build, or Vite's modules as they are at the moment. */
export interface Code {
  respond: RequestHandler;
  /** The short way to a page that is only shown; null leaves it to `respond`. */
  page: PageHandler;
  boot(): Promise<App>;
  /** Hashed assets and public/; calls `next` when the request is for none of them. */
  files: Files;
  /** Whether `files` answers for this file of `public/photos`. */
  hasPhoto(path: string): boolean;
  close(): Promise<void>;
}

/** entry.server.tsx exports `boot` beside Remix's handler. */
export function bootOf(build: ServerBuild): Promise<App> {
  return (build.entry.module as unknown as { boot(): Promise<App> }).boot();
}

/** The finished build in `folder` (build/). */
export async function builtCode(folder: string): Promise<Code> {
  const [{ branchHandler }, { pageHandler }] = await Promise.all([import("./remix/branches"), import("./remix/pages")]);
  const build = withOwnAnswers((await import(pathToFileURL(`${folder}/server/index.js`).href)) as ServerBuild);
  const files = await staticFiles(`${folder}/client`);
  const photos = servedPhotos(`${folder}/client`);
  return {
    respond: branchHandler(build),
    page: pageHandler(build),
    boot: () => bootOf(build),
    files,
    hasPhoto: (path) => photos.has(path),
    close: () => Promise.resolve(),
  };
}
