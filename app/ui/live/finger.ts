/** Nobody holds a page still for longer than a press takes. */
const MOST_MS = 1_500;
/** A touch's click comes a moment after the finger has gone. */
const CLICK_MS = 50;

let released: Promise<void> = Promise.resolve();

/** Over once no finger is down: what moves from under one would lose its press, or give it to something else. */
export const untilReleased = (): Promise<void> => released;

if (typeof document !== "undefined") document.addEventListener("pointerdown", hold, true);

function hold(): void {
  released = new Promise((go) => {
    const ended = new AbortController();
    const end = (ms: number) => void setTimeout(() => (ended.abort(), go()), ms);
    for (const name of ["pointerup", "pointercancel"])
      document.addEventListener(name, () => end(CLICK_MS), { signal: ended.signal, capture: true });
    end(MOST_MS);
  });
}
