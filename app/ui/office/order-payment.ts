import type { Cents } from "~/domain/kernel/money";
import type { Values } from "~/ui/form";
import { rowValue, type OrderAnswers } from "./phone-order";

type Account = NonNullable<OrderAnswers["account"]>;

/** How an order is paid as its form stands: of whose account it was asked, and whether a person chose it there. */
export interface HowPaid {
  of: string;
  by: "account" | "card";
  /** Else it is what stood there by itself. */
  isChosen: boolean;
}

/** What the form sends beside the choice: without scripts nothing else tells what was chosen from what stood there. */
export const PAYMENT_OF = "paymentOf";
export const PAYMENT_PRESET = "paymentPreset";

/** The choice that a form sent; null where it did not ask. */
export function readHowPaid(values: Values): HowPaid | null {
  const [by, of, preset] = ["payment", PAYMENT_OF, PAYMENT_PRESET].map((name) => rowValue(values, name, 0));
  return of && (by === "account" || by === "card") ? { of, by, isChosen: by !== preset } : null;
}

/**
 * How the order is paid now, `before` being what was said so far. What a person chose stays. Before that it begins on
 * account, as their terms were granted for orders like this one, where that has room for it and the link goes where it was
 * confirmed that it reaches them, and by card where it does not. Of somebody else's account all begins anew. `total` in cents, null before there is a price.
 */
export function howPaidNow(before: HowPaid | null, account: Account | null, total: Cents | null): HowPaid | null {
  if (!account) return before;
  const isTheirs = before?.of === account.id;
  if (isTheirs && before.isChosen) return before;
  const by = account.isConfirmed && hasRoom(account, total) ? "account" : "card";
  return isTheirs && before.by === by ? before : { of: account.id, by, isChosen: false };
}

export const hasRoom = ({ owed, limit }: Account, total: Cents | null) => owed + (total ?? 0) <= limit;
