import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Page, TextBrowser } from "./form";

/** One answer as it came over the wire. */
export interface WireAnswer {
  status: number;
  headers: [name: string, value: string][];
  /** Decompressed. */
  body: Buffer;
  /** Everything that was received: status line, headers, blank line, compressed body with its framing. */
  bytes: number;
}

export interface WireRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const PATIENCE_MS = 15_000;
/** What today's browsers say they take. */
const BROWSER = {
  "Accept-Encoding": "gzip, deflate, br",
  Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "Accept-Language": "en-US",
};

/**
 * Asks over a bare socket of its own and counts every byte of the answer; clients hide the status line and headers.
 * The connection is asked to stay open, as a browser does: the headers of that are counted too. Rejects when the answer
 * is not whole.
 */
export function wire(base: string, path: string, request: WireRequest = {}): Promise<WireAnswer> {
  const { hostname, port, host } = new URL(base);
  const body = Buffer.from(request.body ?? "");
  const headers = {
    Host: host,
    Connection: "keep-alive",
    ...BROWSER,
    ...request.headers,
    ...(request.body !== undefined && { "Content-Length": String(body.length) }),
  };
  const head = [
    `${request.method ?? "GET"} ${path} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(Buffer.concat([Buffer.from(head), body])),
    );
    socket.setTimeout(PATIENCE_MS, () =>
      socket.destroy(new Error(`${path}: no whole answer within ${PATIENCE_MS / 1000} s`)),
    );
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = readAnswer(received);
      if (!answer) return;
      socket.destroy();
      resolve(answer);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`${path}: the connection ended before the answer was whole`)));
  });
}

/** The answer, or null while something is still missing. */
function readAnswer(received: Buffer): WireAnswer | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first = "", ...lines] = received.subarray(0, end).toString("latin1").split("\r\n");
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 1).trim(),
  ]);
  const value = (name: string) => headers.find(([key]) => key === name)?.[1];
  const rest = received.subarray(end + 4);
  const status = Number(first.split(" ")[1]);
  const whole =
    status === 204 || status === 304
      ? Buffer.alloc(0)
      : value("transfer-encoding") === "chunked"
        ? dechunked(rest)
        : sized(rest, Number(value("content-length") ?? 0));
  return whole && { status, headers, body: decompressed(whole, value("content-encoding")), bytes: received.length };
}

const sized = (rest: Buffer, length: number): Buffer | null =>
  rest.length >= length ? rest.subarray(0, length) : null;

function dechunked(rest: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = rest.indexOf("\r\n", at);
    if (line < 0) return null;
    const length = parseInt(rest.subarray(at, line).toString("latin1"), 16);
    if (rest.length < line + 2 + length + 2) return null;
    if (length === 0) return Buffer.concat(parts);
    parts.push(rest.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
}

function decompressed(body: Buffer, encoding?: string): Buffer {
  return encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
}

const FETCHED =
  "link[rel~=stylesheet], link[rel=icon], link[rel=manifest], link[rel~=prefetch], link[rel~=preload], img[src]";

/**
 * A browser without scripts that keeps a bill: every answer it received, in order, with its bytes; what pages link to
 * is fetched once.
 */
export class MeteredBrowser extends TextBrowser {
  readonly bill: { method: string; path: string; status: number; bytes: number }[] = [];
  private readonly cached = new Set<string>();

  override async request(path: string, init: RequestInit): Promise<Page> {
    const page = await super.request(path, init);
    for (const element of page.root.querySelectorAll(FETCHED)) {
      const { origin, pathname, search, protocol } = new URL(
        element.getAttribute("href") ?? element.getAttribute("src") ?? "",
        page.url,
      );
      if (protocol === "data:" || this.cached.has(pathname + search)) continue;
      this.cached.add(pathname + search);
      const { status, bytes } = await wire(origin, pathname + search);
      this.bill.push({ method: "GET", path: pathname, status, bytes });
    }
    return page;
  }

  protected override async send(url: URL, init: RequestInit, headers: Headers): Promise<Response> {
    const body = init.body instanceof URLSearchParams ? init.body.toString() : undefined;
    if (body !== undefined) headers.set("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8");
    const method = init.method ?? "GET";
    const answer = await wire(url.origin, url.pathname + url.search, {
      method,
      headers: Object.fromEntries(headers),
      body,
    });
    this.bill.push({ method, path: url.pathname, status: answer.status, bytes: answer.bytes });
    const kept = answer.headers.filter(
      ([name]) => !["content-encoding", "content-length", "transfer-encoding"].includes(name),
    );
    return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: kept,
    });
  }
}
