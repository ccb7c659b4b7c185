import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SandboxBusyError, type SandboxStore } from "../store.server";
import { checkParams } from "./check.server";
import { callEndpoint, findRoute, type Answer, type World } from "./endpoints.server";
import { invalid, StripeRefusal } from "./errors";
import { parseStripeForm, type FormFields } from "./form";
import { LARGEST_UPLOAD, readUpload } from "./files.server";
import { stripeId, unixNow } from "./ids.server";
import { expireDue, hasDueSessions } from "./sessions.server";

/** Trouble on request, for tests of what happens when Stripe is slow or down. */
export interface Fault {
  delayMs?: number;
  /** Answered instead of acting, and kept under the idempotency key like any other answer. */
  status?: number;
  /** Cuts the connection, before or after the request took effect. */
  drop?: "before" | "after";
}

export interface HttpOptions {
  store: SandboxStore;
  world: World;
  secretKey: string;
  checkoutBase: () => string;
  fault?: (method: string, path: string) => Fault | null;
  /** Called after every request that may have made events. */
  afterWrite: () => void;
}

interface Call {
  method: string;
  path: string;
  fields: FormFields;
  key: string | null;
  fingerprint: string;
  fault: Fault | null;
}

type Headers = { [name: string]: string };
const MAX_BODY = 256 * 1024;

/** Answers one request of Stripe's API; every failure becomes an answer, never an exception. */
export async function answerRequest(options: HttpOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const headers: Headers = {
    "content-type": "application/json",
    "request-id": stripeId("request"),
    "stripe-version": "2026-10-28.endive",
    "cache-control": "no-store",
  };
  let answer: Answer;
  try {
    const call = await readCall(options, req);
    if (call.fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, call.fault?.delayMs).unref());
    if (call.fault?.drop === "before") return void req.socket.destroy();
    if (call.key) headers["idempotency-key"] = call.key;
    answer = call.method === "GET" ? await read(options, call) : await write(options, call, headers);
    if (call.fault?.drop === "after") return void req.socket.destroy();
  } catch (error) {
    answer = failure(error, headers);
  }
  if (res.headersSent || res.destroyed) return;
  const text = JSON.stringify(withAddresses(answer.body, options.checkoutBase));
  res.writeHead(answer.status, { ...headers, "content-length": String(Buffer.byteLength(text)) }).end(text);
}

async function readCall(options: HttpOptions, req: IncomingMessage): Promise<Call> {
  const isUpload = /^multipart\/form-data/i.test(req.headers["content-type"] ?? "");
  const body = await readBody(req, isUpload ? LARGEST_UPLOAD : MAX_BODY);
  checkKey(req.headers.authorization ?? "", options.secretKey);
  const method = req.method ?? "GET";
  const [path = "/", query = ""] = (req.url ?? "/").split("?", 2);
  const encoded = method === "GET" ? query : isUpload ? "" : body.toString("utf8");
  const fields = isUpload ? readUpload(req.headers["content-type"] ?? "", body) : parseStripeForm(encoded);
  if (!fields) throw invalid("Invalid request: the parameters could not be read.");
  const key = req.headers["idempotency-key"];
  return {
    method,
    path,
    fields,
    key: method === "POST" && typeof key === "string" && key !== "" ? key : null,
    fingerprint: createHash("sha256")
      // A boundary of its own each time: an upload is known by what is in it.
      .update(
        `${method} ${path}\n${isUpload ? JSON.stringify(fields) : [...new URLSearchParams(encoded)].map(String).sort().join("\n")}`,
      )
      .digest("hex"),
    fault: options.fault?.(method, path) ?? null,
  };
}

