import { and, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { leads } from "#db/schema/index";
import { forgetLink, stillHolds } from "~/domain/accounts/sign-up.server";
import { dueDay, getBooking, receiptAddress } from "~/domain/booking/order/bookings.server";
import { findAgreement, findAgreementLink } from "~/domain/documents/agreement.server";
import { findDraft, isExpired } from "~/domain/booking/draft/drafts.server";
import { lineSummary } from "~/domain/booking/order/order.server";
import { orderLines } from "~/domain/booking/draft/data";
import { findInvoice, findInvoiceLink } from "~/domain/documents/invoices.server";
import { findLastData } from "~/domain/events/events.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { formatEnd } from "~/domain/kernel/time.server";
import { formatPhone } from "~/domain/kernel/phone";
import * as templates from "~/domain/messages/templates";
import { arePapersDue, type Task } from "~/domain/outbox/outbox.server";
import { withSign } from "~/domain/kernel/text";
import { cardWords } from "~/domain/payments/card-words";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { sizesOf } from "~/domain/pricing/types";
import type { Services } from "~/services.server";
import { bookingAttachments } from "./attachments.server";
import { business, facts, lateOf, links, offOf, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { NotYet } from "../work/outcome.server";
import { notSent, send, type Effect } from "./send.server";
import { sendText } from "./texts.server";

/** After this long the confirmation goes out without its PDFs, with links to the printable pages instead. */
const WAIT_FOR_DOCUMENTS_MS = 3 * 60_000;

/**
 * Payment received, or asked for once more: the confirmation with invoice, agreement and calendar file while the
 * delivery is still to come, else the papers alone. Waits for the PDFs for a while.
 */
export async function bookingReceipt(
  services: Mailing & Pick<Services, "files">,
  deed: Deed,
  work: Task<"mail.booking-confirmed" | "mail.booking-documents">,
): Promise<Effect> {
  const booking = getBooking(services.db.orm, work.payload.bookingId);
  const words = wordsNow(work, booking);
  if (words === null) return notSent(work, OVER);
  const left = work.created_at + WAIT_FOR_DOCUMENTS_MS - Date.now();
  // Where nobody is at them any more, waiting brings none: the mail has their links.
  if (left > 0 && !arePrinted(services.db.orm, booking.id) && arePapersDue(services.db.orm, booking.id))
    throw new NotYet(left, (orm) => arePrinted(orm, booking.id));
  const invoice = findInvoice(services.db.orm, booking.id);
  const agreement = findAgreement(services.db.orm, booking.id);
  const { url } = links(services);
  const documents = [
    ...(invoice ? [{ label: "Invoice (PDF)", url: url(invoice.pdf_url ?? paths.print(invoice.capability)) }] : []),
    ...(agreement
      ? [{ label: "Rental agreement (PDF)", url: url(agreement.pdf_url ?? paths.print(agreement.capability)) }]
      : []),
  ];
  const receipt = {
    ...facts(services, booking),
    paid: booking.total_amount,
    card: cardWords(booking),
    due: dueDay(booking),
    documents,
  };
  // Of a day on which nothing came nobody is told that it is confirmed, nor of one that may not stand, or that we have
  // closed since.
  const off = offOf(services, booking);
  const content =
    words === "confirmed" && off === null
      ? templates.bookingConfirmed(receipt)
      : templates.bookingDocuments({ ...receipt, needsDay: words === "confirmed" && off === "closed" });
  return send(services, deed, work, receiptAddress(booking), content, {
    booking,
    attachments: await bookingAttachments(services, deed, booking, { invoice, agreement, off }),
  });
}

/** Whether a booking's documents, as many as it has, can be attached. */
function arePrinted(orm: Orm, bookingId: Id<"booking">): boolean {
  return [findInvoiceLink(orm, bookingId), findAgreementLink(orm, bookingId)].every(
    (document) => document === null || document.pdfUrl !== null,
  );
}

export async function bookingConfirmedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.booking-confirmed">,
): Promise<Effect> {
  const booking = getBooking(services.db.orm, work.payload.bookingId);
  // One that waited for the morning until we were late: that is told by its own text (`late.server.ts`).
  if (wordsNow(work, booking) === null) return notSent(work, OVER);
  // What the office sends again says where it stands, late or not.
  const again = findLastData(services.db.orm, booking.id, "sent_again");
  if (again?.what !== "papers" && lateOf(services, booking)) return notSent(work, OVER);
  return sendText(services, deed, work, booking, paths.manage.open(booking.capability));
}

export async function resumeLink(
  services: Mailing & Pick<Services, "catalogue">,
  deed: Deed,
  work: Task<"mail.resume">,
): Promise<Effect> {
  const draft = findDraft(services.db.orm, work.payload.draftId);
  if (!draft?.data.contactInfo.email || isExpired(draft, deed.now)) return notSent(work, OVER);
  const booking = draft.bookingId ? getBooking(services.db.orm, draft.bookingId) : undefined;
  if (booking && wordsNow(work, booking) === null) return notSent(work, OVER);
  const lines = withSign(orderLines(draft.data, sizesOf(services.catalogue().prices)).map(lineSummary).join(", "));
  const content = templates.resumeLink({
    business: business(services),
    firstName: draft.data.contactInfo.firstName,
    itemsSummary: lines || null,
    resumeUrl: links(services).url(paths.book.resume(draft.resumeKey)),
    ends: formatEnd(draft.expiresAt),
  });
  return send(services, deed, work, draft.data.contactInfo.email, content, { booking });
}

export async function newLead(services: Mailing, deed: Deed, work: Task<"mail.lead">): Promise<Effect> {
  const lead = services.db.orm
    .select()
    .from(leads)
    .where(and(eq(leads.id, work.payload.leadId)))
    .get();
  // Somebody of the office may have taken it up already.
  if (lead?.state !== "new") return notSent(work, OVER);
  const content = templates.newLead({
    business: business(services),
    kind: lead.kind,
    name: lead.name,
    phone: formatPhone(lead.phone, lead.phone_extension),
    email: lead.email,
    zip: lead.zip,
    message: lead.message,
    leadUrl: links(services).url(crmPaths.lead(lead.id)),
  });
  return send(services, deed, work, services.settings().email, content);
}

/** Asks to confirm an address, or tells it of the account it has. However it ends, its work does not keep the link. */
export async function confirmAccount(
  services: Mailing,
  deed: Deed,
  work: Task<"mail.confirm-account">,
): Promise<Effect> {
  const effect = await sendConfirmation(services, deed, work);
  return (tx) => {
    effect(tx);
    forgetLink(tx, work.id);
  };
}

async function sendConfirmation(services: Mailing, deed: Deed, work: Task<"mail.confirm-account">): Promise<Effect> {
  const { payload } = work;
  if (!stillHolds(services.db.orm, payload)) return notSent(work, OVER);
  const { to, confirmPath, validUntil, alreadyRegistered } = payload;
  const url = links(services).url(confirmPath);
  const shared = { business: business(services) };
  return send(
    services,
    deed,
    work,
    to,
    alreadyRegistered
      ? templates.alreadySignedUp({ ...shared, signInUrl: url })
      : templates.confirmSignUp({ ...shared, confirmUrl: url, ends: validUntil }),
  );
}
