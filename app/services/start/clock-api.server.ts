import type { IncomingMessage, ServerResponse } from "node:http";
import { readClockMove } from "~/adapters/clock/move.server";
import type { Services } from "~/services.server";
import { goOn } from "./go-on.server";

const MAX_BODY = 10_000;

/**
 * `POST /sandbox/clock` with JSON, for programs (contract.md): answered here, because Remix would answer the address of
 * a page with a page. True when the request was taken. The caller made sure that it comes from this machine.
 */
export function takesClockCall(services: Services, req: IncomingMessage, res: ServerResponse): boolean {
  const isJson = /^application\/json\b/i.test(req.headers["content-type"] ?? "");
  if (!services.sandbox || req.method !== "POST" || req.url?.split("?")[0] !== "/sandbox/clock" || !isJson)
    return false;
  void answer(services, req, res);
  return true;
}

async function answer(services: Services, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const move = readClockMove(await readJson(req));
    const offset = move && (await goOn(services, move));
    if (offset === null) {
      return send(res, 400, {
        error: {
          code: "invalid_fields",
          message:
            'Send {"now":"2026-12-01T13:00:00Z"} or {"advance":"3d"}; m, h, d and w are minutes, hours, days and weeks.',
        },
      });
    }
    send(res, 200, { now: new Date(services.clock.now()).toISOString(), offset_ms: offset });
  } catch {
    send(res, 503, { error: { code: "busy", message: "The clock could not be set. Please try again." } });
  }
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += (chunk as Buffer).length;
    if (size <= MAX_BODY) chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
  } catch {
    return null;
  }
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" });
  res.end(JSON.stringify(body));
}
