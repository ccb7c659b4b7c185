/**
 * When unexpected errors were reported in this process, wall time; the newest few hundred are enough to see a bad hour.
 */
const reported: number[] = [];
const MOST_KEPT = 500;

/** How many unexpected errors this process has reported since an instant of wall time (500 at most). */
export function countRecentErrors(since: number): number {
  return reported.filter((at) => at >= since).length;
}

/** Where an unexpected error came up: a part of the program, or what was asked for. */
export interface Whereabouts {
  where?: string | undefined;
  method?: string | undefined;
  path?: string | undefined;
  requestId?: string | undefined;
}

/** Writes an unexpected error to standard error as one JSON line, without bodies, cookies or addresses of people. */
export function reportError(error: unknown, { where, method, path, requestId }: Whereabouts): void {
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
  console.error(
    JSON.stringify({ level: "error", at: new Date().toISOString(), where, method, path, requestId, ...detail }),
  );
}
