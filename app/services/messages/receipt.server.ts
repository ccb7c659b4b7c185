import { receiptAddress } from "~/domain/booking/order/bookings.server";
import type { Deed } from "~/domain/kernel/deed";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { methodWords } from "~/domain/payments/methods";
import { listReceipt, overOf } from "~/domain/payments/receipts.server";
import { business, links, OVER, type Mailing } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { paths } from "~/paths";

/** The receipt of a check or cash, to the customer of the first booking that it paid for. */
export async function paymentReceived(
  services: Mailing,
  deed: Deed,
  work: Task<"mail.payment-received">,
): Promise<Effect> {
  const parts = listReceipt(services.db.orm, work.payload.receipt);
  const [first] = parts;
  if (!first) return notSent(work, OVER);
  const { booking } = first;
  const content = templates.paymentByHand({
    business: business(services),
    firstName: booking.first_name,
    method: methodWords({ ...first.payment, deposit_batch: null }),
    amount: parts.reduce((sum, { payment }) => sum + payment.amount, 0),
    bookings: parts.map(({ payment, booking: one, leftOpen }) => ({
      number: one.booking_number,
      paid: payment.amount,
      open: leftOpen,
    })),
    over: parts.reduce((sum, { payment }) => sum + overOf(services.db.orm, payment), 0),
    manageUrl: links(services).url(paths.manage.open(booking.capability)),
  });
  return send(services, deed, work, receiptAddress(booking), content, { booking });
}
