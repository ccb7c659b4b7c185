/** What an agreement says of an order without sales tax. Pure. */
import type { PricingResult } from "../pricing/types";

const EXEMPT = "Exempt from sales tax by certificate ";

export function exemptWords({ exempt }: PricingResult): string[] {
  return exempt ? [`${EXEMPT}${exempt}: no tax is charged on this order.`] : [];
}

/** Whether it is that sentence, whosever certificate it names. */
export const isExemptWords = (choice: string): boolean => choice.startsWith(EXEMPT);
