import type { Party } from "./parties.server";

/** Waits so long, or until the signal says that it is over. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener("abort", end);
  });
}

/** One key of a telephone: `keys` is over with it, or with the call; `stop` says which it was, null for none. */
export function keyOf(party: Party, signal: AbortSignal): { keys: AbortSignal; stop: () => string | null } {
  const phone = party as { onKey?: ((key: string) => void) | null };
  const heard = new AbortController();
  let key: string | null = null;
  phone.onKey = (one) => {
    key ??= one;
    heard.abort();
  };
  return {
    keys: AbortSignal.any([signal, heard.signal]),
    stop() {
      phone.onKey = null;
      return key;
    },
  };
}
