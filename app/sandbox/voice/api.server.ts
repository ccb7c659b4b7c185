import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isOver, secondsOf, type Line } from "./calls.server";
import type { VoiceNetwork } from "./network.server";

interface Account {
  accountSid: string;
  authToken: string;
  apiKey: string;
  appSid: string;
  from: string;
  /** Where the network asks and reports. */
  urls: { outgoing: string; incoming: string; status: string };
}

const MAX_BODY = 64 * 1024;

/** Twilio's API of 2010-04-01 as far as calls need it: asking about a call, leading it on, a recording's sound and its end. */
export async function listenVoiceApi(account: Account, network: VoiceNetwork) {
  const server = createServer((req, res) => {
    answer(account, network, req, res).catch(() => res.destroy());
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  account: Account,
  network: VoiceNetwork,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { accountSid, authToken } = account;
  const url = new URL(req.url ?? "/", "http://here.invalid");
  const body = new URLSearchParams(await readBody(req));
  const allowed = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  if (req.headers.authorization !== allowed) return refuse(res, 401, 20003, "Authenticate");
  const known = setUp(account, url);
  if (known) return send(res, 200, known);
  const rest = url.pathname.split(`/2010-04-01/Accounts/${accountSid}/`)[1] ?? "";
  const [, kind, sid, type] = /^(Calls|Recordings)(?:\/([A-Z]{2}[0-9a-f]{32}))?(\.\w+)?$/.exec(rest) ?? [];
  if (kind === "Recordings" && sid) return recording(network, sid, type, req, res);
  if (kind === "Calls" && !sid) {
    const rung = network.book.rungFor(url.searchParams.get("ParentCallSid") ?? "");
    return send(res, 200, { calls: rung.map((line) => resourceOf(accountSid, line)), page: 0, next_page_uri: null });
  }
  const line = sid ? network.book.find(sid) : null;
  if (!line) return refuse(res, 404, 20404, `The requested resource ${url.pathname} was not found`);
  if (req.method === "POST") {
    if (isOver(line)) return refuse(res, 400, 21220, "Call is not in-progress. Cannot redirect.");
    const next = body.get("Url");
    if (next) network.lead(line.sid, next);
    else if (body.get("Status") === "completed") network.hangUp(line.sid);
  }
  send(res, 200, resourceOf(accountSid, line));
}

/** What is set in the console for this account; null for other questions. */
function setUp({ accountSid, apiKey, appSid, from, urls }: Account, { pathname, searchParams }: URL): object | null {
  const base = `/2010-04-01/Accounts/${accountSid}`;
  const calls = (voiceUrl: string) => ({
    voice_url: voiceUrl,
    voice_method: "POST",
    status_callback: urls.status,
    status_callback_method: "POST",
  });
  switch (pathname) {
    case `${base}.json`:
      return { sid: accountSid, status: "active", friendly_name: "Sandbox", type: "Full" };
    case `${base}/Keys/${apiKey}.json`:
      return { sid: apiKey, friendly_name: "Sandbox key" };
    case `${base}/Applications/${appSid}.json`:
      return { sid: appSid, friendly_name: "Sandbox app", ...calls(urls.outgoing) };
    case `${base}/IncomingPhoneNumbers.json`: {
      const ours = {
        sid: `PN${"0".repeat(31)}1`,
        phone_number: from,
        capabilities: { voice: true, sms: true, mms: true },
      };
      const isAsked = [null, from].includes(searchParams.get("PhoneNumber"));
      return { incoming_phone_numbers: isAsked ? [{ ...ours, ...calls(urls.incoming) }] : [], next_page_uri: null };
    }
    default:
      return null;
  }
}

function recording(
  network: VoiceNetwork,
  sid: string,
  type: string | undefined,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const kept = network.book.findRecording(sid);
  if (!kept) return refuse(res, 404, 20404, "The requested recording was not found");
  if (req.method === "DELETE") {
    network.book.deleteRecording(sid);
    res.writeHead(204).end();
    return;
  }
  if (type !== ".wav") return refuse(res, 404, 20404, "The stand-in keeps .wav only");
  res.writeHead(200, { "content-type": "audio/x-wav", "content-length": kept.body.length }).end(kept.body);
}

function resourceOf(accountSid: string, line: Line) {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms).toUTCString().replace("GMT", "+0000"));
  return {
    sid: line.sid,
    account_sid: accountSid,
    parent_call_sid: line.parent?.sid ?? null,
    from: line.from,
    to: line.to,
    status: line.status,
    direction: line.parent ? "outbound-dial" : "inbound",
    start_time: at(line.answeredAt),
    end_time: at(line.endedAt),
    duration: isOver(line) ? String(secondsOf(line)) : null,
    date_created: at(line.startedAt),
    date_updated: at(line.endedAt ?? line.startedAt),
    api_version: "2010-04-01",
    uri: `/2010-04-01/Accounts/${accountSid}/Calls/${line.sid}.json`,
    subresource_uris: {},
  };
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const refuse = (res: ServerResponse, status: number, code: number, message: string): void =>
  send(res, status, { code, message, status, more_info: `https://www.twilio.com/docs/errors/${code}` });
