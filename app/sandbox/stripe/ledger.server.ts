import type Stripe from "stripe";
import type { SandboxStore } from "../store.server";
import { missing } from "./errors";
import { stripeId, unixNow } from "./ids.server";
import type { CardBehaviour } from "./cards";

/** The objects that are kept, by the name in their field `object`. */
export interface Kinds {
  customer: Stripe.Customer;
  "checkout.session": Stripe.Checkout.Session;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  balance_transaction: Stripe.BalanceTransaction;
  payout: Stripe.Payout;
  file: Stripe.File;
}
export type Kind = keyof Kinds;

/** What Stripe knows of an object and never shows. */
export interface Hidden {
  /** Payment methods: which test card it is. */
  card?: CardBehaviour;
  /** Sessions: what the page sells and what the payment is made with. */
  lines?: Stripe.LineItem[];
  productDescriptions?: (string | null)[];
  intent?: {
    setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null;
    metadata: Record<string, string>;
    description: string | null;
  };
  /** Sessions: the intent of the attempts so far; the session shows it only once it is paid. */
  attempt?: string;
  /** Sessions: the card that waits for the bank's question to be answered. */
  pending?: { paymentMethod: string; email: string; name: string | null };
}

export type Later = "refund_succeeds" | "refund_fails" | "dispute_opens" | "dispute_won" | "dispute_lost";

const TABLES = `
  CREATE TABLE IF NOT EXISTS stripe_objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, created INTEGER NOT NULL, body TEXT NOT NULL, hidden TEXT NOT NULL DEFAULT '{}',
    customer TEXT AS (body ->> '$.customer'), payment_intent TEXT AS (body ->> '$.payment_intent'), charge TEXT AS (body ->> '$.charge'),
    status TEXT AS (body ->> '$.status'), expires_at INTEGER AS (body ->> '$.expires_at'));
  CREATE INDEX IF NOT EXISTS stripe_objects_kind ON stripe_objects (kind, seq);
  CREATE INDEX IF NOT EXISTS stripe_objects_customer ON stripe_objects (kind, customer, seq);
  CREATE INDEX IF NOT EXISTS stripe_objects_created ON stripe_objects (kind, created, seq);
  CREATE INDEX IF NOT EXISTS stripe_objects_payment ON stripe_objects (kind, payment_intent, seq);
  CREATE INDEX IF NOT EXISTS stripe_objects_open ON stripe_objects (expires_at) WHERE kind = 'checkout.session' AND status = 'open';
  CREATE TABLE IF NOT EXISTS stripe_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, created INTEGER NOT NULL, body TEXT NOT NULL,
    wanted INTEGER NOT NULL, delivered_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER, lease_until INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS stripe_events_due ON stripe_events (next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS stripe_events_created ON stripe_events (created);
  CREATE TABLE IF NOT EXISTS stripe_keys (key TEXT PRIMARY KEY, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, created INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS stripe_later (seq INTEGER PRIMARY KEY AUTOINCREMENT, due_at INTEGER NOT NULL, task TEXT NOT NULL, object TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS stripe_later_due ON stripe_later (due_at);
  CREATE TABLE IF NOT EXISTS stripe_contents (id TEXT PRIMARY KEY, content BLOB NOT NULL);`;

/** Types that the endpoint has asked for; Stripe keeps the others too, but sends them to nobody. */
const WANTED =
  /^(checkout\.session\.|payment_intent\.(succeeded|payment_failed)|setup_intent\.succeeded|refund\.|payout\.|charge\.(refunded|dispute\.))/;

export type Ledger = ReturnType<typeof openLedger>;

/**
 * Objects, events and what happens later, in the sandbox store. Everything that writes belongs inside `store.write`.
 * `today` (seconds) is when money moves on the balance: the sandbox's clock, so that a day that was lived through by it is
 * the same day in the balance.
 */
export function openLedger(store: SandboxStore, today: () => number = unixNow) {
  store.define(TABLES);
  const { sqlite } = store;
  const byId = sqlite.prepare("SELECT body, hidden FROM stripe_objects WHERE id = ? AND kind = ?");
  const insert = sqlite.prepare("INSERT INTO stripe_objects (id, kind, created, body, hidden) VALUES (?, ?, ?, ?, ?)");
  const update = sqlite.prepare("UPDATE stripe_objects SET body = ? WHERE id = ?");
  const updateHidden = sqlite.prepare("UPDATE stripe_objects SET hidden = json_patch(hidden, ?) WHERE id = ?");
  const insertEvent = sqlite.prepare(
    "INSERT INTO stripe_events (id, type, created, body, wanted, next_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const insertLater = sqlite.prepare("INSERT INTO stripe_later (due_at, task, object) VALUES (?, ?, ?)");
  type Row = { body: string; hidden: string };

  function find<K extends Kind>(kind: K, id: string): Kinds[K] | null {
    const row = byId.get(id, kind) as Row | undefined;
    return row ? (JSON.parse(row.body) as Kinds[K]) : null;
  }

  return {
    find,
    today,
    /** Throws the 404 that Stripe answers; `param` names the parameter that carried the id. */
    get<K extends Kind>(kind: K, id: string, param = "id"): Kinds[K] {
      const found = find(kind, id);
      if (!found) throw missing(kind, id, param);
      return found;
    },
    hidden(kind: Kind, id: string): Hidden {
      const row = byId.get(id, kind) as Row | undefined;
      return row ? (JSON.parse(row.hidden) as Hidden) : {};
    },
    add<T extends Kinds[Kind]>(object: T, hidden: Hidden = {}): T {
      insert.run(object.id, object.object, object.created, JSON.stringify(object), JSON.stringify(hidden));
      return object;
    },
    save<T extends Kinds[Kind]>(object: T): T {
      update.run(JSON.stringify(object), object.id);
      return object;
    },
    /** Merges; a field set to null is forgotten. */
    saveHidden(id: string, change: { [Key in keyof Hidden]?: Hidden[Key] | null }): void {
      updateHidden.run(JSON.stringify(change), id);
    },
    /** Keeps the event with a snapshot of the object, ready to be sent. */
    emit(type: Stripe.Event.Type, object: Kinds[Kind], key: string | null = null): void {
      const wanted = WANTED.test(type);
      const event = {
        id: stripeId("event"),
        object: "event",
        api_version: "2026-10-28.endive",
        created: unixNow(),
        data: { object },
        livemode: false,
        pending_webhooks: wanted ? 1 : 0,
        request: { id: null, idempotency_key: key },
        type,
      } satisfies Stripe.EventBase;
      insertEvent.run(event.id, type, event.created, JSON.stringify(event), wanted ? 1 : 0, wanted ? Date.now() : null);
    },
    /** `delay` in milliseconds. */
    later(task: Later, object: string, delay: number): void {
      insertLater.run(Date.now() + delay, task, object);
    },
    /** A statement of one's own, kept for the queries of lists and of the delivery loop. */
    prepare: (sql: string) => sqlite.prepare(sql),
    /** Undoes what `run` wrote when it throws, inside the transaction that is already open. */
    savepoint: <T>(run: () => T): T => sqlite.transaction(run)(),
  };
}
