import { asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { jobs, messages, units, weightTickets } from "#db/schema/index";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { onlyOfWay } from "../dispatch/way.server";
import { businessView, findAgreement } from "../documents/agreement.server";
import { claimOf, clausesFor, type EvidenceView } from "../documents/evidence-html";
import { listTimeline, type TimelineEvent } from "../events/events.server";
import { formatInstant } from "../kernel/time.server";
import type { Dispute } from "../payments/disputes-read.server";
import { getPayment, readLedger } from "../payments/ledger.server";
import { methodWords } from "../payments/methods";
import { isOnTheBooks } from "../payments/refunds.server";
import { listKeptPhotos, type Photo } from "../photos/photos.server";
import type { Settings } from "../settings/schema";
import { JOB_KIND } from "../states/job-labels";
import { cut, withSign } from "../kernel/text";
import { CHARGE_KIND } from "../states/labels";
import { cardWords } from "../payments/card-words";

/** What a bank reads of one message, and of how many: the newest matter most. */
const LONGEST_MESSAGE = 2_000;
const MOST_MESSAGES = 60;

/** The photographs that belong into the evidence, what shows the delivery first; the caller reads them from the disk. */
export function listEvidencePhotos(orm: Orm, dispute: Dispute): { photo: Photo; caption: string }[] {
  const mine = orm.select().from(jobs).where(eq(jobs.booking_id, dispute.booking_id)).all();
  const kinds = new Map(mine.map(({ id, kind }) => [id, kind] as const));
  const kept = listKeptPhotos(orm, dispute.booking_id);
  // As what proves a charge: of the way that its truck was on last, and of who has the job.
  const ofWay = mine.flatMap((job) =>
    onlyOfWay(
      orm,
      job,
      kept.filter(({ job_id }) => job_id === job.id),
    ),
  );
  const isDelivery = ({ job_id, step }: Photo) => kinds.get(job_id) === "delivery" && step === "serviced";
  return ofWay
    .sort((one, other) => Number(isDelivery(other)) - Number(isDelivery(one)) || one.created_at - other.created_at)
    .map((photo) => ({ photo, caption: captionOf(photo, JOB_KIND[kinds.get(photo.job_id) ?? "delivery"]) }));
}

const STEP: Readonly<Record<Photo["step"], string>> = {
  serviced: "done at the site",
  ticketed: "weight ticket",
  attempted: "could not be done",
  report: "what the driver found",
};

function captionOf({ step, taken_at, created_at, latitude, longitude, accuracy }: Photo, job: string): string {
  const place =
    latitude === null || longitude === null
      ? ""
      : `, at ${latitude.toFixed(5)}, ${longitude.toFixed(5)}${accuracy === null ? "" : ` (within ${accuracy} m)`}`;
  return `${job}, ${STEP[step]}: ${formatInstant(taken_at ?? created_at)}${place}`;
}

/** Everything that a bank is shown of a dispute but the photographs (domain.md, 4.30), from what is kept now. */
export function readEvidence(
  orm: Orm,
  settings: Settings,
  dispute: Dispute,
  website: string,
): Omit<EvidenceView, "photos"> {
  const booking = getBooking(orm, dispute.booking_id);
  const agreement = findAgreement(orm, booking.id);
  const signature = agreement?.view.signature;
  const payment = getPayment(orm, dispute.payment_id);
  return {
    business: businessView(settings, website),
    bookingNumber: booking.booking_number,
    claim: claimOf(dispute.reason),
    amount: dispute.amount,
    card: cardWords(payment) ?? "the card of the payment",
    paidAt: formatInstant(payment.paid_at),
    said: dispute.said ?? "",
    agreement: agreement && {
      ...agreement.view,
      signature: signature ? { ...signature, imageDataUrl: agreement.signature_image } : null,
    },
    clauses: clausesFor(dispute.reason),
    history: listTimeline(orm, booking.id).flatMap(historyLine),
    tickets: ticketsOf(orm, booking),
    money: moneyOf(orm, booking),
    messages: messagesOf(orm, booking),
  };
}

/** The events that a bank can follow, in its words. Notes and everything internal stay with us. */
function historyLine({ at, action, to_state, actor_kind, data }: TimelineEvent): (readonly [string, string])[] {
  const unit = typeof data?.unit_number === "number" ? ` ${data.unit_number}` : "";
  const UNIT: Readonly<Record<string, string>> = {
    on_site: `Dumpster${unit} was set down at the site`,
    pickup_requested: `Pickup of dumpster${unit} was asked for`,
    off_site: `Dumpster${unit} was picked up`,
    delivery_failed: `Dumpster${unit} could not be delivered`,
    cancelled: `Dumpster${unit} was cancelled`,
  };
  const what =
    action === "unit_moved"
      ? UNIT[to_state ?? ""]
      : action === "agreement_signed"
        ? "The rental agreement was signed"
        : action === "card_consent_given"
          ? "The customer agreed to charges on the card on file"
          : action === "payment_received"
            ? "The payment was received"
            : action === "link_opened" && actor_kind !== "staff"
              ? "The customer opened the link to sign"
              : undefined;
  return what ? [[formatInstant(at), what]] : [];
}

function ticketsOf(orm: Orm, booking: Booking): EvidenceView["tickets"] {
  return orm
    .select({ ticket: weightTickets })
    .from(weightTickets)
    .innerJoin(units, eq(units.id, weightTickets.unit_id))
    .where(eq(units.booking_id, booking.id))
    .orderBy(asc(weightTickets.recorded_at))
    .all()
    .map(({ ticket }) => ({
      facility: ticket.facility,
      number: ticket.ticket_number,
      when: formatInstant(ticket.recorded_at),
      gross: ticket.gross_pounds,
      tare: ticket.tare_pounds,
      net: ticket.net_pounds,
    }));
}

function moneyOf(orm: Orm, booking: Booking): EvidenceView["money"] {
  const { charges, payments, refunds } = readLedger(orm, booking.id);
  return [
    ...charges.map(({ created_at: at, kind, description, amount, tax }) => ({
      at,
      what: `${CHARGE_KIND[kind]}, ${description}`,
      amount: amount + tax,
    })),
    ...payments.map((payment) => ({
      at: payment.paid_at,
      what: `Paid: ${methodWords(payment)}`,
      amount: payment.amount,
    })),
    ...refunds.filter(isOnTheBooks).map((refund) => ({
      at: refund.paid_out_at ?? refund.created_at,
      // What has not arrived is not claimed: the bank compares it with what its customer says.
      what: `${refund.state === "succeeded" ? "Given back" : "To be given back"}: ${methodWords(refund)}`,
      amount: refund.amount,
    })),
  ]
    .sort((one, other) => one.at - other.at)
    .map(({ at, ...one }) => ({ ...one, when: formatInstant(at) }));
}

function messagesOf(orm: Orm, booking: Booking): EvidenceView["messages"] {
  return orm
    .select()
    .from(messages)
    .where(eq(messages.booking_id, booking.id))
    .orderBy(asc(messages.created_at))
    .all()
    .slice(-MOST_MESSAGES)
    .map(({ created_at, direction, channel, recipient, sender, subject, body, template }) => ({
      when: formatInstant(created_at),
      way: `${channel === "sms" ? "text" : channel} ${direction === "in" ? `from ${sender ?? "the customer"}` : `to ${recipient}`}`,
      subject,
      body: body.length > LONGEST_MESSAGE ? `${cut(body, LONGEST_MESSAGE)}…` : body || (template ?? ""),
    }));
}

/** The facts that the card company asks for beside the PDF. */
export function answerFacts(orm: Orm, dispute: Dispute) {
  const booking = getBooking(orm, dispute.booking_id);
  const delivered = listTimeline(orm, booking.id).find(
    ({ action, to_state }) => action === "unit_moved" && to_state === "on_site",
  );
  const signature = findAgreement(orm, booking.id)?.view.signature;
  return {
    customerName: `${booking.first_name} ${booking.last_name}`,
    customerEmail: booking.email,
    customerIp: signature?.ip ?? "",
    billingAddress: `${booking.address}, ${booking.city}, FL ${booking.zip}`,
    product: `Rental of a roll-off dumpster: ${withSign(booking.items_summary)}, ${booking.rental_duration_days} days, set down at ${booking.address}, ${booking.city}, FL ${booking.zip}.`,
    deliveredAt: delivered?.at ?? null,
  };
}
