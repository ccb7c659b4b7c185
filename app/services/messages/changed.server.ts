import { getBooking, listUnits, receiptAddress, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import { getChange } from "~/domain/changes/changes.server";
import { findOpenExtra, findProposal } from "~/domain/changes/extra-job.server";
import { daysSoFar, daysSoFarWords } from "~/domain/charges/days-so-far.server";
import { keptWords } from "~/domain/charges/extra-days";
import { findPickup } from "~/domain/changes/pickup-request.server";
import type { ChangePrice } from "~/domain/changes/wishes";
import { getJob, type Job } from "~/domain/dispatch/jobs.server";
import { isPaymentDisputed } from "~/domain/dispatch/paid-truck.server";
import { listPapersOfChange } from "~/domain/documents/papers.server";
import { formatDay, parseDay } from "~/domain/kernel/days";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt, formatTime, type Instant } from "~/domain/kernel/time.server";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { cardOfBought } from "~/domain/records/customer-refund.server";
import { cardWords, shortCard } from "~/domain/payments/card-words";
import { deliveryHours } from "~/domain/schedule/rules";
import { isEmergencyHaul } from "~/domain/states/emergency";
import { isBeforeItLeaves, notThere } from "~/domain/states/job-places";
import type { Services } from "~/services.server";
import {
  facts,
  keepOf,
  nameAmong,
  nameOf,
  OVER,
  paperLines,
  wordsNow,
  type Mailing,
  type Texting,
} from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { textOf } from "./texts.server";

/** What a customer asked for after the payment, told once each; looked at again when it is sent. */

const momentOf = (at: Instant) => `${formatDay(dayAt(at))}, ${formatTime(at)}`;
const linesOf = ({ lines, tax, taxLabel }: ChangePrice): templates.PaidLine[] => [
  ...lines.map(({ label, detail, cents }): templates.PaidLine => [`${label}: ${detail}`, cents]),
  ...(tax === 0 ? [] : [[taxLabel, tax] as templates.PaidLine]),
];

/** What a purchase was invoiced by, or what took it back; nothing for what the office planned without one. */
const papersOf = (services: Mailing, changeId: Id<"change"> | null, kind: "charge" | "credit") =>
  changeId === null ? [] : paperLines(services, listPapersOfChange(services.db.orm, changeId, kind));

type OfUnit = Task<`${"mail" | "sms"}.${"pickup-requested" | "pickup-kept"}`>;

function findUnit(
  { db }: Pick<Services, "db">,
  work: OfUnit,
): { booking: Booking; unit: Unit; dumpster: string } | null {
  const booking = work.booking_id && getBooking(db.orm, work.booking_id);
  if (!booking || wordsNow(work, booking) === null) return null;
  const all = listUnits(db.orm, booking.id);
  const unit = all.find(({ id }) => id === work.payload.unitId);
  return unit ? { booking, unit, dumpster: nameAmong(unit, all) } : null;
}

/** While that request stands: one that was taken back, or made anew, has a message of its own. */
function findAsked(services: Pick<Services, "db" | "settings">, work: OfUnit) {
  const found = findUnit(services, work);
  const since = found?.unit.pickup_asked_at;
  if (!found || since === null || since === undefined || since !== work.payload.at) return null;
  const day = findPickup(services.db.orm, found.unit.id)?.day ?? found.unit.pickup_date;
  const days = daysSoFar(services.db.orm, services.settings(), found.booking, found.unit, since);
  const accrued = days && daysSoFarWords(days, true);
  return { booking: found.booking, asked: { dumpster: found.dumpster, since: momentOf(since), day, accrued } };
}

export async function pickupRequested(
  services: Mailing,
  deed: Deed,
  work: Task<"mail.pickup-requested">,
): Promise<Effect> {
  const found = findAsked(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, asked } = found;
  return send(services, deed, work, booking.email, templates.pickupRequested({ ...facts(services, booking), asked }), {
    booking,
  });
}

export async function pickupRequestedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.pickup-requested">,
): Promise<Effect> {
  return textOf(services, deed, work, findAsked(services, work), ({ asked }) => templates.pickupRequestedWords(asked));
}

