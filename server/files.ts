import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { dropPageHeaders } from "./headers";

type Next = () => void;
export type Files = (req: IncomingMessage, res: ServerResponse, next: Next) => void;

/** Hashed assets and public/ in `folder`, as they were at the start; calls `next` for what is none of them. */
export async function staticFiles(folder: string): Promise<Files> {
  const { default: sirv } = await import("sirv");
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (res, path) => {
      dropPageHeaders(res);
      // No line of the log is about a file that was found.
      res.removeHeader("X-Request-Id");
      // sirv knows no type for it, and with nosniff a browser may then not use it.
      if (path.endsWith(".ico")) res.setHeader("Content-Type", "image/x-icon");
      res.setHeader(
        "Cache-Control",
        path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, no-cache",
      );
    },
  });
  return (req, res, next) => {
    // sirv answers a form that is sent to a picture with the picture.
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    // Without it the whole file is sent, which is always right.
    if (!isWholeRange(req.headers)) delete req.headers.range;
    // A file that went meanwhile (a new build in the same folder): nobody else hears of it, and it would end the process.
    const watch = (file: Readable) => void file.once("error", () => res.destroy());
    res.once("pipe", watch);
    serve(req, res, () => {
      res.off("pipe", watch);
      next();
    });
  };
}

/** The addresses of the owner's photographs below `folder`, as they are now: "/photos/yard.webp". */
export function servedPhotos(folder: string): ReadonlySet<string> {
  const photos = join(folder, "photos");
  return new Set(existsSync(photos) ? readdirSync(photos).map((name) => `/photos/${name}`) : []);
}

/**
 * One stretch with a beginning, and an end behind it where it has one. sirv reads everything else as something that was not
 * asked for, and `bytes=5-2`, a single line of anybody's, ended the process.
 */
function isWholeRange({ range, "if-range": condition }: IncomingMessage["headers"]): boolean {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? "") ?? [];
  return from !== undefined && condition === undefined && (to === "" || Number(to) > Number(from));
}
