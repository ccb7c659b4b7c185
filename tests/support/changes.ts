import type { Id } from "~/domain/kernel/ids.server";
import { openChangeCheckout } from "~/domain/changes/change-checkout.server";
import {
  askForChange,
  getChange,
  ofDumpster,
  previewChange,
  type AskResult,
  type Change,
} from "~/domain/changes/changes.server";
import { attachSession, findChangeCheckout, type Checkout } from "~/domain/payments/checkouts.server";
import { sessionFacts, type TestWorld } from "./domain";

/** Asks for more days of a dumpster at the price that a page would show now, or at a given one in cents. */
export function askForDays(world: TestWorld, unitId: Id<"unit">, days: number, total?: number): Promise<AskResult> {
  const asked = { kind: "extension" as const, days };
  const shown = previewChange(world.db.orm, world.settings(), unitId, asked, world.clock.at);
  const price = total ?? (shown.ok ? shown.price.total : 0);
  return world.db.write((tx) => askForChange(tx, world.deed(), world.settings(), unitId, asked, price));
}

/** The same, priced. Throws the refusal's code. */
export async function pricedDays(world: TestWorld, unitId: Id<"unit">, days: number): Promise<Change> {
  const asked = await askForDays(world, unitId, days);
  if (!asked.ok) throw new Error(asked.code);
  return asked.change;
}

/** Opens a change's checkout, with its session. Throws the refusal's code. */
export function openedChange(world: TestWorld, { id }: Pick<Change, "id">): Promise<Checkout> {
  return world.db.write((tx) => {
    const addresses = { success: () => "https://example.com/ok", cancel: "https://example.com/no" };
    const opened = openChangeCheckout(
      tx,
      world.deed(),
      world.settings(),
      ofDumpster(getChange(tx, id)),
      addresses,
      true,
    );
    if (!opened.ok) throw new Error(opened.code);
    attachSession(tx, opened.checkout.id, sessionFacts(opened.checkout, { status: "open", paymentStatus: "unpaid" }));
    return findChangeCheckout(tx, id) ?? opened.checkout;
  });
}
