import { eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { cancellations } from "#db/schema/index";
import { getBooking, listUnits, receiptAddress, type Booking } from "~/domain/booking/order/bookings.server";
import { getChange } from "~/domain/changes/changes.server";
import { listPapersOfCancellation, listPapersOfRefund } from "~/domain/documents/papers.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { findCheckout } from "~/domain/payments/checkouts.server";
import { getPayment, readLedger } from "~/domain/payments/ledger.server";
import { METHOD } from "~/domain/payments/methods";
import { whyNotBack } from "~/domain/payments/refund-failure";
import { findTold } from "~/domain/payments/refund-parts.server";
import { findRefund } from "~/domain/payments/refunds.server";
import { tripsOfCancellation } from "~/domain/charges/trips.server";
import { materialLabel } from "~/domain/pricing/materials";
import { cardWords } from "~/domain/payments/card-words";
import { cancelledWords, readCancelled } from "~/domain/records/cancelled-money.server";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { asSentence } from "~/domain/states/sentence";
import type { UnitState } from "~/domain/states/transitions";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { facts, links, nameOf, OVER, paperLines, wordsNow, type Mailing, type Texting } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { sendText } from "./texts.server";

/** What is cancelled and what money goes back, each by mail, and by text where the customer agreed to texts. */

type Db = Pick<Services, "db">;
const open = ({ capability }: Booking) => paths.manage.open(capability);

function findCancelled({ db: { orm } }: Db, work: Task<"mail.cancelled" | "sms.cancelled">) {
  const row = orm.select().from(cancellations).where(eq(cancellations.id, work.payload.cancellationId)).get();
  if (!row) return null;
  const booking = getBooking(orm, row.booking_id);
  const words = wordsNow(work, booking);
  // As it is told at once: how far a refund is has mails of its own.
  const money = readCancelled(orm, booking, { refundStates: false }, row.id);
  if (words === null || money === null || (words === "one-cancelled" && row.unit_id === null)) return null;
  const only = words === "one-cancelled" && row.unit_id ? oneOfSeveral(orm, booking, row.unit_id) : null;
  // Not all of it: what happened is headed by the dumpster that it happened to.
  const said = cancelledWords(booking, money);
  return { booking, row, money, said: only ? { ...said, headline: `${said.headline}: ${only.name}` } : said, only };
}

/** Of these nothing stays as it was booked. */
const IS_OVER: ReadonlySet<UnitState> = new Set(["off_site", "settled", "cancelled"]);

/** The one dumpster that was cancelled, and how many of the booking's are left. */
function oneOfSeveral(orm: Orm, booking: Booking, unitId: Id<"unit">) {
  const units = listUnits(orm, booking.id);
  const unit = units.find(({ id }) => id === unitId);
  if (!unit) throw new Error(`no dumpster ${unitId} of ${booking.booking_number}`);
  return {
    name: `${nameOf(unit)} (number ${unit.unit_number})`,
    dumpster: `${nameOf(unit)} (number ${unit.unit_number}), ${materialLabel(unit.material_category)}`,
    deliveryDay: unit.delivery_date,
    windowLabel: deliveryTimeLabel(unit.delivery_window),
    left: units.filter(({ state }) => !IS_OVER.has(state)).length,
  };
}

export async function bookingCancelled(services: Mailing, deed: Deed, work: Task<"mail.cancelled">): Promise<Effect> {
  const found = findCancelled(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, row, money, said, only } = found;
  const content = templates.bookingCancelled({
    ...facts(services, booking),
    ...money,
    tierPercent: row.tier_percent,
    trip: tripsOfCancellation(services.db.orm, row),
    said,
    only,
    papers: paperLines(services, listPapersOfCancellation(services.db.orm, booking.id, row.created_at)),
  });
  return send(services, deed, work, receiptAddress(booking), content, { booking });
}

/** Not of a booking that a visitor made and never paid: its number may be anybody's. */
export async function bookingCancelledText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.cancelled">,
): Promise<Effect> {
  const found = findCancelled(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, said, only } = found;
  if (booking.paid_at === null && booking.source !== "staff") return notSent(work, "nobody paid for it");
  const words = [asSentence(said), ...(only ? [templates.staysWords(only.left)] : [])].join(" ");
  return sendText(services, deed, work, booking, open(booking), words);
}

function findEnded({ db: { orm } }: Db, work: Task<"mail.refund" | "sms.refund">) {
  const refund = findRefund(orm, { id: work.payload.refundId });
  // A bank may send back what had succeeded: the later end has a message of its own.
  if (!refund || refund.state !== work.payload.state) return null;
  const told = findTold(orm, refund);
  if (!told) return null;
  return {
    booking: getBooking(orm, refund.booking_id),
    refund,
    why: whyNotBack(told),
    amount: told.reduce((sum, { amount }) => sum + amount, 0),
    parts: told.map((part) => ({ amount: part.amount, card: cardWords(getPayment(orm, part.payment_id)) })),
    papers: [...new Map(told.flatMap(({ id }) => listPapersOfRefund(orm, id)).map((one) => [one.label, one])).values()],
  };
}

