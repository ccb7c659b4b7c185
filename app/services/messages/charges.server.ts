import type { Orm } from "#db/client.server";
import { getBooking, receiptAddress, type Booking } from "~/domain/booking/order/bookings.server";
import {
  findCharge,
  getCharge,
  listAttempts,
  listQuestions,
  listUnpaid,
  type LaterRow,
} from "~/domain/charges/charges.server";
import { howItFallsDue } from "~/domain/charges/card-to-ask.server";
import { photosOf } from "~/domain/charges/stored-charge";
import { describeCharge, paidWith, readBalance, refusedWords } from "~/domain/charges/customer-view.server";
import { noteTold } from "~/domain/charges/look.server";
import { readStatement } from "~/domain/charges/statement.server";
import { payCapability } from "~/domain/charges/pay-link.server";
import { findChargePaper } from "~/domain/documents/papers.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import type { Deed } from "~/domain/kernel/deed";
import { HOUR, plus, saidMoment, type Instant } from "~/domain/kernel/time.server";
import { wasSentSince } from "~/domain/messages/messages.server";
import type { Attachment } from "~/domain/messages/ports";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { findPhoto } from "~/domain/photos/photos.server";
import { getEntry } from "~/domain/payments/books.server";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { readPicture } from "../photos/take.server";
import { facts, links, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { sendText } from "./texts.server";

/** So many pictures go along with a mail; the page shows all of them. */
const MOST_PHOTOS = 4;

type Noticed = Task<"mail.charge-notice" | "sms.charge-notice">;

/**
 * While it stands as it was noticed: questioned, waived or noticed anew, this one says nothing true any more. Of a charge that
 * the office holds nobody is told; when it goes on it is noticed anew.
 */
function findNoticed(services: Pick<Services, "db">, work: Noticed) {
  const charge = findCharge(services.db.orm, { id: work.payload.chargeId });
  if (charge?.state !== "noticed" || charge.held_why !== null || charge.notices !== work.payload.notice) return null;
  const booking = getBooking(services.db.orm, charge.booking_id);
  return wordsNow(work, booking) === null ? null : { charge, booking };
}

/** The time to question it begins when the first of mail and text has left, in the transaction that keeps that one. */
const andNote =
  (services: Pick<Services, "settings">, deed: Deed, { payload }: Noticed, effect: Effect): Effect =>
  (tx) => {
    effect(tx);
    noteTold(tx, deed, services.settings(), payload.chargeId, payload.notice);
  };

/** When it is charged: the first of its messages that leaves begins the time, and the second one says the same end. */
const dueOf = (services: Pick<Services, "db" | "settings">, deed: Deed, charge: LaterRow): Instant =>
  charge.due_at ??
  plus(deed.now, settingsAsSigned(services.db.orm, charge.booking_id, services.settings()).noticeHours * HOUR);

const questionPath = ({ capability }: LaterRow) => managePaths.question({ key: capability ?? "" });

export async function chargeNotice(
  services: Mailing & Pick<Services, "files">,
  deed: Deed,
  work: Task<"mail.charge-notice">,
): Promise<Effect> {
  const found = findNoticed(services, work);
  if (!found) return notSent(work, OVER);
  const { charge, booking } = found;
  const { orm } = services.db;
  const attachments = await photosFor(services, charge);
  const content = templates.chargeNotice({
    ...facts(services, booking),
    charge: describeCharge(orm, charge, booking),
    photos: attachments.length,
    due: saidMoment(dueOf(services, deed, charge)),
    answer: answerTo(orm, charge),
    how: howItFallsDue(orm, booking),
    questionUrl: links(services).url(questionPath(charge)),
  });
  return andNote(
    services,
    deed,
    work,
    await send(services, deed, work, booking.email, content, { booking, attachments }),
  );
}

export async function chargeNoticeText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.charge-notice">,
): Promise<Effect> {
  const found = findNoticed(services, work);
  if (!found) return notSent(work, OVER);
  const { charge, booking } = found;
  const { total, title } = describeCharge(services.db.orm, charge, booking);
  const due = saidMoment(dueOf(services, deed, charge), { short: true });
  const isAnswer = answerTo(services.db.orm, charge) !== null;
  const said = templates.noticeWords({ title, total, due, isAnswer, how: howItFallsDue(services.db.orm, booking) });
  return andNote(services, deed, work, await sendText(services, deed, work, booking, questionPath(charge), said));
}

/**
 * What the office answered to the newest question, where it stands as it was, or where a lower one stands in its place; null
 * where nobody asked.
 */
function answerTo(orm: Orm, { id, replaces_charge_id: former }: LaterRow): string | null {
  const [last] = listQuestions(orm, id);
  if (last) return last.outcome === "upheld" ? last.answer : null;
  const [before] = former === null ? [] : listQuestions(orm, former);
  return before?.outcome === "lowered" ? before.answer : null;
}

/** The photographs that prove it, the small ones; without those whose file is missing. */
async function photosFor(services: Pick<Services, "db" | "files">, charge: LaterRow): Promise<Attachment[]> {
  const wanted = photosOf(charge.evidence?.proofs ?? []).slice(0, MOST_PHOTOS);
  const read = await Promise.all(
    wanted.map(async ({ capability }, i): Promise<Attachment | null> => {
      const photo = findPhoto(services.db.orm, capability);
      const content = photo && (await readPicture(services, photo, "small"));
      return content ? { filename: `proof-${i + 1}.jpg`, contentType: "image/jpeg", content } : null;
    }),
  );
  return read.filter((one) => one !== null);
}

