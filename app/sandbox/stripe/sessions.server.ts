import type Stripe from "stripe";
import { invalid } from "./errors";
import { unixNow } from "./ids.server";
import type { Ledger } from "./ledger.server";
import { toMetadata } from "./metadata";
import { newLineItem, newSession } from "./session-object.server";

type CreateParams = Stripe.Checkout.SessionCreateParams;
type Session = Stripe.Checkout.Session;

const MIN_LIFE_S = 30 * 60;
const MAX_LIFE_S = 24 * 3600;
/** Stripe's smallest charge in US dollars, in cents. */
const MIN_CHARGE = 50;

/** A new open session; throws Stripe's refusals. Runs inside the request's transaction. */
export function createSession(ledger: Ledger, params: CreateParams): Session {
  const mode = params.mode ?? "payment";
  if (mode === "subscription") throw invalid("The sandbox has no subscriptions.", "mode");
  if ((params.ui_mode ?? "hosted_page") !== "hosted_page")
    throw invalid("The sandbox has the hosted page only.", "ui_mode");
  if (!params.success_url) throw invalid("Missing required param: success_url.", "success_url", "parameter_missing");
  checkAddress(params.success_url, "success_url");
  if (params.cancel_url) checkAddress(params.cancel_url, "cancel_url");
  if (params.customer && (params.customer_email || params.customer_creation)) {
    throw invalid(
      "You may only specify one of these parameters: customer, customer_email, customer_creation.",
      "customer",
    );
  }
  if (params.customer) ledger.get("customer", params.customer, "customer");
  if (params.customer_email && !looksLikeEmail(params.customer_email))
    throw invalid(`Invalid email address: ${params.customer_email}`, "customer_email", "email_invalid");
  const note = params.custom_text?.submit;
  if (note && note.message.length > 1200)
    throw invalid("custom_text[submit][message] can be up to 1200 characters.", "custom_text[submit][message]");
  if ((params.client_reference_id ?? "").length > 200)
    throw invalid("client_reference_id can be up to 200 characters.", "client_reference_id");

  const expiresAt = params.expires_at ?? unixNow() + MAX_LIFE_S;
  const life = expiresAt - unixNow();
  if (life < MIN_LIFE_S || life > MAX_LIFE_S) {
    const rule = life < MIN_LIFE_S ? "at least 30 minutes" : "less than 24 hours";
    throw invalid(`The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`, "expires_at");
  }
  return mode === "setup" ? createSetup(ledger, params, expiresAt) : createPayment(ledger, params, expiresAt);
}

function createPayment(ledger: Ledger, params: CreateParams, expiresAt: number): Session {
  if (params.setup_intent_data)
    throw invalid("You can not pass `setup_intent_data` in `payment` mode.", "setup_intent_data");
  const items = params.line_items ?? [];
  if (items.length === 0)
    throw invalid("You must provide line_items in `payment` mode.", "line_items", "parameter_missing");
  if (items.length > 100) throw invalid("There can be up to 100 line items.", "line_items");
  const currency = (items[0]?.price_data?.currency ?? params.currency ?? "usd").toLowerCase();
  if (currency !== "usd")
    throw invalid(`The sandbox charges in usd only, not ${currency}.`, "line_items[0][price_data][currency]");
  const lines = items.map((item, at) => newLineItem(item, at, currency));
  const amount = lines.reduce((sum, { line }) => sum + line.amount_total, 0);
  if (amount < MIN_CHARGE)
    throw invalid(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      "line_items",
      "amount_too_small",
    );
  if (amount > 99_999_999)
    throw invalid(
      "The Checkout Session's total amount must be no more than $999,999.99",
      "line_items",
      "amount_too_large",
    );

  const session = newSession(params, {
    amount,
    currency,
    expiresAt,
    metadata: toMetadata(params.metadata),
    customerCreation: params.customer ? null : params.customer_creation === "always" ? "always" : "if_required",
  });
  const data = params.payment_intent_data;
  return ledger.add(session, {
    lines: lines.map(({ line }) => line),
    productDescriptions: lines.map(({ description }) => description),
    intent: {
      setupFutureUsage: data?.setup_future_usage ?? null,
      metadata: toMetadata(data?.metadata),
      description: data?.description ?? null,
    },
  });
}

function createSetup(ledger: Ledger, params: CreateParams, expiresAt: number): Session {
  if (params.line_items) throw invalid("You can not pass `line_items` in `setup` mode.", "line_items");
  if (params.payment_intent_data)
    throw invalid("You can not pass `payment_intent_data` in `setup` mode.", "payment_intent_data");
  if (params.submit_type) throw invalid("You can not pass `submit_type` in `setup` mode.", "submit_type");
  if (!params.currency && !params.allowed_payment_method_types)
    throw invalid("Missing required param: currency.", "currency", "parameter_missing");
  const session = newSession(params, {
    amount: null,
    currency: params.currency ?? null,
    expiresAt,
    metadata: toMetadata(params.metadata),
    customerCreation: params.customer ? null : params.customer_creation === "always" ? "always" : "if_required",
  });
  return ledger.add(session, {
    lines: [],
    productDescriptions: [],
    intent: {
      setupFutureUsage: "off_session",
      metadata: toMetadata(params.setup_intent_data?.metadata),
      description: params.setup_intent_data?.description ?? null,
    },
  });
}

/** Ends an open session at once; Stripe refuses any other. */
export function expireSession(ledger: Ledger, id: string): Session {
  const session = ledger.get("checkout.session", id);
  if (session.status !== "open") {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return markExpired(ledger, session);
}

/** Ends the sessions whose time is over, and says so once each. Cheap when there is none. Inside a transaction. */
export function expireDue(ledger: Ledger): void {
  const due = ledger.prepare(`SELECT id ${DUE} LIMIT 500`).all(unixNow()) as { id: string }[];
  for (const { id } of due) markExpired(ledger, ledger.get("checkout.session", id));
}

/** Whether expireDue has work; a read, so that most requests never take the write lock. */
export function hasDueSessions(ledger: Ledger): boolean {
  return ledger.prepare(`SELECT 1 ${DUE} LIMIT 1`).get(unixNow()) !== undefined;
}

const DUE = "FROM stripe_objects WHERE kind = 'checkout.session' AND status = 'open' AND expires_at <= ?";

function markExpired(ledger: Ledger, session: Session): Session {
  const expired = ledger.save({ ...session, status: "expired" as const });
  ledger.emit("checkout.session.expired", expired);
  return expired;
}

/** Absolute addresses only, as Stripe asks; the placeholder's braces are no part of an address. */
function checkAddress(text: string, param: string): void {
  const filled = text.replaceAll("{CHECKOUT_SESSION_ID}", "id");
  if (!/^https?:\/\//i.test(filled) || !URL.canParse(filled)) throw invalid("Not a valid URL", param, "url_invalid");
}

export function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"(),:;[\]\\]+@[^\s@.<>"(),:;[\]\\]+(\.[^\s@.<>"(),:;[\]\\]+)+$/.test(text);
}
