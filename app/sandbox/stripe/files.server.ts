import type Stripe from "stripe";
import { invalid } from "./errors";
import type { FormFields } from "./form";
import { stripeId, unixNow } from "./ids.server";
import type { Ledger } from "./ledger.server";

/** Evidence may have 5 MB (Stripe's documented limit for its purpose); the parts around it are small. */
const LARGEST_FILE = 5 * 1024 * 1024;
export const LARGEST_UPLOAD = LARGEST_FILE + 64 * 1024;

/** A file as one text, so that it passes the check of parameters like any other: name, type, content. */
function packFile(name: string, type: string, content: Buffer): string {
  return JSON.stringify([name, type, content.toString("base64")]);
}

function unpackFile(packed: string): { name: string; type: string; content: Buffer } {
  const [name = "", type = "", content = ""] = JSON.parse(packed) as string[];
  return { name, type, content: Buffer.from(content, "base64") };
}

/** The fields of a multipart form (RFC 7578); the file among them packed. Null for what cannot be read. */
export function readUpload(contentType: string, body: Buffer): FormFields | null {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (!boundary) return null;
  const fields: FormFields = {};
  // Latin-1 keeps each byte as one character, so that positions are the same.
  const text = body.toString("latin1");
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf("\r\n\r\n");
    const headers = part.slice(0, end);
    const name = /name="([^"]*)"/i.exec(headers)?.[1];
    if (end < 0 || name === undefined) return null;
    const content = Buffer.from(part.slice(end + 4, -2), "latin1");
    const filename = /filename="([^"]*)"/i.exec(headers)?.[1];
    const type = /content-type:\s*([^\r\n;]+)/i.exec(headers)?.[1] ?? "";
    fields[name] = filename === undefined ? content.toString("utf8") : packFile(filename, type, content);
  }
  return fields;
}

const SIGNATURES: readonly [type: string, begins: string][] = [
  ["pdf", "%PDF-"],
  ["png", "\x89PNG"],
  ["jpg", "\xff\xd8\xff"],
];

/** POST /v1/files: what it is, is seen by its content. */
export function createFile(
  ledger: Ledger,
  params: Omit<Stripe.FileCreateParams, "file"> & { file: string },
): Stripe.File {
  if (params.purpose !== "dispute_evidence")
    throw invalid("The sandbox takes files for the purpose dispute_evidence only.", "purpose");
  const { name, content } = unpackFile(params.file);
  if (content.length === 0) throw invalid("The file is empty.", "file");
  if (content.length > LARGEST_FILE) throw invalid("The file is larger than 5 MB.", "file", "file_size_too_large");
  const type = SIGNATURES.find(([, begins]) => content.subarray(0, 8).toString("latin1").startsWith(begins))?.[0];
  if (!type) throw invalid("Evidence must be a PDF, a JPEG or a PNG.", "file", "invalid_file_type");
  const file = ledger.add<Stripe.File>({
    id: stripeId("file"),
    object: "file",
    created: unixNow(),
    expires_at: null,
    filename: name,
    links: { object: "list", data: [], has_more: false, url: "/v1/file_links" },
    purpose: "dispute_evidence",
    size: content.length,
    title: null,
    type,
    url: null,
  });
  ledger.prepare("INSERT INTO stripe_contents (id, content) VALUES (?, ?)").run(file.id, content);
  return file;
}

/** What was uploaded; null when there is no such file. */
export function readContent(ledger: Ledger, id: string): { content: Buffer; type: string } | null {
  const file = ledger.find("file", id);
  const row = ledger.prepare("SELECT content FROM stripe_contents WHERE id = ?").get(id) as
    | { content: Buffer }
    | undefined;
  if (!file || !row) return null;
  const TYPES: Readonly<Record<string, string>> = { pdf: "application/pdf", png: "image/png", jpg: "image/jpeg" };
  return { content: row.content, type: TYPES[file.type ?? ""] ?? "application/octet-stream" };
}
