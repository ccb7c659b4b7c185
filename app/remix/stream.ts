/**
 * The stream by which a page hands its data to Remix's scripts: Remix makes `window.__remixContext` with it, and the page's
 * last script writes into it.
 */
interface StreamController {
  enqueue(chunk: string): void;
  close(): void;
}

interface RemixWindow {
  __remixContext: { streamController: StreamController };
}

/** The script that hands over all of a page's data at once. */
export function dataScript(data: string, nonce: string | undefined): string {
  const literal = JSON.stringify(data)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  return `<script${nonce ? ` nonce="${nonce}"` : ""}>(c=>{c.enqueue(${literal});c.close()})(window.__remixContext.streamController)</script>`;
}

/**
 * Stands in for the stream until Remix's scripts have made it: what the page hands over waits. What is returned gives the
 * real one what waited; null when the page handed nothing over, then it is for the caller to write into it.
 */
export function holdStream(): () => StreamController | null {
  const queue: ((controller: StreamController) => void)[] = [];
  (window as unknown as RemixWindow).__remixContext = {
    streamController: {
      enqueue: (chunk) => queue.push((real) => real.enqueue(chunk)),
      close: () => queue.push((real) => real.close()),
    },
  };
  return () => {
    const { streamController } = (window as unknown as RemixWindow).__remixContext;
    for (const send of queue) send(streamController);
    return queue.length ? null : streamController;
  };
}
