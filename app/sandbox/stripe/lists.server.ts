import type Stripe from "stripe";
import { invalid } from "./errors";
import type { Ledger } from "./ledger.server";

interface Page {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: Stripe.RangeQueryParam | number;
}

type Row = { body: string };
type Condition = [sql: string, value: string | number];

/** What a list can be narrowed by, as it stands in the store. */
const COLUMNS = {
  customer: "customer",
  payment_intent: "payment_intent",
  charge: "charge",
  status: "status",
  source: "body ->> '$.source'",
  type: "body ->> '$.type'",
} as const;
const COMPARE = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** One page of a kind of objects, newest first, where the given columns have the given values. */
export function listObjects(
  ledger: Ledger,
  kind: string,
  url: string,
  page: Page,
  filters: Partial<Record<keyof typeof COLUMNS, string>>,
) {
  const conditions: Condition[] = [["kind = ?", kind], ...created(page)];
  for (const [name, value] of Object.entries(filters))
    if (value) conditions.push([`${COLUMNS[name as keyof typeof COLUMNS]} = ?`, value]);
  return readPage(ledger, "stripe_objects", url, page, conditions);
}

/** Events, newest first; `delivery_success: false` are those that nobody has answered with 2xx yet. */
export function listEvents(ledger: Ledger, params: Stripe.EventListParams) {
  if (params.type && params.types) throw invalid("You may only specify one of these parameters: type, types.");
  if ((params.types?.length ?? 0) > 20) throw invalid("Array types exceeded maximum 20 allowed elements.", "types");
  const conditions: Condition[] = created(params);
  if (params.type) conditions.push(["type GLOB ?", params.type]);
  if (params.types) conditions.push(["type IN (SELECT value FROM json_each(?))", JSON.stringify(params.types)]);
  if (params.delivery_success !== undefined)
    conditions.push(["(wanted = 0 OR delivered_at IS NOT NULL) = ?", params.delivery_success ? 1 : 0]);
  return readPage(ledger, "stripe_events", "/v1/events", params, conditions);
}

function created({ created: range }: Page): Condition[] {
  if (range === undefined) return [];
  if (typeof range === "number") return [["created = ?", range]];
  return (Object.keys(COMPARE) as (keyof typeof COMPARE)[]).flatMap((key): Condition[] => {
    const bound = range[key];
    return bound === undefined ? [] : [[`created ${COMPARE[key]} ?`, bound]];
  });
}

function readPage(
  ledger: Ledger,
  table: "stripe_objects" | "stripe_events",
  url: string,
  page: Page,
  conditions: Condition[],
) {
  const limit = page.limit ?? 10;
  if (limit < 1 || limit > 100)
    throw invalid("This value must be between 1 and 100.", "limit", "parameter_invalid_integer");
  if (page.starting_after) conditions.push([`seq < (SELECT seq FROM ${table} WHERE id = ?)`, page.starting_after]);
  if (page.ending_before) conditions.push([`seq > (SELECT seq FROM ${table} WHERE id = ?)`, page.ending_before]);
  // Backwards, the page nearest to the cursor is wanted, still newest first.
  const direction = page.ending_before ? "ASC" : "DESC";
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([sql]) => sql).join(" AND ")}` : "";
  const rows = ledger
    .prepare(`SELECT body FROM ${table} ${where} ORDER BY seq ${direction} LIMIT ?`)
    .all(...conditions.map(([, value]) => value), limit + 1) as Row[];
  const data = rows.slice(0, limit).map((row) => JSON.parse(row.body) as { [key: string]: unknown });
  return {
    object: "list" as const,
    data: page.ending_before ? data.reverse() : data,
    has_more: rows.length > limit,
    url,
  };
}
