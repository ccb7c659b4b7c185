import Database from "better-sqlite3";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Db, type Tx } from "#db/client.server";
import { readDraftData } from "~/domain/booking/draft/data";
import { insertDraft } from "~/domain/booking/draft/drafts.server";
import { describeOrder } from "~/domain/booking/order/order.server";
import { draftAgreement } from "~/domain/documents/agreement.server";
import { NUMBER_WHEN_SIGNED, signAgreement } from "~/domain/documents/sign.server";
import { nextOpenDay } from "~/domain/schedule/rules";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instant } from "~/domain/kernel/time.server";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { readSettings } from "~/domain/settings/settings.server";
import { createCookieJar } from "~/http/access/cookies.server";
import { openDay } from "./booking";

export interface OrderWish {
  email: string;
  phone?: string;
  deliveryDate: Day;
  window?: "morning" | "afternoon" | "anytime";
  size?: 15 | 20 | 25;
  quantity?: number;
  material?: string;
  rentalDays?: number;
}

/** A signed booking that waits for payment, and the cookie of the browser that typed it. */
export interface SignedOrder {
  draftId: Id<"draft">;
  bookingId: Id<"booking">;
  email: string;
  total: number;
  cookie: string;
}

/** A draft that only has to be signed, and the cookie of the browser that typed it. */
export interface TypedOrder {
  draftId: Id<"draft">;
  cookie: string;
  /** The hash of what the agreement's page shows, which its form sends back. */
  seen: string;
}

/** The product's database of a data folder, for what a test arranges or looks up. Closed by the caller. */
export function openBooks(dataDir: string): Db {
  return openDatabase(join(dataDir, "roll-off.sqlite"));
}

/**
 * Signs many orders by the domain's own verbs, in one transaction, as if each had gone through the forms. `publicUrl`
 * must be the servers' own: the agreement names it. The clock is wall time, so it must not have been moved before.
 */
export async function signOrders(dataDir: string, publicUrl: string, wishes: OrderWish[]): Promise<SignedOrder[]> {
  return eachInOne(dataDir, publicUrl, wishes, (tx, wish, website, cookieOf) => {
    const { draftId, bookingId, total } = signOne(tx, wish, website);
    return { draftId, bookingId, total, email: wish.email, cookie: cookieOf(draftId) };
  });
}

/** The same up to the agreement: what is typed, but not signed. */
export async function typeOrders(dataDir: string, publicUrl: string, wishes: OrderWish[]): Promise<TypedOrder[]> {
  return eachInOne(dataDir, publicUrl, wishes, (tx, wish, website, cookieOf) => {
    const { draft, seen } = typeOne(tx, wish, website);
    return { draftId: draft.id, cookie: cookieOf(draft.id), seen };
  });
}

type CookieOf = (draft: Id<"draft">) => string;

async function eachInOne<T>(
  dataDir: string,
  publicUrl: string,
  wishes: OrderWish[],
  make: (tx: Tx, wish: OrderWish, website: string, cookieOf: CookieOf) => T,
): Promise<T[]> {
  const { session } = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as { session: string };
  const jar = createCookieJar(session, false);
  const cookieOf: CookieOf = (draft) => jar.write(`d_${draft}`, "1", { maxAge: 3600 }).split(";")[0] ?? "";
  const db = openBooks(dataDir);
  try {
    return await db.write((tx) => wishes.map((wish) => make(tx, wish, new URL(publicUrl).host, cookieOf)));
  } finally {
    db.close();
  }
}

function typeOne(tx: Tx, wish: OrderWish, website: string) {
  const now = instant(Date.now());
  const settings = readSettings(tx);
  const data = readDraftData({
    projectType: "renovation",
    wasteTypes: ["flooring"],
    materialCategory: wish.material ?? "general",
    dumpsterSize: wish.size ?? 20,
    quantity: wish.quantity ?? 1,
    zip: "32801",
    address: "123 Main Street",
    city: "Orlando",
    county: "Orange",
    deliveryDate: wish.deliveryDate,
    deliveryTime: wish.window ?? "morning",
    rentalDays: wish.rentalDays ?? 7,
    contactInfo: { firstName: "Ada", lastName: "Tester", phone: wish.phone ?? "(407) 555-0133", email: wish.email },
  });
  const draft = insertDraft(tx, data, now, settings.draftDays, ["project", "schedule"]);
  const seen =
    draftAgreement(settings, data, describeOrder(tx, settings, data), NUMBER_WHEN_SIGNED, website)?.view
      .contentSha256 ?? "";
  return { draft, settings, seen, now };
}

function signOne(tx: Tx, wish: OrderWish, website: string) {
  const { draft, settings, seen, now } = typeOne(tx, wish, website);
  const deed = { by: { kind: "customer" as const, label: "Customer" }, now, requestId: "test" };
  const signed = signAgreement(
    tx,
    deed,
    settings,
    draft,
    { name: "Ada Tester", image: null, ip: "127.0.0.1", userAgent: "test" },
    seen,
    website,
  );
  if (!signed.ok) throw new Error(`not signed: ${signed.code}`);
  return { draftId: draft.id, bookingId: signed.booking.id, total: signed.booking.total_amount };
}

const WINDOWS = ["morning", "afternoon", "anytime"] as const;
const PER_DAY = 15;

