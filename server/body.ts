import type { IncomingMessage } from "node:http";
import type { BodyLimit } from "../app/http/body-limits.server";

/** So much more than is accepted is read and thrown away, so that its sender reads our answer instead of a broken connection. */
const DRAINED = 1024 * 1024;
/** What all bodies that are still on their way may hold together; a form's has some KB. */
const BUDGET = 32 * 1024 * 1024;
/**
 * A piece of a body costs as much as some KB of it, and a sender may make pieces of one byte. A packet brings 500 bytes at
 * least; whoever sends many that are smaller fills in no form.
 */
const FREE_PIECES = 256;
const SMALLEST_PIECE = 256;

/** Why there is no body: it is over its limit, or there is no room for it now. */
export type NoBody = 413 | 503;

/**
 * Reads bodies, all of them together within `budget` bytes. Resolves to the whole body or to why there is none (then what
 * is left of it, up to 1 MB, has been thrown away). Rejects when the sender went away, or was sent away for its crumbs.
 */
export function bodyReader(budget = BUDGET): (req: IncomingMessage, limit: BodyLimit) => Promise<Buffer | NoBody> {
  let held = 0;
  return (req, limit) => new Promise((resolve, reject) => {
    const told = Number(req.headers["content-length"] ?? 0);
    if (told > limit.bytes + DRAINED) return resolve(413);
    let refusal: NoBody | null = told > limit.bytes ? 413 : null;
    const chunks: Buffer[] = [];
    let [size, mine, pieces] = [0, 0, 0];
    const letGo = () => {
      chunks.length = 0;
      held -= mine;
      mine = 0;
    };
    req.on("data", take);
    function take(chunk: Buffer): void {
      size += chunk.length;
      if (++pieces > FREE_PIECES + size / SMALLEST_PIECE) {
        // What has arrived already is still taken apart: without a listener in a fifth of the time.
        req.off("data", take);
        return void req.destroy();
      }
      if (size > limit.bytes) refusal ??= 413;
      else if (held + chunk.length > budget) refusal ??= 503;
      if (refusal === null) {
        chunks.push(chunk);
        mine += chunk.length;
        held += chunk.length;
        return;
      }
      letGo();
      if (size > limit.bytes + DRAINED) resolve(refusal);
    }
    req.once("end", () => {
      const body = Buffer.concat(chunks, mine);
      letGo();
      resolve(refusal ?? (hasMoreFields(body, req.headers["content-type"] ?? "", limit.fields) ? 413 : body));
    });
    req.once("error", reject);
    req.once("close", () => {
      letGo();
      // Node's own word for it: no fault of ours, and nothing for the log.
      reject(Object.assign(new Error("the sender went away"), { code: "ECONNRESET" }));
    });
  });
}

/** Two kinds at once: who counts the fields and who reads them would go by different ones. No browser sends that. */
export function hasOneKind(req: IncomingMessage): boolean {
  const kinds = req.headersDistinct["content-type"] ?? [];
  return kinds.length <= 1 && !kinds[0]?.includes(",");
}

/**
 * Whether a form has more fields than `most`, counted in its bytes before anything is made of them: the separators of a
 * plain form, the word that every part of a multipart one has in its head. Ends at the first one too many.
 */
function hasMoreFields(body: Buffer, contentType: string, most: number | null): boolean {
  if (most === null) return false;
  const mark = /^\s*multipart\//i.test(contentType) ? "form-data" : "&";
  let count = mark === "&" ? 1 : 0;
  for (let at = body.indexOf(mark); at >= 0 && count <= most; at = body.indexOf(mark, at + mark.length)) count++;
  return count > most;
}
