import { formatDay, type Day } from "~/domain/kernel/days";
import { shortDay, yearOf } from "~/domain/kernel/moments";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { cut } from "~/domain/kernel/text";
import { dayAt, formatInstant } from "~/domain/kernel/time.server";
import type { Lead } from "~/domain/leads/leads.server";
import { askedWords } from "~/domain/leads/request";
import { findCaller } from "~/domain/records/caller.server";
import type { Due } from "~/domain/payments/account-due.server";
import { bookingStatusLabel } from "~/domain/states/labels";
import { crmPaths } from "~/crm-paths";
import type { Services } from "~/services.server";
import type { Values } from "~/ui/form";
import { plural } from "~/ui/office/bits";
import { rowValue, type KnownView, type OrderAnswers } from "~/ui/office/phone-order";
import { shortItems } from "~/ui/office/status-bits";

/** Who calls, and what they have with us, in words; null for what is no number. */
export function answerCaller({ clock, db }: Pick<Services, "clock" | "db">, values: Values): OrderAnswers["caller"] {
  const caller = findCaller(db.orm, rowValue(values, "phone", 0), clock.now());
  if (!caller) return null;
  const { phone, isStopped, known, begun, requests, closed, asked, notServed, open } = caller;
  const thisYear = yearOf(clock.now());
  return {
    phone,
    isStopped,
    notServed,
    known: [
      ...known.map(({ key, name, bookings, agreedToTexts, exemptionEnded, owed, due, values }): KnownView => ({
        key,
        title: name,
        detail: [
          plural(bookings, "booking"),
          values.address,
          ...(agreedToTexts ? ["agreed to text messages before"] : []),
          ...(exemptionEnded ? [`tax exemption ended ${shortDay(exemptionEnded, thisYear)}`] : []),
        ]
          .filter(Boolean)
          .join(", "),
        isCustomer: true,
        owed:
          owed > 0 ? { ...owedView(owed, due, dayAt(clock.now())), url: crmPaths.customer(key, {}, "balance") } : null,
        values,
      })),
      ...begun.map(({ key, at, values }): KnownView => ({
        key,
        title: "Began an order on the website",
        detail: [formatInstant(at), values.address].filter(Boolean).join(", "),
        isCustomer: false,
        owed: null,
        values,
      })),
      ...asked.map(({ key, name, values }): KnownView => ({
        key,
        title: name,
        detail: "no customer so far",
        isCustomer: false,
        owed: null,
        values,
      })),
    ],
    requests: requests.map((lead) => requestView(lead, thisYear)),
    closed: closed.map((lead) => requestView(lead, thisYear)),
    open: open.map(({ number, status, items, deliveryDate }) => ({
      number,
      url: crmPaths.booking(number),
      words: `${bookingStatusLabel(status)}: ${shortItems(items)}, delivery ${formatDay(deliveryDate, { short: true })}`,
    })),
  };
}

/** "They owe $800.00, $379.00 of it due Wed, Dec 30": what is to be paid in a month is no reason to ask for it now. */
function owedView(owed: Cents, due: Due | null, today: Day): { words: string; isOverdue: boolean } {
  const all = `They owe ${formatCents(owed)}`;
  if (!due) return { words: all, isOverdue: false };
  const isOverdue = due.day < today;
  const part = due.cents < owed ? `${formatCents(due.cents)} of it ` : "";
  const on = shortDay(due.day, today.slice(0, 4));
  return { words: `${all}, ${part}${isOverdue ? "overdue since" : "due"} ${on}`, isOverdue };
}

const requestView = (lead: Lead, thisYear: string) => ({
  url: crmPaths.lead(lead.id),
  asked: askedWords(lead, thisYear),
  message: shortened(lead.message),
});

/** As much of a request as is read at a glance; its own page has the rest. */
const MOST_LETTERS = 160;
const shortened = (message: string): string =>
  message.length > MOST_LETTERS ? `${cut(message, MOST_LETTERS)}…` : message;
