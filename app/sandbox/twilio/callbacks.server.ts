import { createHmac } from "node:crypto";
import type { SandboxStore } from "../store.server";
import type { Callback, Network } from "./network.server";

const POLL_MS = 200;
const TIMEOUT_MS = 10_000;
/** Longer than a call can take, so that a second process steps in only for one that died. */
const LEASE_MS = 15_000;
/** Pauses after the first, second … failure; then it is given up. */
const BACK_OFF_MS = [500, 2_000, 10_000, 60_000];

export interface CallbackOptions {
  store: SandboxStore;
  network: Network;
  authToken: string;
  /** Where the product really listens: "http://127.0.0.1:3000"; the signature is for its public address. */
  base: () => string;
  /** TwiML that answered a text. */
  onTwiml: (callback: Callback, twiml: string) => void;
}

/**
 * Makes the calls of the product that are due, signed as Twilio signs them, at least once each and in no promised order.
 * Safe in several processes.
 */
export function createCallbacks({ store, network, authToken, base, onTwiml }: CallbackOptions) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let stopping = new AbortController();

  async function beat(): Promise<void> {
    while (timer && network.hasDue(Date.now())) {
      const callbacks = await store.write(() => network.claim(Date.now(), LEASE_MS));
      for (const callback of callbacks.sort((one, other) => one.seq - other.seq)) await make(callback);
    }
  }

  async function make(callback: Callback): Promise<void> {
    const { seq, sid, status, params } = callback;
    const errorCode = Number(new URLSearchParams(params).get("ErrorCode")) || null;
    if (status && callback.attempts === 1) await store.write(() => network.setStatus(sid, status, errorCode));
    const answer = await post(callback);
    await store.write(() => {
      const pause = BACK_OFF_MS[callback.attempts - 1];
      network.settle(seq, answer !== null || pause === undefined ? null : Date.now() + pause);
      if (answer !== null && status === null) onTwiml(callback, answer);
    });
  }

  /** The answer's body; null when there was none, or no good one. */
  async function post({ url, params }: Callback): Promise<string | null> {
    try {
      const { pathname, search } = new URL(url);
      const response = await fetch(`${base()}${pathname}${search}`, {
        method: "POST",
        body: params,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping.signal]),
        headers: {
          "content-type": "application/x-www-form-urlencoded; charset=utf-8",
          "x-twilio-signature": twilioSignature(authToken, url, Object.fromEntries(new URLSearchParams(params))),
          "user-agent": "TwilioProxy/1.1 (sandbox)",
        },
      });
      const text = await response.text();
      return response.ok ? text : null;
    } catch {
      return null;
    }
  }

  function run(): void {
    running ??= beat()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) console.error("sandbox twilio callbacks:", error);
      })
      .finally(() => {
        running = null;
      });
  }

  return {
    /** Something was written: look at once instead of at the next beat. Does nothing before start. */
    poke: () => void (timer && setImmediate(run)),
    start(): void {
      if (timer) return;
      stopping = new AbortController();
      timer = setInterval(run, POLL_MS).unref();
      run();
    },
    /** Ends the calls under way (they are made again later) and waits until nothing uses the store. */
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      timer = null;
      stopping.abort();
      await running;
    },
  };
}

/** X-Twilio-Signature: HMAC-SHA1 of the public address with all parameters behind it, sorted by name. */
export function twilioSignature(authToken: string, url: string, params: Record<string, string>): string {
  const signed = Object.keys(params)
    .sort()
    .reduce((text, name) => `${text}${name}${params[name] ?? ""}`, url);
  return createHmac("sha1", authToken).update(signed, "utf8").digest("base64");
}
