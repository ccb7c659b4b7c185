import type { IncomingMessage } from "node:http";
import { rm } from "node:fs/promises";
import { Writable, type Readable } from "node:stream";
import busboy, { type FieldInfo } from "busboy";
import { MOST_PHOTO_BYTES, MOST_PHOTOS } from "~/domain/photos/rules";
import { bodyLimit, MOST_FIELDS } from "../limits/body.server";
import { receivePhoto, type SentPhoto } from "./sent-photo.server";
import type { UploadFolder } from "./upload-folder.server";

/** Of a whole form: as many photographs as it may have, and the rest of it. */
const MOST_FORM_BYTES = MOST_PHOTOS * MOST_PHOTO_BYTES + 1024 * 1024;
/** File fields; those that are empty count too, and more than this are skipped unread. */
const MOST_FILES = 2 * MOST_PHOTOS;

/** A form as it was sent: its typed fields as a plain form's body, its photographs in files. */
export interface PhotoForm {
  body: Buffer;
  photos: SentPhoto[];
}

/**
 * Receives a multipart form: each photograph goes to a file while it comes, and everything else becomes the body of a
 * plain form. 413 when it is larger than any of ours; a body that is no form counts as one that ends where it goes wrong.
 * Rejects when the sender went away. Whoever calls it removes the files, also then: `photos` is filled as they arrive.
 */
export function readPhotoForm(req: IncomingMessage, folder: UploadFolder, photos: SentPhoto[]): Promise<Buffer | 413> {
  const told = Number(req.headers["content-length"] ?? 0);
  if (told > MOST_FORM_BYTES) return Promise.resolve(413);
  const mostText = bodyLimit("").bytes;
  const fields = new URLSearchParams();
  const arriving: Promise<unknown>[] = [];
  return new Promise((resolve, reject) => {
    const parser = parserFor(req, mostText);
    let [size, text, files] = [0, 0, 0];
    let over = false;
    /** The files are whole, or gone, when the caller hears of it. */
    const finish = (then: () => void) => {
      if (over) return;
      over = true;
      req.unpipe(parser);
      parser.destroy();
      void Promise.allSettled(arriving).then(then);
    };
    const tooLarge = () => finish(() => resolve(413));
    const gone = () => finish(() => reject(Object.assign(new Error("the sender went away"), { code: "ECONNRESET" })));
    const end = () => finish(() => resolve(Buffer.from(fields.toString())));
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_FORM_BYTES) tooLarge();
    });
    // Also said of a request that came whole.
    req.once("close", () => {
      if (!req.complete) gone();
    });
    // Its types say that every part has a name and a text: one may have no name, or be in letters that nobody knows.
    parser.on("field", (name: string | undefined, value: string | undefined, info: FieldInfo) => {
      if (name === undefined || value === undefined) return;
      text += name.length + value.length;
      if (text > mostText || info.nameTruncated || info.valueTruncated) return tooLarge();
      fields.append(name, value);
    });
    parser.once("fieldsLimit", tooLarge);
    parser.on("file", (field: string | undefined, stream: Readable) => {
      // It may be cut off before anybody reads it, and an error that nobody hears ends the process.
      stream.on("error", () => undefined);
      // What stands in the same packet is still taken apart.
      if (over || field === undefined) return void stream.resume();
      const spare = files++ >= MOST_PHOTOS;
      const received = receivePhoto(stream, folder.newFile(), spare ? 0 : MOST_PHOTO_BYTES).then(async (photo) => {
        // A field for a photograph in which nothing was chosen.
        if (photo.ok && photo.bytes === 0) await rm(photo.file, { force: true });
        else photos.push(spare ? { field, ok: false, code: "too_many" } : { field, ...photo });
      });
      received.catch(() => undefined);
      arriving.push(received);
    });
    parser.once("close", end);
    // Cut off, or not what its head says: what had arrived counts.
    parser.on("error", () => {
      if (over) return;
      req.resume();
      if (req.complete) end();
      else req.once("end", end);
    });
    req.pipe(parser);
  });
}

/** What takes a form apart; of a body whose head says no boundary there is nothing to take apart, and busboy throws. */
function parserFor({ headers }: IncomingMessage, mostText: number): Writable {
  const limits = { fieldNameSize: 100, fieldSize: mostText, fields: MOST_FIELDS, files: MOST_FILES };
  try {
    return busboy({ headers, defParamCharset: "utf8", limits });
  } catch {
    return new Writable({ write: (_chunk, _encoding, done) => done() });
  }
}
