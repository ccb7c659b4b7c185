import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import type { App } from "../app/boot.server";
import type { Code } from "./build";
import { securityHeaders } from "./headers";
import { keptPages } from "./kept-pages";
import { bodyReader, hasOneKind } from "./body";
import { keepRefusalHeaders } from "./own-answers";
import { addressOf, toFetchRequest } from "./request";
import { send, sendPage, sendPlain } from "./respond";
import { giveTime } from "./sockets";
import { turns } from "./turns";

/** Requests that wait, from which on it is a crowd. */
const CROWD = 3;
const GIVEN_ID = /^[\w-]{8,64}$/;

/** Everything in front of Remix, in order: kept pages, headers, health, cross-site check, files, body limit. */
export function createHandler(app: App, code: Code, development: boolean, stopping: AbortSignal) {
  const { config } = app;
  const headersFor = securityHeaders(config, development);
  const kept = keptPages({
    paths: development ? [] : app.keptPaths,
    pageData: app.pageData,
    version: () => app.services.contentVersion(),
    render: renderForAnyone,
    headers: headersFor,
  });

  stopping.addEventListener("abort", app.endStreams, { once: true });
  const turn = turns();
  const readBody = bodyReader();

  return { handle, warm: kept.warm };

  function handle(req: IncomingMessage, res: ServerResponse): void {
    if (stopping.aborted) res.setHeader("Connection", "close");
    const make = () => guarded(req, res, () => fresh(req, res));
    guarded(req, res, () => void (kept.answer(req, res, make) || make()));
  }

  /** What is thrown before there is a promise of an answer would end the process, with everybody else's requests. */
  function guarded(req: IncomingMessage, res: ServerResponse, begin: () => void): void {
    try {
      begin();
    } catch (error) {
      fail(error, req, res, String(res.getHeader("X-Request-Id") ?? ""));
    }
  }

  /** A page that is made for this request. */
  function fresh(req: IncomingMessage, res: ServerResponse): void {
    const given = config.TRUST_PROXY ? String(req.headers["x-request-id"] ?? "") : "";
    const random = randomBytes(25);
    const requestId = GIVEN_ID.test(given) ? given : random.toString("base64url", 16);
    const nonce = random.toString("base64url", 0, 16);
    for (const [name, value] of headersFor.withNonce(nonce, req.url ?? "")) res.setHeader(name, value);
    res.setHeader("X-Request-Id", requestId);

    if (req.url === "/healthz") return health(req, res);
    if (app.isCrossSite(req)) return refuse(req, res, 403);
    code.files(req, res, () => {
      answer(req, res, nonce, requestId).catch((error: unknown) => fail(error, req, res, requestId));
    });
  }

  /** A public page as it is for everyone: no cookie, no nonce, not from this machine. */
  function renderForAnyone(path: string): Promise<Response> {
    const context = {
      nonce: "",
      requestId: randomBytes(9).toString("base64url"),
      clientAddress: "unknown",
      local: false,
      onClose: () => undefined,
    };
    return code.respond(new Request(new URL(path, config.publicUrl)), context);
  }

  function health(req: IncomingMessage, res: ServerResponse): void {
    const healthy = app.healthy();
    res.statusCode = healthy ? 200 : 503;
    res.setHeader("Content-Type", "application/json");
    res.setHeader("Cache-Control", "no-store");
    res.end(req.method === "HEAD" ? undefined : JSON.stringify({ status: healthy ? "ok" : "unavailable" }));
  }

  async function answer(req: IncomingMessage, res: ServerResponse, nonce: string, requestId: string): Promise<void> {
    const url = addressOf(req, config.publicUrl);
    if (!url) return refuse(req, res, 400);
    if (app.sandboxHandler?.(req, res)) return;
    // A hashed file of an earlier build: a page in its place would be run as a script.
    if (url.pathname.startsWith("/assets/")) return sendPlain(req, res, 404);
    const reads = req.method === "GET" || req.method === "HEAD";
    if (!reads && !/^(POST|PUT|PATCH|DELETE)$/.test(req.method ?? "")) return refuse(req, res, 405);
    if (!reads && !hasOneKind(req)) return refuse(req, res, 400);
    const context: AppLoadContext = {
      ...app.context(req, nonce, requestId, (callback) => void res.once("close", callback)),
      isServed: (path) => code.hasPhoto(path),
    };
    // Waits in no line and is not compressed: a stream is open for hours, and costs nothing while nothing happens.
    if (app.stream(req, res, () => toFetchRequest(req, url, null), context)) return;
    const sender = app.sender(context);
    const upload = reads
      ? null
      : await app.receivePhotos(
          req,
          context,
          () => toFetchRequest(req, url, null),
          (ms) => giveTime(req, ms),
        );
    if (typeof upload === "number") return refuse(req, res, upload);
    if (upload) context.photos = upload.photos;
    if (upload?.received !== undefined) context.received = upload.received;
    try {
      const body = upload?.body ?? (reads ? null : await readBody(req, app.bodyLimit(url.pathname), sender));
      if (typeof body === "number") return refuse(req, res, body);
      await answerInTurn(req, res, toFetchRequest(req, url, body, upload !== null), context);
    } finally {
      await upload?.discard();
    }
  }

  async function answerInTurn(
    req: IncomingMessage,
    res: ServerResponse,
    request: Request,
    context: AppLoadContext,
  ): Promise<void> {
    if (!(await turn.take(app.sender(context)))) return sendPlain(req, res, 503);
    // Whoever left meanwhile needs no page.
    if (req.socket.destroyed) return;
    const reads = req.method === "GET" || req.method === "HEAD";
    const page = reads ? await code.page(request, context) : null;
    const hurry = turn.waiting > CROWD;
    if (page) return sendPage(req, res, page, hurry);
    const response = keepRefusalHeaders(await code.respond(request, context), context);
    if (res.destroyed) return;
    // A refusal without words, from an address that is no page.
    if (response.status >= 400 && !response.body && req.method !== "HEAD")
      return sendPlain(req, res, response.status, response.headers.get("Allow"));
    await send(req, res, response, { stopping, hurry });
  }

  /**
   * Answers before the body was read; the connection ends with it, so that nothing of the body is taken for a request.
   */
  function refuse(req: IncomingMessage, res: ServerResponse, status: number): void {
    if (!req.complete) res.setHeader("Connection", "close");
    req.resume();
    sendPlain(req, res, status);
  }

  function fail(error: unknown, req: IncomingMessage, res: ServerResponse, requestId: string): void {
    if (res.destroyed || (error as NodeJS.ErrnoException).code === "ECONNRESET") return;
    const detail =
      error instanceof Error
        ? { name: error.name, message: error.message, stack: error.stack?.split("\n").slice(1, 8) }
        : { message: String(error) };
    console.error(
      JSON.stringify({
        level: "error",
        at: new Date().toISOString(),
        where: "server",
        method: req.method,
        path: req.url?.split("?")[0],
        requestId,
        ...detail,
      }),
    );
    if (res.headersSent) res.destroy();
    else sendPlain(req, res, 500);
  }
}