function findKept(services: Pick<Services, "db" | "settings">, deed: Deed, work: OfUnit) {
  const found = findUnit(services, work);
  if (!found || found.unit.pickup_asked_at !== null || found.unit.state !== "on_site") return null;
  const { booking, unit, dumpster } = found;
  // Its days are a swap's by then, whose own message tells it.
  if (findOpenExtra(services.db.orm, unit.id)?.kind === "swap") return null;
  const days = keepOf(services, booking);
  return { booking, kept: { dumpster, pickup: unit.pickup_date, today: dayAt(deed.now), days } };
}

export async function pickupKept(services: Mailing, deed: Deed, work: Task<"mail.pickup-kept">): Promise<Effect> {
  const found = findKept(services, deed, work);
  if (!found) return notSent(work, OVER);
  const { booking, kept } = found;
  return send(services, deed, work, booking.email, templates.pickupKept({ ...facts(services, booking), kept }), {
    booking,
  });
}

export async function pickupKeptText(services: Texting, deed: Deed, work: Task<"sms.pickup-kept">): Promise<Effect> {
  return textOf(services, deed, work, findKept(services, deed, work), ({ kept }) => templates.pickupKeptWords(kept));
}

/** What was bought was bought: it is told even where the day has moved again, which has its own message. */
function findExtended({ db }: Pick<Services, "db">, work: Task<"mail.extended" | "sms.extended">) {
  const { orm } = db;
  const change = getChange(orm, work.payload.changeId);
  const booking = getBooking(orm, change.booking_id);
  const all = listUnits(orm, booking.id);
  const unit = all.find(({ id }) => id === change.unit_id);
  if (!unit || change.wish.kind !== "extension" || change.state !== "applied" || wordsNow(work, booking) === null)
    return null;
  const { days, to: pickup } = change.wish;
  const { total, price } = change;
  return {
    booking,
    changeId: change.id,
    extended: { dumpster: nameAmong(unit, all), days, pickup, total, lines: linesOf(price) },
  };
}

