import { askForChange, type AskResult, type Change } from "~/domain/changes/changes.server";
import type { AskedChange } from "~/domain/changes/kind";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import type { Cents } from "~/domain/kernel/money";
import type { Services } from "~/services.server";
import {
  startChangeCheckout,
  withdrawOwnChange,
  type Buyer,
  type ChangeCheckoutResult,
} from "../payments/change-checkout.server";
import type { Till } from "../payments/checkout.server";

export type BuyResult =
  /** Where it is paid; null where it cost nothing and is done. */
  | { ok: true; url: string | null; change: Change }
  | Exclude<AskResult, { ok: true }>
  | Exclude<ChangeCheckoutResult, { ok: true }>
  /** What was asked for before was paid at this very moment. */
  | { ok: false; code: "other_paid" };

/**
 * Asks for a change at the price that was shown, and opens its payment page; what costs nothing is done at once. Another
 * wish for the same dumpster that nobody has paid is given up for it, as two would hold the same days.
 */
export async function buyChange(
  services: Till & Pick<Services, "log">,
  deed: Deed,
  wanted: Buyer & { unitId: Id<"unit">; asked: AskedChange; shown: Cents },
): Promise<BuyResult> {
  const { unitId, asked, shown } = wanted;
  const ask = () => services.db.write((tx) => askForChange(tx, deed, services.settings(), unitId, asked, shown));
  let got = await ask();
  if (!got.ok && got.code === "another_open") {
    const gone = await withdrawOwnChange(services, deed, got.change.id);
    if (gone === "paid") return { ok: false, code: "other_paid" };
    if (gone === "withdrawn") got = await ask();
  }
  if (!got.ok) return got;
  const { change } = got;
  if (change.state === "applied") return { ok: true, url: null, change };
  const started = await startChangeCheckout(services, deed, change.id, wanted);
  return started.ok ? { ok: true, url: started.url, change } : started;
}
