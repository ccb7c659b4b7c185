import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SandboxText } from "./network.server";

/** What Twilio refuses, by its own codes. */
export class TwilioRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** A refusal on request, for tests of what happens when Twilio is busy or down. */
export type TwilioFault = () => TwilioRefusal | null;

export interface ApiOptions {
  accountSid: string;
  authToken: string;
  /** Takes a new text; throws TwilioRefusal. */
  create: (fields: URLSearchParams) => Promise<SandboxText>;
  find: (sid: string) => SandboxText | null;
  fault?: TwilioFault;
}

const MAX_BODY = 64 * 1024;

/** Answers one request of Twilio's API of 2010-04-01, as far as texts need it. Every failure becomes an answer. */
export async function answerApi(options: ApiOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const body = await readBody(req);
    checkAccount(options, req.headers.authorization ?? "");
    const refused = options.fault?.();
    if (refused) throw refused;
    const [status, text] = await act(options, req, body);
    send(res, status, resourceOf(options.accountSid, text));
  } catch (error) {
    const refusal =
      error instanceof TwilioRefusal ? error : new TwilioRefusal(500, 20500, "An internal server error has occurred");
    const { status, code, message, headers } = refusal;
    const more_info = `https://www.twilio.com/docs/errors/${code}`;
    send(res, status, { code, message, more_info, status }, headers);
  }
}

async function act(options: ApiOptions, req: IncomingMessage, body: string): Promise<[number, SandboxText]> {
  const path = (req.url ?? "").split("?")[0] ?? "";
  const [, account, sid] = /^\/2010-04-01\/Accounts\/(\w+)\/Messages(?:\/(\w+))?\.json$/.exec(path) ?? [];
  const none = new TwilioRefusal(404, 20404, `The requested resource ${path} was not found`);
  if (account !== options.accountSid) throw none;
  if (req.method === "POST" && !sid) return [201, await options.create(new URLSearchParams(body))];
  const text = req.method === "GET" && sid ? options.find(sid) : null;
  if (!text) throw none;
  return [200, text];
}

function checkAccount({ accountSid, authToken }: ApiOptions, authorization: string): void {
  const given = Buffer.from(/^Basic (.+)$/.exec(authorization)?.[1] ?? "", "base64");
  const wanted = Buffer.from(`${accountSid}:${authToken}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new TwilioRefusal(401, 20003, "Authenticate");
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new TwilioRefusal(413, 20413, "The request is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** The Message resource. */
function resourceOf(accountSid: string, text: SandboxText) {
  const at = new Date(text.createdAt).toUTCString().replace("GMT", "+0000");
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${text.sid}`;
  return {
    account_sid: accountSid,
    api_version: "2010-04-01",
    body: text.body,
    date_created: at,
    date_sent: text.status === "queued" ? null : at,
    date_updated: at,
    direction: text.direction,
    error_code: text.errorCode,
    error_message: null,
    from: text.from,
    messaging_service_sid: null,
    num_media: "0",
    num_segments: String(Math.ceil(text.body.length / 153) || 1),
    price: null,
    price_unit: "USD",
    sid: text.sid,
    status: text.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  };
}