/** The page where all that is open is paid, and nothing else of the booking; null where nothing is. */
async function payUrlOf(
  services: Pick<Services, "config" | "db">,
  { id }: Pick<Booking, "id">,
): Promise<string | null> {
  if (listUnpaid(services.db.orm, id).length === 0) return null;
  return links(services).url(managePaths.pay({ key: await services.db.write((tx) => payCapability(tx, id)) }));
}

type Balance = Task<"mail.balance-due" | "sms.balance-due">;

/** Two charges that were refused together ask for the same sum once: the first message has asked for both. */
const ASKED_ALREADY = "another one has asked for all that is open";

/** When a charge was refused; without a card on file that was when it fell due. */
function refusedAt(orm: Orm, chargeId: LaterRow["id"]): Instant {
  const [last] = listAttempts(orm, chargeId);
  return last?.ended_at ?? getEntry(orm, `charge:${chargeId}`).at;
}

/** As long as something is to be paid; else why not. Its page asks for all of it, whatever this message was sent for. */
async function findBalance(services: Pick<Services, "db">, work: Balance) {
  const { orm } = services.db;
  const booking = getBooking(orm, work.payload.bookingId);
  const unpaid = listUnpaid(orm, booking.id);
  if (unpaid.length === 0 || wordsNow(work, booking) === null) return OVER;
  const { chargeId } = work.payload;
  if (chargeId !== null && wasSentSince(orm, booking.id, work.kind, refusedAt(orm, chargeId))) return ASKED_ALREADY;
  const key = await services.db.write((tx) => payCapability(tx, booking.id));
  return {
    booking,
    balance: readBalance(unpaid),
    refused: chargeId === null ? null : refusedWords(orm, getCharge(orm, chargeId)),
    path: managePaths.pay({ key }),
  };
}

export async function balanceDue(services: Mailing, deed: Deed, work: Task<"mail.balance-due">): Promise<Effect> {
  const found = await findBalance(services, work);
  if (typeof found === "string") return notSent(work, found);
  const { booking, balance, refused, path } = found;
  const payUrl = links(services).url(path);
  const content = templates.balanceDue({ ...facts(services, booking), balance, refused, payUrl });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function balanceDueText(services: Texting, deed: Deed, work: Task<"sms.balance-due">): Promise<Effect> {
  const found = await findBalance(services, work);
  if (typeof found === "string") return notSent(work, found);
  const { booking, balance, refused, path } = found;
  return sendText(services, deed, work, booking, path, templates.balanceWords(refused, balance.said));
}

function findIt(services: Pick<Services, "db">, work: Task<"mail.charge-paid" | "mail.charge-dropped">) {
  const charge = getCharge(services.db.orm, work.payload.chargeId);
  const booking = getBooking(services.db.orm, charge.booking_id);
  return { charge, booking, words: describeCharge(services.db.orm, charge, booking) };
}

export async function chargePaid(services: Mailing, deed: Deed, work: Task<"mail.charge-paid">): Promise<Effect> {
  const { charge, booking, words } = findIt(services, work);
  const { fromSurplus = false } = work.payload;
  if (!fromSurplus && charge.payment_id === null) return notSent(work, OVER);
  const invoice = findChargePaper(services.db.orm, charge);
  const content = templates.chargePaid({
    ...facts(services, booking),
    charge: words,
    paidWith: fromSurplus ? "What you had paid too much" : paidWith(services.db.orm, charge),
    invoiceUrl: invoice && links(services).url(paths.print(invoice.capability)),
  });
  return send(services, deed, work, receiptAddress(booking), content, { booking });
}

export async function chargeDropped(services: Mailing, deed: Deed, work: Task<"mail.charge-dropped">): Promise<Effect> {
  const { charge, booking, words } = findIt(services, work);
  if (charge.state !== "waived" && charge.state !== "voided") return notSent(work, OVER);
  const content = templates.chargeDropped({ ...facts(services, booking), charge: words });
  return send(services, deed, work, receiptAddress(booking), content, { booking });
}

/**
 * While the rental is over: of one that goes on after all it is not sent. It leaves once a booking: the page has the
 * statement as it stands at any time.
 */
export async function finalStatement(
  services: Mailing,
  deed: Deed,
  work: Task<"mail.final-statement">,
): Promise<Effect> {
  const booking: Booking = getBooking(services.db.orm, work.payload.bookingId);
  if (booking.status !== "completed" && booking.status !== "balance_due") return notSent(work, OVER);
  const { rows, sums, tickets, open } = readStatement(services.db.orm, booking);
  const shared = facts(services, booking);
  const content = templates.finalStatement({
    ...shared,
    rows: [...rows, ...sums].map(({ label, said }): [string, string] => [label, said]),
    tickets,
    open,
    payUrl: await payUrlOf(services, booking),
    // An address that was typed for a receipt gets no key to the booking (decision 0068).
    statementUrl: booking.email
      ? links(services).url(managePaths.statement({ key: booking.capability }))
      : shared.manageUrl,
  });
  return send(services, deed, work, receiptAddress(booking), content, { booking });
}
