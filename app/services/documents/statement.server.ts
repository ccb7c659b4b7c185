import type { Booking } from "~/domain/booking/order/bookings.server";
import { readStatement } from "~/domain/charges/statement.server";
import { businessView } from "~/domain/documents/agreement.server";
import { listPapers } from "~/domain/documents/papers.server";
import { accountStatementHtml } from "~/domain/documents/account-statement-html";
import { statementHtml } from "~/domain/documents/statement-html";
import { formatDay } from "~/domain/kernel/days";
import { formatPhone } from "~/domain/kernel/phone";
import { sha256 } from "~/domain/kernel/ids.server";
import { dayAt } from "~/domain/kernel/time.server";
import type { Statement } from "~/domain/records/statement.server";
import { afterWords, openSum, statementDays, termsWords } from "~/domain/records/statement-words";
import type { Services } from "~/services.server";
import { website } from "../payments/checkout.server";
import { once } from "./documents.server";

/** A rental's statement as it is now, as a PDF; made each time, because each movement changes it. Throws as printing does. */
export function statementPdf(
  services: Pick<Services, "clock" | "config" | "db" | "pdf" | "settings">,
  booking: Booking,
): Promise<Buffer> {
  const { orm } = services.db;
  const { rows, sums, open, tickets } = readStatement(orm, booking);
  const { booking_number: number } = booking;
  const page = statementHtml({
    business: businessView(services.settings(), website(services)),
    bookingNumber: number,
    customer: {
      name: `${booking.first_name} ${booking.last_name}`,
      email: booking.email,
      phone: formatPhone(booking.phone, booking.phone_extension),
    },
    serviceAddress: [booking.address, `${booking.city}, FL ${booking.zip}`],
    asOf: dayAt(services.clock.now()),
    name: statementName(booking),
    rows,
    sums,
    open,
    tickets,
    papers: listPapers(orm, booking.id).map(({ label }) => label),
  });
  return once(`statement ${booking.id} ${sha256(Buffer.from(page))}`, () =>
    services.pdf.render(page, { title: `Statement ${number}`, mustContain: number }),
  );
}

/** What a rental's statement is called: the final one once it is over. Of one that was cancelled nothing is "so far". */
export function statementName({ status }: Pick<Booking, "status">): string {
  if (status === "cancelled") return "Statement";
  return status === "completed" || status === "balance_due" ? "Final statement" : "Statement so far";
}

/** A customer's month as a PDF, for the office to send: made each time as well. Throws as printing does. */
export function accountStatementPdf(
  services: Pick<Services, "config" | "db" | "pdf" | "settings">,
  statement: Statement,
): Promise<Buffer> {
  const { id, month, name, termsDays, creditLimit } = statement;
  const page = accountStatementHtml({
    business: businessView(services.settings(), website(services)),
    customer: name,
    poNumber: statement.poNumber,
    days: statementDays(statement),
    terms: termsWords(termsDays, creditLimit),
    before: statement.before,
    rows: statement.lines.map(({ at, booking, what, cents }) => ({
      when: formatDay(dayAt(at), { year: true, short: true }),
      booking,
      label: what,
      cents,
    })),
    after: { label: afterWords(statement), cents: statement.after },
    open: statement.open.map(({ booking, since, cents, due }) => ({
      booking,
      words: `${openSum(cents, "your")}, since ${formatDay(dayAt(since), { year: true, short: true })}${due === null ? "" : `, to be paid by ${formatDay(due, { year: true, short: true })}`}`,
    })),
  });
  return once(`statement ${id} ${month} ${sha256(Buffer.from(page))}`, () =>
    services.pdf.render(page, { title: `Statement ${month}`, mustContain: "Balance before" }),
  );
}
