import { shortDay, dayOn } from "../kernel/moments";
import { formatPhone, readPhone } from "../kernel/phone";
import { LEAD_ASKED } from "./labels";
import type { Lead } from "./leads.server";

/** A lead as it is told, and as an order begins with it. Pure. */

/** What they did and when: "Asked for a call-back on Fri, Nov 27". */
export const askedWords = ({ kind, created_at }: Pick<Lead, "kind" | "created_at">, thisYear: string): string =>
  `${LEAD_ASKED[kind]} on ${shortDay(dayOn(created_at), thisYear)}`;

/** What stands for a name where the office wrote none down. */
export const NO_NAME = "Caller";

/** What an order of theirs begins with, by the names of the form; without what they did not say. A number is nobody's name. */
export function valuesOfLead(
  lead: Pick<Lead, "name" | "phone" | "phone_extension" | "email" | "zip">,
): Record<string, string> {
  const [first = "", ...rest] = lead.name === NO_NAME || readPhone(lead.name) ? [] : lead.name.trim().split(/\s+/);
  const values = {
    firstName: first,
    lastName: rest.join(" "),
    phone: formatPhone(lead.phone, lead.phone_extension),
    email: lead.email,
    zip: lead.zip,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}
