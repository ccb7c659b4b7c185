import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { VOICE_WEBHOOKS } from "~/domain/voice/ports";
import { openVoiceNetwork, type VoiceNetwork } from "./network.server";
import type { Browsers } from "./browsers.server";
import { makePhone, type Phone } from "./parties.server";

export interface VoiceSandboxOptions {
  accountSid: string;
  authToken: string;
  apiSecret: string;
  appSid: string;
  number: string;
  publicUrl: string;
  base: () => string;
  letterMs?: number;
}

/** Where browsers find the signalling, on the product's own address: no certificate is asked for. */
export const SIGNAL_PATH = "/sandbox/voice/signal";
/** Telephones that are remembered. */
const MOST_PHONES = 500;

/**
 * A telephone network on this machine, as far as the office needs it: browsers by Twilio's SDK, telephones of the handset's
 * page, real sound between them, and the product's TwiML in the middle. What weighs much is loaded when it is first used.
 */
export function startVoiceSandbox(options: VoiceSandboxOptions) {
  const { publicUrl, number } = options;
  const phones = new Map<string, Phone>();
  /** How a telephone that is called behaves where nobody plays it. */
  const manners = new Map<string, "answer" | "busy" | "ring">();
  let browsers: Browsers | null = null;
  let wire: Promise<(req: IncomingMessage, socket: Duplex, head: Buffer) => void> | null = null;

  const urls = {
    outgoing: publicUrl + VOICE_WEBHOOKS.outgoing,
    incoming: publicUrl + VOICE_WEBHOOKS.incoming,
    status: publicUrl + VOICE_WEBHOOKS.status,
  };
  const network: VoiceNetwork = openVoiceNetwork({
    ...options,
    urls,
    reach: (to) => ("client" in to ? (browsers?.reach(to.client) ?? []) : [called(to.number)]),
  });

  function called(to: string): Phone {
    const phone = take(to);
    const manner = manners.get(to) ?? "ring";
    if (manner === "answer") setTimeout(() => phone.pickUp(), 1_000).unref();
    if (manner === "busy") setTimeout(() => phone.refuse("busy"), 300).unref();
    return phone;
  }

  /** A telephone with this number that is free; one that is on a call stays as it is, and another takes its place. */
  function take(of: string): Phone {
    const phone = makePhone(of);
    phones.delete(of);
    phones.set(of, phone);
    for (const [one, { state }] of phones) {
      if (phones.size <= MOST_PHONES) break;
      if (state === "over" || state === "idle") phones.delete(one);
    }
    return phone;
  }

  async function loadWire() {
    const [{ WebSocketServer }, { openBrowsers }, { openLeg }] = await Promise.all([
      import("ws"),
      import("./browsers.server"),
      import("./leg.server"),
    ]);
    const made = openBrowsers({
      apiSecret: options.apiSecret,
      accountSid: options.accountSid,
      network: () => network,
      openLeg,
    });
    browsers = made;
    const server = new WebSocketServer({ noServer: true, maxPayload: 512 * 1024 });
    return (req: IncomingMessage, socket: Duplex, head: Buffer) =>
      server.handleUpgrade(req, socket, head, (ws) => made.join(ws));
  }

  return {
    network,
    urls,
    number,
    phone: (of: string): Phone | null => phones.get(of) ?? null,
    phones: (): Phone[] => [...phones.values()],
    browsers: (): Browsers | null => browsers,
    /** A telephone of the world outside calls the office. */
    callOffice(from: string): Phone {
      const phone = take(from);
      phone.other = number;
      phone.state = "calling";
      phone.since = Date.now();
      network.fromOutside(phone);
      return phone;
    },
    manner: (of: string) => manners.get(of) ?? "ring",
    setManner: (of: string, manner: "answer" | "busy" | "ring") => void manners.set(of, manner),
    /** Takes a browser's wire. False when the address is another one. */
    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      if ((req.url ?? "").split("?")[0] !== SIGNAL_PATH) return false;
      wire ??= loadWire();
      wire.then(
        (take) => take(req, socket, head),
        () => socket.destroy(),
      );
      return true;
    },
    close(): void {
      for (const phone of phones.values()) phone.end("completed");
      browsers?.close();
    },
  };
}
export type VoiceSandbox = ReturnType<typeof startVoiceSandbox>;
