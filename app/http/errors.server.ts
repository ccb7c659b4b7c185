import type { AppLoadContext } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";

/** Writes an unexpected error to standard error as one JSON line, without bodies, cookies or addresses of people. */
export function reportError(error: unknown, at: { request?: Request; context?: AppLoadContext; where?: string }): void {
  // Remix reports an address that no route answers as an error; it is the visitor's, not ours.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const detail = error instanceof Error ? { name: error.name, message: error.message, stack: error.stack?.split("\n").slice(1, 8).map((line) => line.trim()) } : { message: String(error) };
  const path = at.request ? new URL(at.request.url).pathname : undefined;
  console.error(JSON.stringify({ level: "error", at: new Date().toISOString(), where: at.where, method: at.request?.method, path, requestId: at.context?.requestId, ...detail }));
}
