import { setImmediate as othersFirst } from "node:timers/promises";
import { privateHeaders } from "./private-page.server";

/** About how much is handed over at once; smaller pieces cost more than they carry. */
const PIECE = 32_768;

/**
 * A file of comma-separated values that is written while it is read: a long one needs no memory, keeps nobody waiting,
 * and ends when its reader goes. `name` without its ending.
 */
export function csvFile(name: string, pieces: Iterator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (let text = ""; ;) {
        await othersFirst();
        const next = pieces.next();
        if (!next.done) text += next.value;
        if (text.length > 0 && (next.done || text.length >= PIECE)) controller.enqueue(encoder.encode(text));
        if (next.done) return controller.close();
        if (text.length >= PIECE) return;
      }
    },
    cancel() {
      pieces.return?.();
    },
  });
  return new Response(body, {
    headers: {
      ...privateHeaders(),
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