export async function refundState(services: Mailing, deed: Deed, work: Task<"mail.refund">): Promise<Effect> {
  const found = findEnded(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, amount, parts, refund } = found;
  const shared = { ...facts(services, booking), amount, papers: paperLines(services, found.papers) };
  if (refund.method !== "card") {
    const by = `${METHOD[refund.method]}${refund.reference ? ` ${refund.reference}` : ""}`;
    const told = { ...shared, card: null, by, isCheck: refund.method === "check" };
    return send(services, deed, work, receiptAddress(booking), templates.refundByHand(told), { booking });
  }
  const toCard = { ...shared, card: parts[0]?.card ?? null, parts };
  const content =
    work.payload.state === "succeeded"
      ? templates.refundSucceeded(toCard)
      : templates.refundFailed({ ...toCard, why: found.why });
  return send(services, deed, work, receiptAddress(booking), content, { booking });
}

export async function refundStateText(services: Texting, deed: Deed, work: Task<"sms.refund">): Promise<Effect> {
  const found = findEnded(services, work);
  if (!found) return notSent(work, OVER);
  const { amount, parts, booking, why } = found;
  const told = { amount, parts: parts.length, phone: services.settings().phone, why };
  return sendText(services, deed, work, booking, open(booking), templates.refundWords(told, work.payload.state));
}

/** A payment that came too late, twice, or for another amount: all of it (which may be nothing) goes back. */
function findReturned({ db: { orm } }: Db, work: Task<"mail.late-payment" | "sms.late-payment">) {
  const checkout = findCheckout(orm, { id: work.payload.checkoutId });
  if (!checkout || checkout.outcome !== work.payload.outcome) return null;
  const booking = getBooking(orm, checkout.booking_id);
  const { payments, refunds } = readLedger(orm, booking.id);
  const paid = payments.find((payment) => payment.checkout_id === checkout.id);
  const refund = refunds.find(({ payment_id }) => payment_id === paid?.id);
  // A change that could not be honoured leaves the booking as it is.
  const returned = checkout.change_id === null && wordsNow(work, booking) === "returned";
  const hasEnded = refund?.state === "succeeded" || refund?.state === "failed" || refund?.state === "canceled";
  const found = {
    booking,
    amount: paid?.amount ?? checkout.amount,
    isBack: refund?.state === "succeeded",
    card: paid ? cardWords(paid) : null,
  };
  if (checkout.outcome === "nothing_left") return returned ? { ...found, what: "nothing-left" as const } : null;
  if (checkout.outcome === "refunded_nothing_left" && returned) return { ...found, what: "returned" as const };
  // Why it goes back is told, however quick the bank was, where there is a booking left that it was for.
  const stands = booking.status !== "cancelled";
  if (checkout.change_id !== null && checkout.outcome === "refunded_refused" && stands)
    return { ...found, what: "not-made" as const, asked: askedFor(orm, checkout.change_id) };
  // The end of a refund has its own message, which may be the quicker one.
  return hasEnded ? null : { ...found, what: "on-its-way" as const };
}

/** What was to be paid for, as its payment page had it: the first line of its price. */
function askedFor(orm: Orm, id: Id<"change">): string {
  const [line] = getChange(orm, id).price.lines;
  return line ? [line.label, line.detail].filter(Boolean).join(": ") : "your change";
}

export async function paymentReturned(services: Mailing, deed: Deed, work: Task<"mail.late-payment">): Promise<Effect> {
  const found = findReturned(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, amount, isBack, what, card, asked } = { asked: "", ...found };
  const shared = { ...facts(services, booking), amount, card };
  const bookAgainUrl = links(services).url(
    paths.book.prefilled({ dumpsterSize: booking.dumpster_size, zip: booking.zip }),
  );
  const content = {
    "nothing-left": () => templates.nothingLeft({ ...shared, bookAgainUrl }),
    returned: () => templates.paymentReturned({ ...shared, bookAgainUrl, isBack }),
    "on-its-way": () => templates.refundSubmitted(shared),
    "not-made": () => templates.changeNotMade({ ...shared, asked, isBack }),
  }[what]();
  return send(services, deed, work, receiptAddress(booking), content, { booking });
}

export async function paymentReturnedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.late-payment">,
): Promise<Effect> {
  const found = findReturned(services, work);
  if (!found) return notSent(work, OVER);
  const words = templates.returnedWords({ amount: found.amount, phone: services.settings().phone }, found.what);
  return sendText(services, deed, work, found.booking, open(found.booking), words);
}
