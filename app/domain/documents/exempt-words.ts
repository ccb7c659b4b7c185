/** What an agreement and an invoice say of an order without sales tax. Pure. */
import type { PricingResult } from "../pricing/types";

const EXEMPT = "Exempt from sales tax by certificate ";

export function exemptWords({ exempt }: PricingResult): string[] {
  return exempt ? [`${EXEMPT}${exempt}: no tax is charged on this order.`] : [];
}

/** The same on an invoice, beside "Tax (exempt)". */
export const exemptNotes = ({ exempt }: PricingResult): string[] => (exempt ? [`${EXEMPT}${exempt}.`] : []);

/** Whether it is that sentence, whosever certificate it names. */
export const isExemptWords = (choice: string): boolean => choice.startsWith(EXEMPT);
