import { DatabaseBusyError } from "#db/client.server";
import type { z } from "zod";
import { enter, type Scope } from "./context.server";
import { reportError } from "./errors.server";
import { limit } from "./limits.server";

/** The error body of contract.md: `{"error":{"code","message","fields"}}`. */
export interface JsonError {
  code: string;
  message: string;
  fields?: Record<string, string>;
}

interface Args {
  request: Request;
  context?: unknown;
}

/** Far more than any of our calls needs; a deeper body is somebody's experiment. */
const MAX_DEPTH = 12;
const MAX_CHARS = 100_000;

/** A JSON answer that nobody stores. */
export function json(body: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set("Cache-Control", "no-store");
  all.set("Content-Type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** A refusal; `extra` stands beside "error" (a new quote, an address to go to). */
export function jsonError(status: number, error: JsonError, extra: Record<string, unknown> = {}, headers: HeadersInit = {}): Response {
  return json({ error, ...extra }, status, headers);
}

/** For the loader of a server function: only POST is answered. */
export function postOnly(): Response {
  return jsonError(405, { code: "method_not_allowed", message: "Send a POST request with a JSON body." }, {}, { Allow: "POST" });
}

/**
 * One server function: reads and checks the body, counts a try of `name` by the sender's address, then answers with
 * what `handle` returns (a plain value becomes a 200). Wrong JSON or fields are 400 with the fields, too many tries
 * 429; a busy database is 503, a bug a 500 without details. Never throws.
 */
export async function jsonAction<S extends z.ZodType>(
  args: Args,
  options: { name: string; schema: S; perMinute: number },
  handle: (input: z.output<S>, scope: Scope) => Promise<unknown>,
): Promise<Response> {
  try {
    if (args.request.method !== "POST") return postOnly();
    const scope = await enter(args);
    const counted = await limit(scope, `fn-${options.name}`, scope.clientAddress, { max: options.perMinute, windowSeconds: 60 });
    if (!counted.ok) return tooManyCalls(counted.retryAfter);
    const body = await readJson(args.request);
    if (!body.ok) return jsonError(body.status, body.error);
    const parsed = options.schema.safeParse(body.value);
    if (!parsed.success) return jsonError(400, { code: "invalid_fields", message: "Some fields are missing or not right.", fields: fieldsOf(parsed.error) });
    const answer = await handle(parsed.data, scope);
    return answer instanceof Response ? answer : json(answer);
  } catch (error) {
    if (error instanceof Response) return jsonError(error.status, { code: `http_${error.status}`, message: await error.text() }, {}, keptHeaders(error));
    if (error instanceof DatabaseBusyError) return jsonError(503, { code: "busy", message: "We are very busy right now. Please try again in a few seconds." }, {}, { "Retry-After": "2" });
    reportError(error, { request: args.request, where: `function ${options.name}` });
    return jsonError(500, { code: "internal", message: "Something went wrong. Please try again." });
  }
}

export function tooManyCalls(retryAfter: number): Response {
  return jsonError(429, { code: "too_many_requests", message: `Too many requests. Please try again in ${retryAfter} seconds.` }, {}, { "Retry-After": String(retryAfter) });
}

type Body = { ok: true; value: unknown } | { ok: false; status: number; error: JsonError };

async function readJson(request: Request): Promise<Body> {
  const type = request.headers.get("Content-Type") ?? "";
  // Anything else could be sent by a plain form of another website.
  if (!/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type)) return bad(400, "not_json", "Send the body as JSON, with Content-Type application/json.");
  const text = await request.text();
  if (text.length > MAX_CHARS) return bad(413, "too_large", "The body is too large.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad(400, "malformed_json", "The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return bad(400, "malformed_json", "The body must be a JSON object.");
  if (isDeeper(value, MAX_DEPTH)) return bad(400, "too_deep", "The body is nested too deeply.");
  return { ok: true, value };
}

function bad(status: number, code: string, message: string): Body {
  return { ok: false, status, error: { code, message } };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** "quoteData.items.0.size" → message; the first one per field. */
function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message;
  return fields;
}

function keptHeaders(response: Response): HeadersInit {
  const wait = response.headers.get("Retry-After");
  return wait ? { "Retry-After": wait } : {};
}
