import type { Booking } from "~/domain/booking/order/bookings.server";
import { readStatement } from "~/domain/charges/statement.server";
import { businessView } from "~/domain/documents/agreement.server";
import { listPapers } from "~/domain/documents/papers.server";
import { statementHtml } from "~/domain/documents/statement-html";
import { formatPhone } from "~/domain/kernel/phone";
import { sha256 } from "~/domain/kernel/ids.server";
import { dayAt } from "~/domain/kernel/time.server";
import type { Services } from "~/services.server";
import { website } from "../payments/checkout.server";
import { once } from "./documents.server";

/** A rental's statement as it is now, as a PDF; made each time, because each movement changes it. Throws as printing does. */
export function statementPdf(
  services: Pick<Services, "clock" | "config" | "db" | "pdf" | "settings">,
  booking: Booking,
): Promise<Buffer> {
  const { orm } = services.db;
  const { rows, sums, owed, open, tickets } = readStatement(orm, booking);
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
    isFinal: isOver(booking),
    rows,
    sums,
    owed,
    open,
    tickets,
    papers: listPapers(orm, booking.id).map(({ label }) => label),
  });
  return once(`statement ${booking.id} ${sha256(Buffer.from(page))}`, () =>
    services.pdf.render(page, { title: `Statement ${number}`, mustContain: number }),
  );
}

/** The rental is over: its statement is the final one. */
export const isOver = ({ status }: Booking): boolean => status === "completed" || status === "balance_due";
