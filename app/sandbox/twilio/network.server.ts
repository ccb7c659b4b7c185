import { randomBytes } from "node:crypto";
import type { SandboxStore } from "../store.server";

/** A text on the sandbox's phone network, as Twilio keeps it. Times are milliseconds since 1970, wall time. */
export interface SandboxText {
  sid: string;
  direction: "outbound-api" | "outbound-reply" | "inbound";
  from: string;
  to: string;
  body: string;
  status: TextStatus;
  errorCode: number | null;
  statusCallback: string | null;
  createdAt: number;
}
export type TextStatus = "queued" | "sent" | "delivered" | "undelivered" | "failed" | "received";

/** A call of the product that is to be made: where, with what, and the text that it is about. */
export interface Callback {
  seq: number;
  url: string;
  params: string;
  sid: string;
  /** What becomes of the text when it is made; null for a text that came in. */
  status: TextStatus | null;
  attempts: number;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS twilio_texts (
    sid TEXT PRIMARY KEY,
    direction TEXT NOT NULL,
    sender TEXT NOT NULL,
    recipient TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL,
    error_code INTEGER,
    status_callback TEXT,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS twilio_texts_recipient ON twilio_texts (recipient, created_at);
  CREATE INDEX IF NOT EXISTS twilio_texts_sender ON twilio_texts (sender, created_at);
  CREATE TABLE IF NOT EXISTS twilio_callbacks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL,
    params TEXT NOT NULL,
    sid TEXT NOT NULL,
    status TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER,
    lease_until INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS twilio_callbacks_due ON twilio_callbacks (next_at) WHERE next_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS twilio_blocked (phone TEXT PRIMARY KEY);`;

const TEXT =
  'sid, direction, sender AS "from", recipient AS "to", body, status, error_code AS errorCode, status_callback AS statusCallback, created_at AS createdAt';

export type Network = ReturnType<typeof openNetwork>;

/** The sandbox's texts, calls to come and blocked numbers. What writes belongs into `store.write`. */
export function openNetwork(store: SandboxStore) {
  store.define(TABLES);
  const { sqlite } = store;
  const insertText = sqlite.prepare(
    "INSERT INTO twilio_texts (sid, direction, sender, recipient, body, status, status_callback, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const one = sqlite.prepare<[string], SandboxText>(`SELECT ${TEXT} FROM twilio_texts WHERE sid = ?`);
  const ofPhone = sqlite.prepare<[string, string], SandboxText>(
    `SELECT ${TEXT} FROM twilio_texts WHERE recipient = ? OR sender = ? ORDER BY created_at DESC, rowid DESC LIMIT 30`,
  );
  const setStatus = sqlite.prepare(
    "UPDATE twilio_texts SET status = ?, error_code = coalesce(?, error_code) WHERE sid = ?",
  );
  const insertCallback = sqlite.prepare(
    "INSERT INTO twilio_callbacks (url, params, sid, status, next_at) VALUES (?, ?, ?, ?, ?)",
  );
  const due = sqlite.prepare(
    "SELECT 1 FROM twilio_callbacks WHERE next_at IS NOT NULL AND next_at <= ? AND lease_until <= ? LIMIT 1",
  );
  const claim = sqlite.prepare(
    `UPDATE twilio_callbacks SET lease_until = @lease, attempts = attempts + 1 WHERE seq IN
      (SELECT seq FROM twilio_callbacks WHERE next_at IS NOT NULL AND next_at <= @now AND lease_until <= @now ORDER BY next_at, seq LIMIT 8)
      RETURNING seq, url, params, sid, status, attempts`,
  );
  const settle = sqlite.prepare("UPDATE twilio_callbacks SET next_at = ?, lease_until = 0 WHERE seq = ?");

  return {
    add(text: Omit<SandboxText, "sid" | "createdAt" | "errorCode">): SandboxText {
      // As Twilio's: "SM" and 32 hexadecimal digits.
      const sid = `SM${randomBytes(16).toString("hex")}`;
      const { direction, from, to, body, status, statusCallback } = text;
      insertText.run(sid, direction, from, to, body, status, statusCallback, Date.now());
      return { ...text, sid, errorCode: null, createdAt: Date.now() };
    },
    find: (sid: string): SandboxText | null => one.get(sid) ?? null,
    /** All texts with a phone, newest first. */
    listOf: (phone: string): SandboxText[] => ofPhone.all(phone, phone),
    setStatus: (sid: string, status: TextStatus, errorCode: number | null = null) =>
      void setStatus.run(status, errorCode, sid),
    /** Has a call of the product made, after so many milliseconds. */
    call(text: SandboxText, url: string, params: Record<string, string>, status: TextStatus | null, after = 0): void {
      insertCallback.run(url, new URLSearchParams(params).toString(), text.sid, status, Date.now() + after);
    },
    hasDue: (now: number): boolean => due.get(now, now) !== undefined,
    claim: (now: number, leaseMs: number) => claim.all({ now, lease: now + leaseMs }) as Callback[],
    /** Made (null), or to be made again at this time. */
    settle: (seq: number, nextAt: number | null) => void settle.run(nextAt, seq),
    /** The network takes no more texts of ours for a phone, whatever our own list says. */
    block: (phone: string) => void sqlite.prepare("INSERT OR IGNORE INTO twilio_blocked (phone) VALUES (?)").run(phone),
    unblock: (phone: string) => void sqlite.prepare("DELETE FROM twilio_blocked WHERE phone = ?").run(phone),
    isBlocked: (phone: string) =>
      sqlite.prepare("SELECT 1 FROM twilio_blocked WHERE phone = ?").get(phone) !== undefined,
  };
}
