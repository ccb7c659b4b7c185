import { and, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { cancellations, leads, messages } from "#db/schema/index";
import { findAgreement, getBooking, type Booking } from "~/domain/booking/bookings.server";
import { findDraft } from "~/domain/booking/drafts.server";
import { businessView, lineSummary } from "~/domain/booking/order.server";
import { orderLines } from "~/domain/booking/draft-data";
import { deliveryTimeLabel } from "~/domain/booking/schedule-rules";
import { findInvoice } from "~/domain/documents/invoices.server";
import { formatDay } from "~/domain/kernel/days";
import type { Deed } from "~/domain/kernel/deed";
import { newId, type Id } from "~/domain/kernel/ids.server";
import { formatInstant } from "~/domain/kernel/time.server";
import type { Attachment } from "~/domain/messages/ports";
import * as templates from "~/domain/messages/templates";
import type { ClaimedWork } from "~/domain/outbox/outbox.server";
import { findRefund, readLedger } from "~/domain/payments/ledger.server";
import { findCheckout } from "~/domain/payments/checkouts.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { bookingAttachments } from "./attachments.server";
import { website } from "./checkout.server";
import { NotYet } from "./not-yet.server";

type Effect = (tx: Tx) => void;

/** After this long the confirmation goes out without its PDFs, with links to the printable pages instead. */
const WAIT_FOR_DOCUMENTS_MS = 3 * 60_000;
/** A finished document calls its mail at once; this is for the one that was missed in the same moment. */
const LOOK_AGAIN_MS = 2_000;

/** Payment received: the confirmation with invoice, agreement and calendar file. Waits for the PDFs for a while. */
export async function bookingConfirmed(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const booking = getBooking(services.db.orm, work.payload.bookingId as Id<"booking">);
  const invoice = findInvoice(services.db.orm, booking.id);
  const agreement = findAgreement(services.db.orm, booking.id);
  const waiting = (invoice !== null && !invoice.pdf_url) || (agreement !== null && !agreement.pdf_url);
  if (waiting && Date.now() - work.created_at < WAIT_FOR_DOCUMENTS_MS) throw new NotYet(LOOK_AGAIN_MS);
  const { url } = links(services);
  const documents = [
    ...(invoice ? [{ label: "Invoice (PDF)", url: url(invoice.pdf_url ?? paths.print(invoice.capability)) }] : []),
    ...(agreement ? [{ label: "Rental agreement (PDF)", url: url(agreement.pdf_url ?? paths.print(agreement.capability)) }] : []),
  ];
  const content = templates.bookingConfirmed({ ...facts(services, booking), paid: booking.total_amount, card: cardLabel(booking), documents });
  return send(services, deed, work, booking.email, content, await bookingAttachments(services, deed, booking, { invoice, agreement }));
}

export async function bookingCancelled(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const row = services.db.orm.select().from(cancellations).where(eq(cancellations.id, work.payload.cancellationId as Id<"cancellation">)).get();
  if (!row) return;
  const booking = getBooking(services.db.orm, row.booking_id);
  const content = templates.bookingCancelled({
    ...facts(services, booking), paid: row.base_amount, tierPercent: row.tier_percent, fee: row.fee, refund: row.refund_amount,
    whatWasCancelled: row.unit_id ? "one dumpster" : "the whole order",
  });
  return send(services, deed, work, booking.email, content);
}

export async function refundState(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const refund = findRefund(services.db.orm, { id: String(work.payload.refundId) });
  if (!refund) return;
  const booking = getBooking(services.db.orm, refund.booking_id);
  const template = work.payload.state === "succeeded" ? templates.refundSucceeded : templates.refundFailed;
  return send(services, deed, work, booking.email, template({ ...facts(services, booking), amount: refund.amount, card: cardLabel(booking) }));
}

/** A payment that came too late, twice, or for another amount: all of it (which may be nothing) goes back. */
export async function paymentReturned(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const checkout = findCheckout(services.db.orm, { id: String(work.payload.checkoutId) });
  if (!checkout) return;
  const booking = getBooking(services.db.orm, checkout.booking_id);
  const paid = readLedger(services.db.orm, booking.id).payments.find((payment) => payment.checkout_id === checkout.id);
  const shared = { ...facts(services, booking), amount: paid?.amount ?? checkout.amount, card: cardLabel(booking) };
  const bookAgainUrl = links(services).url(paths.book.prefilled({ dumpsterSize: booking.dumpster_size, zip: booking.zip }));
  const content = work.payload.outcome === "nothing_left" ? templates.nothingLeft({ ...shared, bookAgainUrl })
    : work.payload.outcome === "refunded_nothing_left" ? templates.paymentReturned({ ...shared, bookAgainUrl })
    : templates.refundSubmitted(shared);
  return send(services, deed, work, booking.email, content);
}

export async function signRequest(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const booking = getBooking(services.db.orm, work.payload.bookingId as Id<"booking">);
  const content = templates.agreementRequest({
    ...facts(services, booking), signUrl: links(services).url(paths.signAgreement(booking.signing_key)),
    validUntil: booking.quote_expires_at ? formatInstant(booking.quote_expires_at) : null,
  });
  return send(services, deed, work, booking.email, content);
}

export async function signRequestText(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const booking = getBooking(services.db.orm, work.payload.bookingId as Id<"booking">);
  return sendText(services, deed, work, booking, `your booking ${booking.booking_number} is ready. Sign and pay here: ${links(services).url(paths.signAgreement(booking.signing_key))}`);
}

export async function bookingConfirmedText(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const booking = getBooking(services.db.orm, work.payload.bookingId as Id<"booking">);
  const delivery = `${formatDay(booking.scheduled_delivery_date, { short: true })}, ${deliveryTimeLabel(booking.delivery_time_window)}`;
  return sendText(services, deed, work, booking, `booking ${booking.booking_number} is paid and confirmed. Delivery ${delivery}. Manage it: ${links(services).url(paths.manage.open(booking.capability))}`);
}

export async function resumeLink(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const draft = findDraft(services.db.orm, String(work.payload.draftId));
  if (!draft?.data.contactInfo.email) return;
  const lines = orderLines(draft.data).map(lineSummary).join(", ");
  const content = templates.resumeLink({
    business: business(services), firstName: draft.data.contactInfo.firstName, itemsSummary: lines || null,
    resumeUrl: links(services).url(paths.book.resume(draft.resumeKey)), validUntil: formatInstant(draft.expiresAt),
  });
  return send(services, deed, work, draft.data.contactInfo.email, content);
}

export async function newLead(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const lead = services.db.orm.select().from(leads).where(and(eq(leads.id, work.payload.leadId as Id<"lead">))).get();
  if (!lead) return;
  const content = templates.newLead({ business: business(services), kind: lead.kind, name: lead.name, phone: lead.phone, email: lead.email, zip: lead.zip, message: lead.message, leadUrl: links(services).url(paths.crm.lead(lead.id)) });
  return send(services, deed, work, services.settings().email, content);
}

export async function confirmAccount(services: Services, deed: Deed, work: ClaimedWork): Promise<Effect | void> {
  const { to, confirmPath, validUntil, alreadyRegistered } = work.payload as { to: string; confirmPath: string; validUntil: string; alreadyRegistered?: boolean };
  const url = links(services).url(confirmPath);
  const shared = { business: business(services) };
  return send(services, deed, work, to, alreadyRegistered ? templates.alreadySignedUp({ ...shared, signInUrl: url }) : templates.confirmSignUp({ ...shared, confirmUrl: url, validUntil }));
}

async function send(services: Services, deed: Deed, work: ClaimedWork, to: string, content: templates.MailContent, attachments: Attachment[] = []): Promise<Effect> {
  await services.mail.send({ messageId: messageId(services, work), to, ...content, attachments });
  return (tx) => keepMessage(tx, deed, work, { bookingId: work.booking_id, channel: "email", recipient: to, subject: content.subject });
}

/** A text message to a customer who agreed to them (domain.md, section 6); nothing to one who did not. */
async function sendText(services: Services, deed: Deed, work: ClaimedWork, booking: Booking, words: string): Promise<Effect | void> {
  if (!booking.sms_consent) return;
  const body = `${services.settings().businessName}: ${words}`;
  await services.sms.send({ messageId: messageId(services, work), to: booking.phone, body });
  return (tx) => keepMessage(tx, deed, work, { bookingId: booking.id, channel: "sms", recipient: booking.phone, subject: body.slice(0, 80) });
}

/** Stable per cause: a second try after a crash is the same message to every mail program. */
function messageId(services: Services, work: ClaimedWork): string {
  return `<${work.id}@${new URL(services.config.publicUrl).hostname}>`;
}

function keepMessage(tx: Tx, deed: Deed, work: ClaimedWork, message: { bookingId: Id<"booking"> | null; channel: "email" | "sms"; recipient: string; subject: string }): void {
  tx.insert(messages).values({ id: newId("message"), cause: work.cause, booking_id: message.bookingId, channel: message.channel, template: work.kind, recipient: message.recipient, subject: message.subject, sent_at: deed.now }).onConflictDoNothing().run();
}

const business = (services: Services) => businessView(services.settings(), website(services));
const links = (services: Services) => ({ url: (path: string) => `${services.config.publicUrl}${path}` });

/** "Visa ending in 4242"; null while we do not know. */
export function cardLabel(booking: Booking): string | null {
  return booking.card_brand && booking.card_last4 ? `${booking.card_brand.replace(/^./, (c) => c.toUpperCase())} ending in ${booking.card_last4}` : null;
}

function facts(services: Services, booking: Booking): templates.BookingMailFacts {
  return {
    business: business(services), firstName: booking.first_name, bookingNumber: booking.booking_number, itemsSummary: booking.items_summary,
    addressLines: [booking.address, `${booking.city}, FL ${booking.zip}`], deliveryDay: booking.scheduled_delivery_date,
    windowLabel: deliveryTimeLabel(booking.delivery_time_window), pickupDay: booking.scheduled_pickup_date, rentalDays: booking.rental_duration_days,
    total: booking.total_amount, manageUrl: links(services).url(paths.manage.open(booking.capability)),
  };
}
