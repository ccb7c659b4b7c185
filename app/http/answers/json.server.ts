import { DatabaseBusyError } from "#db/client.server";
import { z } from "zod";
import type { CapName } from "~/domain/limits/caps";
import { enter, type Scope } from "../context.server";
import { reportError } from "./errors.server";
import { mayCause, waitWords } from "../limits/limits.server";

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

/** Far more than any of our calls needs; a deeper or wider body is somebody's experiment. */
const MAX_DEPTH = 12;
const MOST_VALUES = 1_000;
/** Of the wrong fields, as many as somebody can put right at once are named. */
const MOST_NAMED = 20;
const LONGEST_NAME = 100;

interface Call<S extends z.ZodType> {
  name: string;
  schema: S | ((scope: Scope) => S);
  cap: Extract<CapName, `call-${string}`>;
}

/** A JSON answer that nobody stores. */
export function json(body: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set("Cache-Control", "no-store");
  all.set("Content-Type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** A refusal; `extra` stands beside "error" (a new quote, an address to go to). */
export function jsonError(
  status: number,
  error: JsonError,
  extra: Record<string, unknown> = {},
  headers: HeadersInit = {},
): Response {
  return json({ error, ...extra }, status, headers);
}

/** For the loader of a server function: only POST is answered. */
export function postOnly(): Response {
  return jsonError(
    405,
    { code: "method_not_allowed", message: "Send a POST request with a JSON body." },
    {},
    { Allow: "POST" },
  );
}

/**
 * One server function: reads and checks the body, counts a call by the sender's address, then answers with
 * what `handle` returns (a plain value becomes a 200). Wrong JSON or fields are 400 with the fields, too many tries
 * 429; a busy database is 503, a bug a 500 without details. Never throws. A schema that depends on what is on offer now is
 * given as a function.
 */
export function jsonAction<S extends z.ZodType>(
  args: Args,
  options: Call<S>,
  handle: (input: z.output<S>, scope: Scope) => Promise<unknown>,
): Promise<Response> {
  return jsonActionFor(args, { ...options, who: async () => null }, (input, _nobody, scope) => handle(input, scope));
}

/**
 * The same for a call that only some may make: `who` says who asks, or answers how they are refused, before anything of
 * the body is read. Whoever may not learns nothing of what is asked for.
 */
export async function jsonActionFor<S extends z.ZodType, Person>(
  args: Args,
  options: Call<S> & { who: (scope: Scope) => Promise<Person | Response> },
  handle: (input: z.output<S>, person: Person, scope: Scope) => Promise<unknown>,
): Promise<Response> {
  try {
    if (args.request.method !== "POST") return postOnly();
    const scope = await enter(args);
    const counted = await mayCause(scope, options.cap, {});
    if (!counted.ok) return tooManyCalls(counted.retryAfter);
    const person = await options.who(scope);
    if (person instanceof Response) return person;
    const body = await readJson(args.request);
    if (!body.ok) return jsonError(body.status, body.error);
    const schema = typeof options.schema === "function" ? options.schema(scope) : options.schema;
    const parsed = schema.safeParse(body.value);
    if (!parsed.success)
      return jsonError(400, {
        code: "invalid_fields",
        message: "Some fields are missing or not right.",
        fields: fieldsOf(parsed.error),
      });
    const answer = await handle(parsed.data, person, scope);
    return answer instanceof Response ? answer : json(answer);
  } catch (error) {
    if (error instanceof Response)
      return jsonError(
        error.status,
        { code: `http_${error.status}`, message: await error.text() },
        {},
        keptHeaders(error),
      );
    if (error instanceof DatabaseBusyError)
      return jsonError(
        503,
        { code: "busy", message: "We are very busy right now. Please try again in a few seconds." },
        {},
        { "Retry-After": "2" },
      );
    reportError(error, { request: args.request, where: `function ${options.name}` });
    return jsonError(500, { code: "internal", message: "Something went wrong. Please try again." });
  }
}

export function tooManyCalls(retryAfter: number): Response {
  return jsonError(
    429,
    { code: "too_many_requests", message: `Too many requests. Please try again in ${waitWords(retryAfter)}.` },
    {},
    { "Retry-After": String(retryAfter) },
  );
}

type Body = { ok: true; value: unknown } | { ok: false; status: number; error: JsonError };

async function readJson(request: Request): Promise<Body> {
  const type = request.headers.get("Content-Type") ?? "";
  // Anything else could be sent by a plain form of another website.
  if (!/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type))
    return bad(400, "not_json", "Send the body as JSON, with Content-Type application/json.");
  // The front has refused what is too long (body-limits.server.ts).
  let value: unknown;
  try {
    value = await request.json();
  } catch {
    return bad(400, "malformed_json", "The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return bad(400, "malformed_json", "The body must be a JSON object.");
  const excess = findExcess(value);
  return excess ? bad(400, ...excess) : { ok: true, value };
}

/** Looked at before the schema, which makes a message of every wrong value. */
function findExcess(body: object): [code: string, message: string] | null {
  let left = MOST_VALUES;
  for (let depth = 0, level: object[] = [body]; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return ["too_deep", "The body is nested too deeply."];
    const below = level.flatMap((part) => Object.values(part) as unknown[]);
    left -= below.length;
    if (left < 0) return ["too_large", "The body has too many values."];
    level = below.filter((value): value is object => typeof value === "object" && value !== null);
  }
  return null;
}

function bad(status: number, code: string, message: string): Body {
  return { ok: false, status, error: { code, message } };
}

/** "quoteData.items.0.size" → message; the first one per field. */
function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, MOST_NAMED))
    fields[issue.path.join(".").slice(0, LONGEST_NAME)] ??= issue.message;
  return fields;
}

function keptHeaders(response: Response): HeadersInit {
  const wait = response.headers.get("Retry-After");
  return wait ? { "Retry-After": wait } : {};
}
/** One line of a JSON order. Whether it can be ordered is `checkLine`'s answer; this is only its shape. */
export const orderLineSchema = z.object({
  size: z.union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,3}$/)
        .transform(Number),
    ],
    "Send the size in yards.",
  ),
  quantity: z.int("Send how many dumpsters."),
  material: z.string("Send the material's id.").max(40, "That is no material's id."),
  rentalDays: z.int("Send the rental days."),
});
