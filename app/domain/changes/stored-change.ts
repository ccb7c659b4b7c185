import { stored } from "../kernel/stored";
import type { BalanceWish, ChangePrice, Wish } from "./wishes";

/** What a change changes (changes.wish). A kind that this version cannot do is not read. */
export const STORED_WISH = stored<Wish | BalanceWish>("what a change changes", [
  (value) => {
    const balance = value as Partial<BalanceWish>;
    if (balance.kind === "balance") return Array.isArray(balance.charges) ? (balance as BalanceWish) : undefined;
    const wish = value as Partial<Wish>;
    switch (wish.kind) {
      case "extension":
        return Number.isInteger(wish.days) && wish.from && wish.to ? (wish as Wish) : undefined;
      case "haul":
        return wish.as && wish.day && wish.window ? (wish as Wish) : undefined;
      case "swap":
        return Number.isInteger(wish.size) && wish.material && wish.day && wish.window ? (wish as Wish) : undefined;
      default:
        return undefined;
    }
  },
]);

/** A change's price as it was offered (changes.price). */
export const STORED_CHANGE_PRICE = stored<ChangePrice>("a change's price", [
  (value) => {
    const price = value as Partial<ChangePrice>;
    return Array.isArray(price.lines) && Number.isInteger(price.total) ? (price as ChangePrice) : undefined;
  },
]);
