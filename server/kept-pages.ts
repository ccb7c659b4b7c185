import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Inline, SecurityHeaders } from "./headers";
import { isExcessive } from "./request";
import { acceptedEncoding, type Encoding } from "./respond";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * What advertisers and mailers hang on to an address; it changes nothing on the page. Any other query is the page's.
 */
const TRACKING =
  /^(utm_[a-z_]+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|twclid|ttclid|li_fat_id|yclid|igshid|mc_cid|mc_eid|_ga|_gl|srsltid)$/i;

/** A page takes a tenth of a second of a core to press together; those who came first after a start need it more. */
const BETWEEN_MS = 500;

interface Answer {
  headers: string[];
  body: Buffer;
}
interface Page {
  version: string;
  tag: string;
  unchanged: string[];
  answers: Record<Encoding | "plain", Answer>;
}

export interface KeptPagesOptions {
  /** The `Accept` that asks for a page's data instead of the page: these are made for each who asks. */
  pageData: string;
  /** The allow-list: addresses whose markup depends on nobody. */
  paths: readonly string[];
  /** Changes with whatever the pages are made of; one read for each request. May throw. */
  version: () => string;
  /** The page as a visitor without cookies gets it. */
  render: (path: string) => Promise<Response>;
  /** The security headers of a page with these inline parts, or of what is no page. */
  headers: Pick<SecurityHeaders, "withHashes" | "forFile">;
}

export interface KeptPages {
  /** Answers when the address is on the list; false leaves the request to the others. */
  answer: (req: IncomingMessage, res: ServerResponse, otherwise: () => void) => boolean;
  /** Makes every page, one after the other, so that no visitor waits for the first one. */
  warm: () => Promise<void>;
}

/**
 * Pages with nobody's data, rendered and compressed once for each content version (architecture.md, "Page cache"). They
 * carry the hashes of their own inline scripts and style instead of a nonce, so that anyone may keep them too.
 */
export function keptPages({ paths, pageData, version, render, headers }: KeptPagesOptions): KeptPages {
  const kept = new Map<string, Page>();
  const making = new Map<string, Promise<Page | null>>();
  const listed = new Set(paths);
  let lastVersion = "";

  return {
    answer(req, res, otherwise) {
      if ((req.method !== "GET" && req.method !== "HEAD") || req.headers.accept === pageData) return false;
      const path = listedPath(req.url ?? "");
      if (path === null) return false;
      const now = versionNow();
      const page = kept.get(path);
      if (page?.version === now) send(req, res, page);
      else make(path, now).then((made) => (made ? send(req, res, made) : otherwise()), otherwise);
      return true;
    },
    async warm() {
      for (const path of paths) {
        await make(path, versionNow()).catch(() => null);
        await pause(BETWEEN_MS, undefined, { ref: false });
      }
    },
  };

  function listedPath(url: string): string | null {
    if (listed.has(url)) return url;
    const at = url.indexOf("?");
    if (at < 0 || !listed.has(url.slice(0, at)) || isExcessive(url)) return null;
    const names = [...new URLSearchParams(url.slice(at)).keys()];
    return names.every((name) => TRACKING.test(name)) ? url.slice(0, at) : null;
  }

  /** While the database cannot be read, the pages stay as they were. */
  function versionNow(): string {
    try {
      lastVersion = version();
    } catch {
      // What the page's own data needs is asked for when it is rendered, and answered with 503 there.
    }
    return lastVersion;
  }

  /** One rendering at a time for each page, however many ask; null when the answer is not one to keep. */
  function make(path: string, now: string): Promise<Page | null> {
    const key = `${now} ${path}`;
    const running = making.get(key) ?? build(path, now).finally(() => making.delete(key));
    making.set(key, running);
    return running;
  }

  async function build(path: string, now: string): Promise<Page | null> {
    const response = await render(path);
    const type = response.headers.get("Content-Type") ?? "";
    if (
      response.status !== 200 ||
      response.headers.has("Set-Cookie") ||
      /private|no-store/.test(response.headers.get("Cache-Control") ?? "")
    )
      return null;
    const text = await response.text();
    const plain = Buffer.from(text);
    const [br, gz] = await Promise.all([
      toBrotli(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      }),
      toGzip(plain, { level: 9 }),
    ]);
    const tag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 16)}"`;
    const every = [
      ...(type.startsWith("text/html") ? headers.withHashes(inlineParts(text), path) : headers.forFile()),
      ["Vary", "Accept-Encoding"],
      ["ETag", tag],
      ["Cache-Control", response.headers.get("Cache-Control") ?? "public, no-cache"],
    ].flat();
    const answer = (body: Buffer, encoding?: Encoding): Answer => ({
      body,
      headers: [
        ...every,
        "Content-Type",
        type,
        ...(encoding ? ["Content-Encoding", encoding] : []),
        "Content-Length",
        String(body.length),
      ],
    });
    const page = {
      version: now,
      tag,
      unchanged: every,
      answers: { br: answer(br, "br"), gzip: answer(gz, "gzip"), plain: answer(plain) },
    };
    kept.set(path, page);
    return page;
  }
}

function send(req: IncomingMessage, res: ServerResponse, page: Page): void {
  if (req.headers["if-none-match"]?.includes(page.tag)) {
    res.writeHead(304, withConnection(res, page.unchanged)).end();
    return;
  }
  const { headers, body } = page.answers[acceptedEncoding(req) ?? "plain"];
  res.writeHead(200, withConnection(res, headers));
  res.end(req.method === "HEAD" ? undefined : body);
}

function withConnection(res: ServerResponse, headers: string[]): string[] {
  const connection = res.getHeader("Connection");
  return connection === undefined ? headers : [...headers, "Connection", String(connection)];
}

/** The hashes of everything that the page's content policy has to let run; data blocks are not run. */
function inlineParts(html: string): Inline {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const parts = (tag: "script" | "style") => [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([^]*?)</${tag}>`, "g"))];
  const scripts = parts("script").filter(([, attributes = ""]) => !/\bsrc=|application\/ld\+json/.test(attributes));
  const unique = (found: RegExpMatchArray[]) => [...new Set(found.map(([, , text = ""]) => hash(text)))];
  return { scripts: unique(scripts), styles: unique(parts("style")) };
}
