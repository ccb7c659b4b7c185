import type { IncomingMessage } from "node:http";
import type { BodyLimit } from "../app/http/limits/body.server";

/**
 * So much more than is accepted is read and thrown away, so that its sender reads our answer instead of a broken
 * connection.
 */
const DRAINED = 1024 * 1024;
/** What all bodies that are still on their way may hold together; a form's has some KB. */
const BUDGET = 32 * 1024 * 1024;
/**
 * Of them, one sender's: an eighth of the budget, eleven drawn signatures at once. Without it 175 connections of one
 * address filled the budget, and everybody else's forms and the card company's webhook were refused for half a minute.
 */
const SHARES = 8;
/** Bodies of one sender that are still on their way, however small: a browser opens six connections. */
const MOST_OF_ONE = 64;
/**
 * A piece of a body costs as much as some KB of it, and a sender may make pieces of one byte. A packet brings 500 bytes
 * at least; whoever sends many that are smaller fills in no form.
 */
const FREE_PIECES = 256;
const SMALLEST_PIECE = 256;

/** Why there is no body: it is over its limit, or there is no room for it now. */
export type NoBody = 413 | 503;

/** What one sender's unfinished bodies hold. */
interface Share {
  bodies: number;
  bytes: number;
}

/**
 * Reads bodies, all of them together within `budget` bytes and each sender's within an eighth of it, so that one who
 * fills their share is refused alone. Resolves to the whole body or to why there is none (then what is left of it, up to
 * 1 MB, has been thrown away). Rejects when the sender went away, or was sent away for its crumbs.
 */
export function bodyReader(
  budget = BUDGET,
): (req: IncomingMessage, limit: BodyLimit, sender: string) => Promise<Buffer | NoBody> {
  let held = 0;
  const shares = new Map<string, Share>();
  return (req, limit, sender) =>
    new Promise((resolve, reject) => {
      const told = Number(req.headers["content-length"] ?? 0);
      if (told > limit.bytes + DRAINED) return resolve(413);
      const share = shares.get(sender) ?? { bodies: 0, bytes: 0 };
      shares.set(sender, share);
      let refusal: NoBody | null = told > limit.bytes ? 413 : share.bodies >= MOST_OF_ONE ? 503 : null;
      share.bodies++;
      const chunks: Buffer[] = [];
      let [size, mine, pieces] = [0, 0, 0];
      const letGo = () => {
        chunks.length = 0;
        held -= mine;
        share.bytes -= mine;
        mine = 0;
      };
      const leave = once(() => {
        letGo();
        if (--share.bodies === 0) shares.delete(sender);
      });
      req.on("data", take);
      function take(chunk: Buffer): void {
        size += chunk.length;
        if (++pieces > FREE_PIECES + size / SMALLEST_PIECE) {
          // What has arrived already is still taken apart: without a listener in a fifth of the time.
          req.off("data", take);
          return void req.destroy();
        }
        if (size > limit.bytes) refusal ??= 413;
        else if (held + chunk.length > budget || share.bytes + chunk.length > budget / SHARES) refusal ??= 503;
        if (refusal === null) {
          chunks.push(chunk);
          mine += chunk.length;
          held += chunk.length;
          share.bytes += chunk.length;
          return;
        }
        letGo();
        if (size > limit.bytes + DRAINED) resolve(refusal);
      }
      req.once("end", () => {
        const body = Buffer.concat(chunks, mine);
        leave();
        resolve(refusal ?? (hasMoreFields(body, req.headers["content-type"] ?? "", limit.fields) ? 413 : body));
      });
      req.once("error", reject);
      req.once("close", () => {
        leave();
        // Node's own word for it: no fault of ours, and nothing for the log.
        reject(Object.assign(new Error("the sender went away"), { code: "ECONNRESET" }));
      });
    });
}

/** Runs `work` the first time only: a body may end and its connection close. */
function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
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
