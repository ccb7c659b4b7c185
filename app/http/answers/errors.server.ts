import type { AppLoadContext } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { reportError as report } from "~/domain/log/errors.server";

/** Reports an unexpected error of a request (domain/log/errors.server.ts). */
export function reportError(error: unknown, at: { request?: Request; context?: AppLoadContext; where?: string }): void {
  // Remix reports an address that no route answers as an error; it is the visitor's, not ours.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  report(error, {
    where: at.where,
    method: at.request?.method,
    path: at.request && new URL(at.request.url).pathname,
    requestId: at.context?.requestId,
  });
}
