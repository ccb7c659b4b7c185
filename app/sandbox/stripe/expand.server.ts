import { invalid } from "./errors";
import type { Kind, Ledger } from "./ledger.server";

type Json = { [key: string]: unknown };

const KIND_OF_PREFIX: readonly [string, Kind][] = [
  ["cus_", "customer"],
  ["cs_", "checkout.session"],
  ["pi_", "payment_intent"],
  ["seti_", "setup_intent"],
  ["pm_", "payment_method"],
  ["ch_", "charge"],
  ["re_", "refund"],
  ["du_", "dispute"],
  ["txn_", "balance_transaction"],
  ["po_", "payout"],
  ["file_", "file"],
];

/** Fields of Stripe's that hold an id and may be expanded; anything else is refused as Stripe does. */
const EXPANDABLE = new Set([
  "customer",
  "payment_intent",
  "setup_intent",
  "payment_method",
  "latest_charge",
  "charge",
  "source",
  "balance_transaction",
]);
const MAX_DEPTH = 4;

/**
 * A copy of the answer in which the named ids are objects: expand[]=payment_intent.latest_charge, data.customer,
 * line_items.
 */
export function expandAnswer(ledger: Ledger, answer: unknown, paths: readonly string[] | undefined): unknown {
  if (!paths || paths.length === 0) return answer;
  const copy = structuredClone(answer) as Json;
  for (const path of paths) {
    const parts = path.split(".");
    if (parts.length > MAX_DEPTH) throw invalid("You cannot expand more than 4 levels of a property.", "expand");
    expandPath(ledger, copy, parts, path);
  }
  return copy;
}

function expandPath(ledger: Ledger, node: Json, [field, ...rest]: string[], path: string): void {
  if (field === undefined) return;
  if (field === "data" && Array.isArray(node.data)) {
    for (const item of node.data as Json[]) expandPath(ledger, item, rest, path);
    return;
  }
  if (field === "line_items" && node.object === "checkout.session") {
    node.line_items ??= lineItemList(ledger, String(node.id));
    return;
  }
  if (!EXPANDABLE.has(field) || !(field in node))
    throw invalid(`This property cannot be expanded (${path}).`, "expand");
  const value = node[field];
  if (typeof value === "string") node[field] = load(ledger, value) ?? value;
  const next = node[field];
  if (rest.length > 0 && next !== null && typeof next === "object") expandPath(ledger, next as Json, rest, path);
}

function load(ledger: Ledger, id: string): unknown {
  const kind = KIND_OF_PREFIX.find(([prefix]) => id.startsWith(prefix))?.[1];
  return kind ? ledger.find(kind, id) : null;
}

export function lineItemList(ledger: Ledger, sessionId: string) {
  const data = ledger.hidden("checkout.session", sessionId).lines ?? [];
  return { object: "list" as const, data, has_more: false, url: `/v1/checkout/sessions/${sessionId}/line_items` };
}
