import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Server } from "node:http";
import { bootOf, type Code } from "./build";
import { servedPhotos } from "./files";
import { withOwnAnswers } from "./own-answers";

/** `npm run dev`: Vite in this process, with hot reload over the same port. */
export async function developedCode(hmrServer: Server): Promise<Code> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: hmrServer } }, appType: "custom" });
  const load = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  return {
    respond: async (request, context) =>
      createRequestHandler(withOwnAnswers(await load()), "development")(request, context),
    page: () => Promise.resolve(null),
    boot: async () => bootOf(await load()),
    files: (req, res, next) => vite.middlewares(req, res, next),
    // Vite reads the folder with each request.
    hasPhoto: (path) => servedPhotos("public").has(path),
    close: () => vite.close(),
  };
}