export async function extended(services: Mailing, deed: Deed, work: Task<"mail.extended">): Promise<Effect> {
  const found = findExtended(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, changeId } = found;
  const papers = papersOf(services, changeId, "charge");
  const content = templates.extended({ ...facts(services, booking), extended: found.extended, papers });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function extendedText(services: Texting, deed: Deed, work: Task<"sms.extended">): Promise<Effect> {
  const found = findExtended(services, work);
  return textOf(services, deed, work, found, (of) =>
    templates.extendedWords(of.extended, keepOf(services, of.booking)),
  );
}

function findExtra(
  { db }: Pick<Services, "db">,
  work: Task<`${"mail" | "sms"}.${"extra-planned" | "extra-withdrawn"}`>,
): { booking: Booking; job: Job; units: Unit[] } | null {
  const job = getJob(db.orm, work.payload.jobId);
  const booking = getBooking(db.orm, job.booking_id);
  return wordsNow(work, booking) === null ? null : { booking, job, units: listUnits(db.orm, booking.id) };
}

/** Until its truck leaves: from then on that is told. After a hold its day may have passed, which is no day to promise. */
function findPlanned(
  services: Pick<Services, "db">,
  { now }: Pick<Deed, "now">,
  work: Task<"mail.extra-planned" | "sms.extra-planned">,
): { booking: Booking; changeId: Id<"change"> | null; extra: templates.Extra } | null {
  const found = findExtra(services, work);
  const unit = found?.units.find(({ id }) => id === found.job.unit_id);
  if (!found || !unit || !isBeforeItLeaves(found.job.state) || found.job.day < dayAt(now)) return null;
  if (notThere({ kind: found.job.kind, unit: unit.state }) !== null) return null;
  const { job } = found;
  const comes = found.units.find(({ id }) => id === job.brings_unit_id) ?? null;
  const { known } = work.payload;
  // Moved and put back they know it already.
  if (known && known.day === job.day && known.window === job.delivery_window) return null;
  const was = known ? parseDay(known.day) : null;
  const bought = was || job.change_id === null ? null : getChange(services.db.orm, job.change_id);
  // What is bought is planned in the same deed. Later it is the payment of a truck that came in vain (`planAgain`).
  const isPaidBefore = bought !== null && bought.ended_at !== null && bought.ended_at < job.created_at;
  const change = isPaidBefore ? null : bought;
  const agreed = job.change_id === null ? findProposal(services.db.orm, job.id) : null;
  const money = change ?? (was ? null : agreed);
  return {
    booking: found.booking,
    changeId: change && change.id,
    extra: {
      what: templates.extraOf(job.kind),
      // What a swap brings is told by its size: it is not there yet.
      dumpster: nameAmong(
        unit,
        found.units.filter((one) => one !== comes),
      ),
      comes: comes && nameOf(comes),
      day: job.day,
      hours: deliveryHours(job.delivery_window),
      urgent: isEmergencyHaul(job) ? { today: dayAt(now) } : null,
      was: was && { day: was, hours: deliveryHours(known?.window ?? "") },
      pickup: comes && comes.pickup_date,
      isPaidBefore,
      costs: job.change_id !== null ? "paid" : agreed ? "agreed" : "nothing",
      total: money ? money.total : 0,
      lines: money ? linesOf(money.price) : [],
    },
  };
}

export async function extraPlanned(services: Mailing, deed: Deed, work: Task<"mail.extra-planned">): Promise<Effect> {
  const found = findPlanned(services, deed, work);
  if (!found) return notSent(work, OVER);
  const { booking, extra, changeId } = found;
  const papers = papersOf(services, changeId, "charge");
  const content = templates.extraPlanned({ ...facts(services, booking), extra, papers });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function extraPlannedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.extra-planned">,
): Promise<Effect> {
  return textOf(services, deed, work, findPlanned(services, deed, work), ({ extra }) =>
    templates.extraPlannedWords(extra),
  );
}

/** When the dumpster goes that no swap takes any more: its swap's day had taken the place of its own. */
function goesAfterSwap(
  services: Pick<Services, "db" | "settings">,
  deed: Deed,
  booking: Booking,
  unitId: Id<"unit">,
): string | null {
  const unit = listUnits(services.db.orm, booking.id).find(({ id }) => id === unitId);
  const pickup = findPickup(services.db.orm, unitId);
  const keep = keepOf(services, booking);
  return unit && pickup ? keptWords(keep.mayKeep ? unit.pickup_date : pickup.day, dayAt(deed.now), keep) : null;
}

function findWithdrawn(
  services: Pick<Services, "db" | "settings">,
  deed: Deed,
  work: Task<"mail.extra-withdrawn" | "sms.extra-withdrawn">,
) {
  const found = findExtra(services, work);
  if (!found) return null;
  const { booking, job } = found;
  const card = shortCard(cardOfBought(services.db.orm, job));
  const isDisputed = isPaymentDisputed(services.db.orm, job.change_id);
  const goes = job.kind === "swap" ? goesAfterSwap(services, deed, booking, job.unit_id) : null;
  const withdrawn = { what: templates.extraOf(job.kind), back: work.payload.back, card, isDisputed, goes };
  return { booking, withdrawn, changeId: job.change_id };
}

export async function extraWithdrawn(
  services: Mailing,
  deed: Deed,
  work: Task<"mail.extra-withdrawn">,
): Promise<Effect> {
  const found = findWithdrawn(services, deed, work);
  if (!found) return notSent(work, OVER);
  const { booking, withdrawn, changeId } = found;
  const papers = papersOf(services, changeId, "credit");
  const content = templates.extraWithdrawn({ ...facts(services, booking), withdrawn, papers });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function extraWithdrawnText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.extra-withdrawn">,
): Promise<Effect> {
  const found = findWithdrawn(services, deed, work);
  return textOf(services, deed, work, found, ({ withdrawn }) => templates.extraWithdrawnWords(withdrawn));
}

export async function newCard(services: Mailing, deed: Deed, work: Task<"mail.new-card">): Promise<Effect> {
  const booking = getBooking(services.db.orm, work.payload.bookingId);
  const card = cardWords(booking);
  if (!card || wordsNow(work, booking) === null) return notSent(work, OVER);
  return send(services, deed, work, receiptAddress(booking), templates.newCard({ ...facts(services, booking), card }), {
    booking,
  });
}
