import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { TEXT_WEBHOOKS } from "~/domain/messages/ports";
import type { Inbox } from "../inbox.server";
import type { SandboxStore } from "../store.server";
import { answerApi, TwilioRefusal, type TwilioFault } from "./api.server";
import { createCallbacks } from "./callbacks.server";
import { openNetwork, type SandboxText, type TextStatus } from "./network.server";

export type { TwilioFault } from "./api.server";
export { TwilioRefusal } from "./api.server";

/** Known to everyone: the stand-in answers on this machine only. The token is not, it signs calls. */
const ACCOUNT_SID = `AC${"0".repeat(31)}1`;
/** Twilio's own number for tests; texts from any other are refused. */
const FROM = "+15005550006";
const LONGEST_BODY = 1_600;
/** Numbers that Twilio's test credentials refuse, with its codes. */
const REFUSED: Readonly<Record<string, [code: number, message: string]>> = {
  "+15005550001": [21211, "is not a valid phone number"],
  "+15005550002": [21612, "cannot be reached from this number"],
  "+15005550009": [21614, "is not a mobile number"],
};

export interface TwilioSandboxOptions {
  store: SandboxStore;
  inbox: Pick<Inbox, "putText">;
  authToken: string;
  publicUrl: string;
  /** Where the product really listens; asked for at each call, because the port is known only after the start. */
  base: () => string;
  /** Milliseconds until a text is delivered. */
  settleAfter?: number;
  fault?: TwilioFault;
}

/** A local Twilio, as far as texts need it: the API, reports of what becomes of a text, and phones that answer. */
export async function startTwilioSandbox(options: TwilioSandboxOptions) {
  const { store, inbox, authToken, publicUrl, settleAfter = 400 } = options;
  const network = openNetwork(store);
  const callbacks = createCallbacks({
    store,
    network,
    authToken,
    base: options.base,
    onTwiml: ({ sid }, twiml) => {
      const to = network.find(sid)?.from;
      for (const body of to ? messagesOf(twiml) : []) {
        const text = network.add({
          direction: "outbound-reply",
          from: FROM,
          to: to ?? "",
          body,
          status: "delivered",
          statusCallback: null,
        });
        inbox.putText(text);
      }
    },
  });

  function report(text: SandboxText, status: TextStatus, after = 0, errorCode?: number): void {
    const params = {
      AccountSid: ACCOUNT_SID,
      ApiVersion: "2010-04-01",
      From: text.from,
      To: text.to,
      MessageSid: text.sid,
      SmsSid: text.sid,
      MessageStatus: status,
      SmsStatus: status,
      ...(errorCode ? { ErrorCode: String(errorCode) } : {}),
    };
    if (text.statusCallback) network.call(text, text.statusCallback, params, status, after);
    else network.setStatus(text.sid, status, errorCode ?? null);
  }

  async function create(fields: URLSearchParams): Promise<SandboxText> {
    const wish = checked(fields, (phone) => network.isBlocked(phone));
    const text = await store.write(() => {
      const made = network.add({ ...wish, direction: "outbound-api", status: "queued" });
      inbox.putText(made);
      report(made, "sent");
      report(made, "delivered", settleAfter);
      return made;
    });
    callbacks.poke();
    return text;
  }

  const server = createServer((req, res) => {
    const api = { accountSid: ACCOUNT_SID, authToken, create, find: network.find, fault: options.fault };
    answerApi(api, req, res).catch(() => res.destroy());
  });
  return {
    accountSid: ACCOUNT_SID,
    authToken,
    from: FROM,
    apiBase: await listen(server),
    start: () => callbacks.start(),
    async close(): Promise<void> {
      await callbacks.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
    find: network.find,
    listOf: network.listOf,
    isBlocked: network.isBlocked,
    /** Somebody texts us from this phone. */
    async reply(from: string, body: string): Promise<void> {
      await store.write(() => {
        const text = network.add({
          direction: "inbound",
          from,
          to: FROM,
          body,
          status: "received",
          statusCallback: null,
        });
        const sids = { AccountSid: ACCOUNT_SID, MessageSid: text.sid, SmsMessageSid: text.sid, SmsSid: text.sid };
        const params = { ...sids, From: from, To: FROM, Body: body, NumMedia: "0", SmsStatus: "received" };
        network.call(text, `${publicUrl}${TEXT_WEBHOOKS.incoming}`, params, null);
      });
      callbacks.poke();
    },
    /** The phone network could not deliver it: 30003, a phone that is off or out of reach. */
    async lose(sid: string): Promise<void> {
      await store.write(() => {
        const text = network.find(sid);
        if (text) report(text, "undelivered", 0, 30003);
      });
      callbacks.poke();
    },
    /** The network takes no more texts of ours for this phone, or takes them again. */
    block: (phone: string, isBlocked: boolean) =>
      store.write(() => (isBlocked ? network.block(phone) : network.unblock(phone))),
  };
}
export type TwilioSandbox = Awaited<ReturnType<typeof startTwilioSandbox>>;

/** The fields of a new text; throws what Twilio would refuse. */
function checked(fields: URLSearchParams, isBlocked: (phone: string) => boolean) {
  const [to, from, body] = [fields.get("To") ?? "", fields.get("From") ?? "", fields.get("Body") ?? ""];
  const refuse = (code: number, message: string) => new TwilioRefusal(400, code, message);
  if (!to) throw refuse(21604, "A 'To' phone number is required.");
  if (!body) throw refuse(21602, "Message body is required.");
  if (body.length > LONGEST_BODY) throw refuse(21617, "The message body exceeds the 1600 character limit.");
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw refuse(21211, `Invalid 'To' Phone Number: ${to}`);
  if (from !== FROM) throw refuse(21606, `The 'From' phone number ${from} is not yours.`);
  const [code, message] = REFUSED[to] ?? [];
  if (code) throw refuse(code, `'To' number ${to} ${message ?? ""}`);
  if (isBlocked(to)) throw refuse(21610, `Attempt to send to unsubscribed recipient ${to}`);
  return { to, from, body, statusCallback: fields.get("StatusCallback") };
}

/** What a TwiML answer has to be texted. */
function messagesOf(twiml: string): string[] {
  const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  return [...twiml.matchAll(/<Message[^>]*>([\s\S]*?)<\/Message>/g)].map(([, words = ""]) =>
    words.replace(/<\/?Body>/g, "").replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity),
  );
}

/** Serves it on a free port of this machine only, for the library's base address. */
async function listen(server: Server): Promise<string> {
  // Longer than any pause between two requests of the library's kept connections: no reset races.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
