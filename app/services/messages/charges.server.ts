import type { Orm } from "#db/client.server";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import {
  findCharge,
  getCharge,
  listAttempts,
  listQuestions,
  listUnpaid,
  type LaterRow,
} from "~/domain/charges/charges.server";
import { photosOf } from "~/domain/charges/stored-charge";
import { describeCharge, readBalance, refusedWords } from "~/domain/charges/customer-view.server";
import { noteTold } from "~/domain/charges/look.server";
import { readStatement } from "~/domain/charges/statement.server";
import { payCapability } from "~/domain/charges/pay-link.server";
import { findChargePaper } from "~/domain/documents/papers.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Attachment } from "~/domain/messages/ports";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { findPhoto } from "~/domain/photos/photos.server";
import { cardWords } from "~/domain/payments/card-words";
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

/** While it stands as it was noticed: questioned, waived or noticed anew, this one says nothing true any more. */
function findNoticed(services: Pick<Services, "db">, work: Noticed) {
  const charge = findCharge(services.db.orm, { id: work.payload.chargeId });
  if (charge?.state !== "noticed" || charge.notices !== work.payload.notice) return null;
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
    hours: settingsAsSigned(orm, booking.id, services.settings()).noticeHours,
    answer: answerTo(orm, charge),
    onAccount: booking.account_days !== null,
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
  const hours = settingsAsSigned(services.db.orm, booking.id, services.settings()).noticeHours;
  const isAnswer = answerTo(services.db.orm, charge) !== null;
  const said = templates.noticeWords({ title, total, hours, isAnswer });
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

type Balance = Task<"mail.balance-due" | "sms.balance-due">;

/** As long as something is to be paid. Its page asks for all of it, whatever this message was sent for. */
async function findBalance(services: Pick<Services, "db">, work: Balance) {
  const { orm } = services.db;
  const booking = getBooking(orm, work.payload.bookingId);
  const unpaid = listUnpaid(orm, booking.id);
  if (unpaid.length === 0 || wordsNow(work, booking) === null) return null;
  const { chargeId } = work.payload;
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
  if (!found) return notSent(work, OVER);
  const { booking, balance, refused, path } = found;
  const payUrl = links(services).url(path);
  const content = templates.balanceDue({ ...facts(services, booking), balance, refused, payUrl });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function balanceDueText(services: Texting, deed: Deed, work: Task<"sms.balance-due">): Promise<Effect> {
  const found = await findBalance(services, work);
  if (!found) return notSent(work, OVER);
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
  if (charge.payment_id === null) return notSent(work, OVER);
  const invoice = findChargePaper(services.db.orm, charge);
  const content = templates.chargePaid({
    ...facts(services, booking),
    charge: words,
    card: paidByPage(services, charge) ? null : cardWords(booking),
    invoiceUrl: invoice && links(services).url(paths.print(invoice.capability)),
  });
  return send(services, deed, work, booking.email, content, { booking });
}

/** At a payment page any card may have paid it: the one on file is not named. */
function paidByPage({ db }: Pick<Services, "db">, charge: LaterRow): boolean {
  return !listAttempts(db.orm, charge.id).some(({ state }) => state === "succeeded");
}

export async function chargeDropped(services: Mailing, deed: Deed, work: Task<"mail.charge-dropped">): Promise<Effect> {
  const { charge, booking, words } = findIt(services, work);
  if (charge.state !== "waived" && charge.state !== "voided") return notSent(work, OVER);
  const content = templates.chargeDropped({ ...facts(services, booking), charge: words });
  return send(services, deed, work, booking.email, content, { booking });
}

/** While the rental is over: one that goes on after all has its statement later. */
export async function finalStatement(
  services: Mailing,
  deed: Deed,
  work: Task<"mail.final-statement">,
): Promise<Effect> {
  const booking: Booking = getBooking(services.db.orm, work.payload.bookingId);
  if (booking.status !== "completed" && booking.status !== "balance_due") return notSent(work, OVER);
  const { rows, sums, tickets, open } = readStatement(services.db.orm, booking);
  const content = templates.finalStatement({
    ...facts(services, booking),
    rows: [...rows, ...sums].map(({ label, said }): [string, string] => [label, said]),
    tickets,
    open,
    statementUrl: links(services).url(managePaths.statement({ key: booking.capability })),
  });
  return send(services, deed, work, booking.email, content, { booking });
}