async function readBody(req: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most)
      throw new StripeRefusal(413, { type: "invalid_request_error", message: "The request is too large." });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checkKey(authorization: string, secretKey: string): void {
  const basic = /^Basic (.+)$/i.exec(authorization);
  const given = basic
    ? Buffer.from(basic[1]!, "base64").toString().replace(/:$/, "")
    : authorization.replace(/^Bearer /i, "");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (timingSafeEqual(digest(given), digest(secretKey))) return;
  const message =
    given === "" ? "You did not provide an API key." : `Invalid API Key provided: ${given.slice(0, 8)}****`;
  throw new StripeRefusal(401, { type: "invalid_request_error", message });
}

async function read({ store, world }: HttpOptions, call: Call): Promise<Answer> {
  const { name, id } = findRoute(call.method, call.path);
  const params = checkParams(name, call.fields);
  if (call.fault?.status) return troubled(call.fault.status);
  if (hasDueSessions(world.ledger)) await store.write(() => expireDue(world.ledger));
  return callEndpoint(world, name, id, params);
}

async function write({ store, world, afterWrite }: HttpOptions, call: Call, headers: Headers): Promise<Answer> {
  const { name, id } = findRoute(call.method, call.path);
  const answer = await store.write(() => {
    const kept = call.key ? findKept(world, call.key) : null;
    if (kept) return replay(kept, call, headers);
    // What fails the check of parameters never began, so nothing is kept under its key.
    const params = checkParams(name, call.fields);
    expireDue(world.ledger);
    const fresh = call.fault?.status
      ? troubled(call.fault.status)
      : refusable(() => world.ledger.savepoint(() => callEndpoint(world, name, id, params)));
    if (call.key) keep(world, call, fresh);
    return fresh;
  });
  afterWrite();
  return answer;
}

interface Kept {
  request: string;
  status: number;
  body: string;
}

function findKept({ ledger }: World, key: string): Kept | null {
  return (
    (ledger.prepare("SELECT request, status, body FROM stripe_keys WHERE key = ?").get(key) as Kept | undefined) ?? null
  );
}

function keep({ ledger }: World, call: Call, answer: Answer): void {
  ledger
    .prepare("INSERT INTO stripe_keys (key, request, status, body, created) VALUES (?, ?, ?, ?, ?)")
    .run(call.key, call.fingerprint, answer.status, JSON.stringify(answer.body), unixNow());
}

function replay(kept: Kept, call: Call, headers: Headers): Answer {
  if (kept.request !== call.fingerprint) {
    throw new StripeRefusal(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${call.key}' if you meant to execute a different request.`,
    });
  }
  headers["idempotent-replayed"] = "true";
  if (kept.status >= 500) headers["stripe-should-retry"] = "false";
  return { status: kept.status, body: JSON.parse(kept.body) as unknown };
}

/** A refusal is an answer too; its half-done writes are undone by the savepoint around `run`. */
function refusable(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.body } };
    throw error;
  }
}

function troubled(status: number): Answer {
  return { status, body: { error: { type: "api_error", message: "The sandbox was asked to fail." } } };
}

function failure(error: unknown, headers: Headers): Answer {
  if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.body } };
  headers["stripe-should-retry"] = error instanceof SandboxBusyError ? "true" : "false";
  if (!(error instanceof SandboxBusyError)) console.error("sandbox stripe:", error);
  return {
    status: error instanceof SandboxBusyError ? 503 : 500,
    body: { error: { type: "api_error", message: "The sandbox failed." } },
  };
}

/** An open session's address depends on where the product stands now, so it is filled in at the last moment. */
function withAddresses(body: unknown, checkoutBase: () => string): unknown {
  if (body === null || typeof body !== "object") return body;
  const object = body as { object?: unknown; status?: unknown; id?: unknown; data?: unknown };
  if (object.object === "checkout.session" && object.status === "open")
    return { ...object, url: `${checkoutBase().replace(/\/$/, "")}/${String(object.id)}` };
  if (object.object === "list" && Array.isArray(object.data))
    return { ...object, data: object.data.map((item: unknown) => withAddresses(item, checkoutBase)) };
  return body;
}
