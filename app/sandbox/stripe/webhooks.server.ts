import { createHmac } from "node:crypto";
import type { SandboxStore } from "../store.server";
import type { Ledger } from "./ledger.server";
import { unixNow } from "./ids.server";
import { forgetOldKeys, hasDueSettlements, settleDue } from "./refunds.server";
import { expireDue, hasDueSessions } from "./sessions.server";

export interface WebhookOptions {
  store: SandboxStore;
  ledger: Ledger;
  secret: string;
  url: () => string;
}

interface Parcel {
  seq: number;
  body: string;
  attempts: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Pauses after the first, second … failure; the last one repeats until the event is three days old. */
const BACK_OFF = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE];
const GIVE_UP_S = 3 * 24 * 3600;
const TIMEOUT = 10 * SECOND;
/** Longer than a delivery can take, so that a second process steps in only for one that died. */
const LEASE = 15 * SECOND;
const POLL = 250;
const MAX_IN_FLIGHT = 8;

/**
 * Sends the kept events to the product's webhook, at least once each, in no promised order, as Stripe does.
 * Also what makes time pass: sessions expire and slow refunds end on its beat. Safe in several processes.
 */
export function createWebhookSender({ store, ledger, secret, url }: WebhookOptions) {
  const claim = ledger.prepare(`UPDATE stripe_events SET lease_until = @lease, attempts = attempts + 1 WHERE seq IN
    (SELECT seq FROM stripe_events WHERE next_at IS NOT NULL AND next_at <= @now AND lease_until <= @now ORDER BY next_at LIMIT @room) RETURNING seq, body, attempts`);
  const anyDue = ledger.prepare(
    "SELECT 1 FROM stripe_events WHERE next_at IS NOT NULL AND next_at <= @now AND lease_until <= @now LIMIT 1",
  );
  const delivered = ledger.prepare(
    "UPDATE stripe_events SET delivered_at = ?, next_at = NULL, lease_until = 0, body = json_set(body, '$.pending_webhooks', 0) WHERE seq = ?",
  );
  const failed = ledger.prepare(
    "UPDATE stripe_events SET next_at = CASE WHEN created < ? THEN NULL ELSE ? END, lease_until = 0 WHERE seq = ? AND delivered_at IS NULL",
  );
  const release = ledger.prepare(
    "UPDATE stripe_events SET attempts = attempts - 1, lease_until = 0 WHERE seq = ? AND delivered_at IS NULL",
  );

  let timer: NodeJS.Timeout | null = null;
  let running = false;
  let again = false;
  let stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();

  async function beat(): Promise<void> {
    if (hasDueSessions(ledger) || hasDueSettlements(ledger)) {
      await store.write(() => {
        expireDue(ledger);
        settleDue(ledger);
      });
    }
    const now = Date.now();
    const room = MAX_IN_FLIGHT - inFlight.size;
    if (room <= 0 || !anyDue.get({ now })) return;
    const parcels = await store.write(() => claim.all({ now, lease: now + LEASE, room }) as Parcel[]);
    for (const parcel of parcels) {
      const sending = send(parcel).finally(() => {
        inFlight.delete(sending);
        poke();
      });
      inFlight.add(sending);
    }
  }

  async function send(parcel: Parcel): Promise<void> {
    const ok = await post(parcel.body);
    const done = () => {
      if (ok) delivered.run(Date.now(), parcel.seq);
      else if (stopping.signal.aborted) release.run(parcel.seq);
      else
        failed.run(
          unixNow() - GIVE_UP_S,
          Date.now() + (BACK_OFF[Math.min(parcel.attempts, BACK_OFF.length) - 1] ?? SECOND),
          parcel.seq,
        );
    };
    // When even that cannot be written, the lease ends and the event is sent again: at least once.
    await store.write(done).catch(() => undefined);
  }

  async function post(body: string): Promise<boolean> {
    try {
      const response = await fetch(url(), {
        method: "POST",
        body,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), stopping.signal]),
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signature(body, secret),
          "user-agent": "Stripe/1.0 (sandbox)",
        },
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  async function run(): Promise<void> {
    if (running || !timer) return void (again = true);
    running = true;
    do {
      again = false;
      await beat().catch((error: unknown) => {
        if (!stopping.signal.aborted) console.error("sandbox stripe webhooks:", error);
      });
    } while (again && timer);
    running = false;
  }

  function poke(): void {
    if (timer) setImmediate(() => void run());
  }

  return {
    /** Something was written: look at once instead of at the next beat. Does nothing before start. */
    poke,
    start(): void {
      if (timer) return;
      stopping = new AbortController();
      timer = setInterval(() => void run(), POLL).unref();
      void store.write(() => forgetOldKeys(ledger)).catch(() => undefined);
      poke();
    },
    /** Ends the deliveries under way (they are sent again later) and waits until nothing uses the store. */
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      timer = null;
      stopping.abort();
      while (running || inFlight.size > 0) {
        await Promise.allSettled([...inFlight]);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
}

/** Stripe-Signature: HMAC-SHA256 of "<time>.<body>" with the endpoint's secret. */
export function signature(body: string, secret: string, at = unixNow()): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`, "utf8").digest("hex")}`;
}
