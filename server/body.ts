import type { IncomingMessage } from "node:http";
import type { BodyLimit } from "../app/http/body-limits.server";

/** So much more than is accepted is read and thrown away, so that its sender reads our answer instead of a broken connection. */
const DRAINED = 1024 * 1024;

/** The whole body; null when it is over the limit (then what is left of it, up to 1 MB, has been thrown away). */
export async function readBody(req: IncomingMessage, limit: BodyLimit): Promise<Buffer | null> {
  const told = Number(req.headers["content-length"] ?? 0);
  const chunks: Buffer[] = [];
  let size = 0;
  if (told > limit.bytes + DRAINED) return refused(req);
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > limit.bytes + DRAINED) break;
    if (size <= limit.bytes && told <= limit.bytes) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  if (size > limit.bytes) return refused(req);
  const body = Buffer.concat(chunks, size);
  return limit.fields !== null && hasMoreFields(body, req.headers["content-type"] ?? "", limit.fields) ? null : body;
}

function refused(req: IncomingMessage): null {
  req.resume();
  return null;
}

/**
 * Whether a form has more fields than `most`, counted in its bytes before anything is made of them: the separators of a
 * plain form, the word that every part of a multipart one has in its head. Ends at the first one too many.
 */
function hasMoreFields(body: Buffer, contentType: string, most: number): boolean {
  const mark = /^\s*multipart\//i.test(contentType) ? "form-data" : "&";
  let count = mark === "&" ? 1 : 0;
  for (let at = body.indexOf(mark); at >= 0 && count <= most; at = body.indexOf(mark, at + mark.length)) count++;
  return count > most;
}
