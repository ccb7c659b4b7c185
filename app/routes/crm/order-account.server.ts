import type { Contact } from "~/domain/customers/customers.server";
import { findNotServed } from "~/domain/customers/serve.server";
import { findAccountOf } from "~/domain/payments/account.server";
import type { Services } from "~/services.server";
import type { Values } from "~/ui/form";
import { rowValue, type OrderAnswers } from "~/ui/office/phone-order";

/** The account that an order of whoever is typed in may go on, as it is decided when it is saved; null without terms. */
export function accountOf({ db: { orm } }: Pick<Services, "db">, values: Values): OrderAnswers["account"] {
  const contact = contactIn(values);
  const smsConsent = rowValue(values, "smsConsent", 0) === "on";
  return findNotServed(orm, contact) ? null : findAccountOf(orm, { ...contact, smsConsent });
}

/** Who is typed in so far. */
export function contactIn(values: Values): Contact {
  const text = (name: keyof Contact) => rowValue(values, name, 0).trim();
  return { firstName: text("firstName"), lastName: text("lastName"), email: text("email"), phone: text("phone") };
}
