import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { customers } from "#db/schema/index";
import { listHistory, recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { plus } from "../kernel/time.server";
import { getCustomer, type Customer } from "./family.server";
import type { CustomerField } from "./fields";

export type CustomerFacts = Pick<Customer, CustomerField>;

/**
 * Changes a record from the version that its form was made of, with an event that names every change. "changed" when
 * somebody saved meanwhile: nothing is kept then, and the page says what they changed. Who grants terms is written down.
 */
export function changeCustomer(
  tx: Tx,
  deed: Deed<StaffActor>,
  { id }: Pick<Customer, "id">,
  seen: number,
  facts: Partial<CustomerFacts>,
): { ok: true } | { ok: false; code: "changed" } {
  const before = getCustomer(tx, id);
  const fields = (Object.keys(facts) as CustomerField[]).filter((field) => facts[field] !== before[field]);
  if (fields.length === 0) return { ok: true };
  if (before.version !== seen) return { ok: false, code: "changed" };
  const version = before.version + 1;
  const granted = fields.some((field) => field === "terms_days" || field === "credit_limit");
  tx.update(customers)
    .set({ ...facts, version, ...(granted && { terms_granted_by: deed.by.id, terms_granted_at: deed.now }) })
    .where(eq(customers.id, id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "customer", id },
    action: "customer_changed",
    data: {
      version,
      changes: fields.map((field) => ({ field, was: before[field], is: facts[field] ?? null })),
    },
  });
  return { ok: true };
}

const DOUBLE_CLICK_MS = 60_000;

/**
 * Keeps what somebody of the office noted; a double click is one note. It is not changed later: a note is who said what,
 * and when.
 */
export function noteCustomer(tx: Tx, deed: Deed<StaffActor>, { id }: Pick<Customer, "id">, note: string): void {
  const last = listHistory(tx, "customer", [id]).find(({ action }) => action === "customer_noted");
  if (last?.why === note && last.actor_id === deed.by.id && last.at > plus(deed.now, -DOUBLE_CLICK_MS)) return;
  recordEvent(tx, deed, { subject: { kind: "customer", id }, action: "customer_noted", why: note });
}
