import { useEffect } from "react";
import { isDataAddress } from "~/remix/addresses";
import { pageBeingOpened } from "~/remix/router";
import { untilReleased } from "./finger";

/** Before each further try; the last one goes on. */
const AGAIN_MS = [1_000, 2_000, 5_000, 10_000];
/** Answers for a while only: asked too often, a proxy without us, too busy. */
const FOR_A_WHILE: readonly number[] = [429, 502, 503, 504];

/**
 * Pages read themselves anew when something has changed, and Remix asks for the next page's data. Where the connection is
 * lost it would put its error page in the place of a page that is whole. So a page that is read anew stays until there is an
 * answer, and a page that is opened is opened as a document: what stands in for it without a line (public/sw.js) then
 * does.
 */
export function useWaitForReading(): void {
  useEffect(waitForReading, []);
}

function waitForReading(): () => void {
  const before = window.fetch;
  const ask = before.bind(window);
  window.fetch = async (to, init) => {
    if (!(to instanceof URL && isDataAddress(to.pathname) && (init?.method ?? "GET") === "GET")) return ask(to, init);
    const signal = init?.signal ?? undefined;
    for (let tries = 0; ; tries++) {
      const answer = await ask(to, init).then(whole, () => null);
      if (answer && !FOR_A_WHILE.includes(answer.status)) return untilReleased().then(() => answer);
      // Another page was asked for, or this one anew.
      if (signal?.aborted) throw new DOMException("", "AbortError");
      const opened = pageBeingOpened();
      if (opened !== null) {
        location.assign(opened);
        return new Promise(() => undefined);
      }
      await untilAgain(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] ?? 0, signal);
    }
  };
  return () => void (window.fetch = before);
}

/**
 * An answer of which nothing is still on its way: one that breaks off (null) is none, and one that nobody waits for any more
 * ends here, where it is no error. Remix takes an answer apart while it comes, and calls either broken data.
 */
async function whole(answer: Response): Promise<Response | null> {
  if (answer.body === null) return answer;
  const { status, statusText, headers } = answer;
  return answer.arrayBuffer().then(
    (body) => new Response(body, { status, statusText, headers }),
    () => null,
  );
}

/** Also over once the line is back, or nobody waits any more. */
function untilAgain(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal?.addEventListener("abort", end);
  });
}
