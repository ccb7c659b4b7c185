import type { AppLoadContext } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";

/**
 * When unexpected errors were reported in this process, wall time; the newest few hundred are enough to see a bad hour.
 */
const reported: number[] = [];
const MOST_KEPT = 500;

/** How many unexpected errors this process has reported since an instant of wall time (500 at most). */
export function countRecentErrors(since: number): number {
  return reported.filter((at) => at >= since).length;
}

/** Writes an unexpected error to standard error as one JSON line, without bodies, cookies or addresses of people. */
export function reportError(error: unknown, at: { request?: Request; context?: AppLoadContext; where?: string }): void {
  // Remix reports an address that no route answers as an error; it is the visitor's, not ours.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  reported.push(Date.now());
  if (reported.length > MOST_KEPT) reported.shift();
  const detail =
    error instanceof Error
      ? {
          name: error.name,
          message: error.message,
          stack: error.stack
            ?.split("\n")
            .slice(1, 8)
            .map((line) => line.trim()),
        }
      : { message: String(error) };
  const path = at.request ? new URL(at.request.url).pathname : undefined;
  console.error(
    JSON.stringify({
      level: "error",
      at: new Date().toISOString(),
      where: at.where,
      method: at.request?.method,
      path,
      requestId: at.context?.requestId,
      ...detail,
    }),
  );
}