/** One dumpster each, of people with their own email address (`name`0@…) and number, five to a delivery window, from five weeks ahead. */
export function spreadOrders(count: number, name: string, change: Partial<OrderWish> = {}): OrderWish[] {
  let date = openDay(35);
  return Array.from({ length: count }, (_, i) => {
    if (i > 0 && i % PER_DAY === 0) date = nextOpenDay(addDays(date, 1), DEFAULT_SETTINGS);
    const phone = `(407) ${200 + Math.floor(i / 10_000)}-${String(i % 10_000).padStart(4, "0")}`;
    return { email: `${name}${i}@example.com`, phone, window: WINDOWS[i % 3], deliveryDate: date, ...change };
  });
}

export interface PayAnswer {
  status: number;
  /** Where a 303 leads: the payment page. */
  location: string;
  text: string;
  sessionId: string | null;
}

/** Presses the one button of /book/payment. A connection that breaks is status 0. */
export async function pressPay(server: string, order: SignedOrder, signal?: AbortSignal): Promise<PayAnswer> {
  try {
    const response = await fetch(`${server}/book/payment?draft=${order.draftId}`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ cardConsent: "on" }),
      headers: { Cookie: order.cookie, Accept: "text/html" },
      signal,
    });
    const location = response.headers.get("Location") ?? "";
    return {
      status: response.status,
      location,
      text: await response.text(),
      sessionId: /cs_[A-Za-z0-9_]+/.exec(location)?.[0] ?? null,
    };
  } catch (error) {
    return { status: 0, location: "", text: String(error), sessionId: null };
  }
}

/** Pays on the sandbox's own payment page; the status and where it leads. 0 when the connection breaks. */
export async function payOnPage(
  page: string,
  card: Record<string, string> = {},
): Promise<{ status: number; location: string }> {
  const body = new URLSearchParams({
    email: "payer@example.com",
    cardNumber: "4242424242424242",
    expiry: "12 / 40",
    cvc: "123",
    ...card,
  });
  try {
    const response = await fetch(page, {
      method: "POST",
      redirect: "manual",
      body,
      headers: { Origin: new URL(page).origin },
    });
    await response.arrayBuffer();
    return { status: response.status, location: response.headers.get("Location") ?? "" };
  } catch {
    return { status: 0, location: "" };
  }
}

/** A read (or a change that a test arranges) on one of a data folder's two databases; each call opens it anew. */
export function query<T = Record<string, unknown>>(dataDir: string, sql: string, ...values: unknown[]): T[] {
  return onFile(join(dataDir, "roll-off.sqlite"), sql, values) as T[];
}

export function querySandbox<T = Record<string, unknown>>(dataDir: string, sql: string, ...values: unknown[]): T[] {
  return onFile(join(dataDir, "sandbox.sqlite"), sql, values) as T[];
}

function onFile(file: string, sql: string, values: unknown[]): unknown[] {
  const sqlite = new Database(file, { timeout: 5_000 });
  try {
    const statement = sqlite.prepare(sql);
    if (statement.reader) return statement.all(...values);
    statement.run(...values);
    return [];
  } finally {
    sqlite.close();
  }
}

/** Leaves exactly `count` usable dumpsters of a size. */
export function keepDumpsters(dataDir: string, size: number, count: number): void {
  query(
    dataDir,
    "UPDATE dumpsters SET condition = 'out_of_service' WHERE size_yards = ? AND id NOT IN (SELECT id FROM dumpsters WHERE size_yards = ? AND condition = 'ok' LIMIT ?)",
    size,
    size,
    count,
  );
}

/** Buys dumpsters, so that the fleet is not what a test runs into. */
export function addDumpsters(dataDir: string, size: number, count: number): void {
  query(
    dataDir,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO dumpsters (id, number, size_yards, location, load, condition, created_at) SELECT 'dmp_extra' || ? || '_' || i, 'X' || ? || '-' || i, ?, 'yard', 'empty', 'ok', 0 FROM n`,
    count,
    size,
    size,
    size,
  );
}

/** Follow-up work that is not done. */
export function openWork(
  dataDir: string,
  /** Only of this booking: on a server that files share, others have work of their own. */
  bookingNumber = "%",
): { kind: string; state: string; attempts: number; last_error: string | null }[] {
  return query(
    dataDir,
    "SELECT o.kind, o.state, o.attempts, o.last_error FROM outbox o LEFT JOIN bookings b ON b.id = o.booking_id WHERE o.state <> 'done' AND coalesce(b.booking_number, '') LIKE ?",
    bookingNumber,
  );
}

export interface Mail {
  id: number;
  message_id: string;
  recipient: string;
  subject: string;
  attachments: number;
}

export function mailsTo(dataDir: string, recipient = "%"): Mail[] {
  return querySandbox<Mail>(
    dataDir,
    "SELECT m.id, m.message_id, m.recipient, m.subject, (SELECT count(*) FROM inbox_attachments a WHERE a.message_id = m.message_id) AS attachments FROM inbox_messages m WHERE recipient LIKE ? ORDER BY id",
    recipient,
  );
}

/** Asks again and again until it is so; throws with `what` and the last answer after `ms`. */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  isSo: (answer: T) => boolean,
  ms = 20_000,
): Promise<T> {
  for (const end = Date.now() + ms; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const answer = await ask();
    if (isSo(answer)) return answer;
    if (Date.now() > end)
      throw new Error(`waited ${ms} ms in vain: ${what}; last: ${JSON.stringify(answer)?.slice(0, 600)}`);
  }
}
