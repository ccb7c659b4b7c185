import { isRouteErrorResponse, useRouteError } from "@remix-run/react";

export interface Refusal {
  status: number;
  /** What the route said; undefined leaves it to the status's own words. */
  detail: string | undefined;
}

/** What went wrong, in an error boundary: the status and words of a refusal of ours, 500 for everything else. */
export function useRefusal(): Refusal {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return { status: 500, detail: undefined };
  // Remix's own speak of its code to its programmers.
  const isOurs = !(error as { internal?: boolean }).internal;
  return {
    status: error.status,
    detail: isOurs && typeof error.data === "string" && error.data !== "" ? error.data : undefined,
  };
}
