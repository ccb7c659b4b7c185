import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { blockedVisits, bookings, jobs, units, zipCodes } from "#db/schema/index";
import { readDraftData } from "~/domain/booking/draft/data";
import { findDraft, startDraft, type Draft } from "~/domain/booking/draft/drafts.server";
import { scheduleSchema } from "~/domain/booking/draft/fields";
import { NO_RIGHTS } from "~/domain/booking/draft/grants";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { describeOrder } from "~/domain/booking/order/order.server";
import { saveSchedule } from "~/domain/booking/order/save-schedule.server";
import { previewCancellation } from "~/domain/changes/cancel.server";
import { askForAnotherDay, chooseDay, listDayChoices, listDayOffers } from "~/domain/changes/choose-day.server";
import { answerVisit } from "~/domain/dispatch/visits.server";
import { draftAgreement } from "~/domain/documents/agreement.server";
import { NUMBER_WHEN_SIGNED } from "~/domain/documents/sign.server";
import { addDays } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { askForCallBack } from "~/domain/leads/leads.server";
import { signOrder } from "~/domain/payments/account.server";
import { findOpenCheckout } from "~/domain/payments/checkouts.server";
import { nextOpenDay } from "~/domain/schedule/rules";
import { cancelOrder } from "../booking/cancel.server";
import { website } from "../payments/checkout.server";
import { payOrder } from "../payments/pay.server";
import { verifyPayment } from "../payments/verify.server";
import type { Caller } from "./people";
import { customerOf, type Card, type Play } from "./play.server";

/** What customers do in a made-up month: each by the verbs that the website's forms call. */

const VISA: Card = { number: "4242424242424242", cvc: "123" };
const MASTERCARD: Card = { number: "5555555555554444", cvc: "123" };
const DECLINED: Card = { number: "4000000000000002", cvc: "123" };
const ASKS: Card = { number: "4000002500003155", cvc: "123", confirms: true };
/** Is saved, and refused when it is charged later. */
const REFUSED_LATER: Card = { number: "4000000000000341", cvc: "123" };
/** Pays, and says to their bank later that it was not them. */
const DISPUTED: Card = { number: "4000000000000259", cvc: "123" };
const TRIES = 6;

/** ZIPs of places where a street has addresses, in a fixed order. */
export function listZips(orm: Orm): string[] {
  return orm
    .select({ zip: zipCodes.zip })
    .from(zipCodes)
    .where(eq(zipCodes.has_street_addresses, true))
    .orderBy(zipCodes.zip)
    .all()
    .map(({ zip }) => zip);
}

/** Project, day and place, agreement, payment: as far as this caller goes. True when the order is booked. */
export async function bookOnline(play: Play, caller: Caller): Promise<boolean | null> {
  const draft = await chooseDayAndPlace(play, caller);
  if (!draft) return leaves(play, "finds no room");
  const booking = await sign(play, draft, caller);
  if (!booking) return false;
  if (play.chance.of(caller.key, "leaves") < 0.07) return leaves(play, "leaves before paying");
  return payFor(play, draft, booking, caller);
}

function leaves(play: Play, why: string): null {
  play.count(`customer: ${why}`);
  return null;
}

/** The first wished day that has room; null where none of the next ones has. */
async function chooseDayAndPlace(play: Play, caller: Caller): Promise<Draft | null> {
  const { db } = play.services;
  const settings = play.services.settings();
  const { draftDays } = settings;
  const { projectType, businessType, wasteTypes, lines } = caller;
  const project = readDraftData({ projectType, businessType, wasteTypes, cart: lines });
  const { id } = await startDraft(db, project, play.services.clock.now(), draftDays, ["project"]);
  const place = db.orm.select().from(zipCodes).where(eq(zipCodes.zip, caller.zip)).get();
  for (let later = 0; later < TRIES; later++) {
    const deliveryDate = nextOpenDay(addDays(play.day, caller.ahead + later), settings);
    const fields = scheduleSchema.parse({
      ...caller,
      city: place?.city ?? "Orlando",
      placement: "driveway",
      deliveryDate,
      rentalDays: String(caller.rentalDays),
      smsConsent: caller.smsConsent ? "on" : "",
      flexibleExtension: caller.flexibleExtension ? "on" : "",
    });
    const saved = await db.write((tx) => {
      const draft = findDraft(tx, id);
      return draft && saveSchedule(tx, play.deed(VISITOR), settings, draft, fields);
    });
    if (saved?.ok) return findDraft(db.orm, id);
  }
  return null;
}

const VISITOR = { kind: "visitor", label: "Visitor" } as const;

async function sign(play: Play, draft: Draft, { firstName, lastName }: Caller): Promise<Booking | null> {
  const { services } = play;
  const settings = services.settings();
  const signature = {
    name: `${firstName} ${lastName}`,
    image: null,
    ip: "198.51.100.7",
    userAgent: "A month of business",
  };
  const signed = await services.db.write((tx) => {
    const order = describeOrder(tx, settings, draft.data);
    const seen = draftAgreement(settings, draft.data, order, NUMBER_WHEN_SIGNED, website(services));
    const hash = seen?.view.contentSha256 ?? "";
    const by = { kind: "customer", label: signature.name } as const;
    return signOrder(tx, play.deed(by), settings, draft.id, signature, hash, website(services));
  });
  return signed.ok ? signed.booking : null;
}

/** At the card company's page, and back to ours. Some type a card first that is not taken. */
async function payFor(play: Play, draft: Draft, { id, email }: Booking, caller: Caller): Promise<boolean> {
  const { services, chance } = play;
  const booking = getBooking(services.db.orm, id);
  const deed = play.deed(customerOf(booking));
  const started = await payOrder(services, deed, { booking, draft, rights: NO_RIGHTS });
  const sessionId = started.ok ? findOpenCheckout(services.db.orm, id)?.session_id : null;
  if (!sessionId) return false;
  if (chance.of(caller.key, "declined") < 0.06) await play.pay(sessionId, DECLINED, email);
  const card = chance.of(caller.key, "card");
  const paid = await play.pay(sessionId, cardAt(card), email);
  if (!paid) return false;
  const verified = await verifyPayment(services, deed, { sessionId, mayAsk: () => Promise.resolve(true) });
  return verified.state === "confirmed";
}

/** By a number from 0 to 1; about one order in fifty is disputed. */
export function cardAt(chance: number): Card {
  if (chance < 0.7) return VISA;
  if (chance < 0.88) return MASTERCARD;
  if (chance < 0.92) return REFUSED_LATER;
  return chance < 0.94 ? DISPUTED : ASKS;
}

/** Bookings whose delivery is still to come, for whoever thinks again. */
export function listAhead(play: Play): Booking[] {
  const { orm } = play.services.db;
  const ahead = inArray(bookings.status, ["paid_pending_scheduling", "confirmed"]);
  return orm
    .select()
    .from(bookings)
    .where(and(ahead, gt(bookings.scheduled_delivery_date, play.day)))
    .orderBy(bookings.booking_number)
    .all();
}

/** Every tenth day somebody thinks again on the last day, when it costs something. */
export function listLate(play: Play): Booking[] {
  if (play.dayNumber % 10 !== 8) return [];
  const tomorrow = addDays(play.day, 1);
  return listAhead(play)
    .filter((booking) => booking.scheduled_delivery_date === tomorrow)
    .slice(0, 1);
}

export async function cancel(play: Play, booking: Booking): Promise<boolean> {
  const { services } = play;
  const preview = previewCancellation(services.db.orm, services.settings(), booking.id, null, services.clock.now());
  if (!preview.ok) return false;
  const wish = { unitId: null, fee: preview.fee, refund: preview.refund };
  return (await cancelOrder(services, play.deed(customerOf(booking)), booking, wish)).ok;
}

/** Bookings of which a visit was in vain. */
export function listMissed(play: Play): Booking[] {
  return play.services.db.orm
    .select()
    .from(bookings)
    .where(inArray(bookings.status, ["delivery_failed", "pickup_failed"]))
    .orderBy(bookings.booking_number)
    .all();
}

/** The first day and window that the page offers for each dumpster that was missed. */
export async function chooseAgain(play: Play, booking: Booking): Promise<boolean> {
  const { services } = play;
  const { orm } = services.db;
  const settings = services.settings();
  let chosen = false;
  for (const offer of listDayOffers(orm, booking.id).filter(({ why }) => why === "visit")) {
    const choices = listDayChoices(orm, settings, offer, services.clock.now());
    const choice = choices.find(({ windows }) => offer.what === "pickup" || windows.length > 0);
    if (!choice) continue;
    const wish = { day: choice.day, window: choice.windows[0] ?? null, seen: null };
    const deed = play.deed(customerOf(booking));
    const done = await services.db.write((tx) => chooseDay(tx, deed, settings, offer.unit.id, wish));
    chosen ||= done.ok;
  }
  return chosen;
}

/** A driver who waits for an answer, with the booking that it is about. */
export interface Waiting {
  visitId: Id<"visit">;
  key: string;
  booking: Booking;
}

export function listWaiting(play: Play): Waiting[] {
  return play.services.db.orm
    .select({
      visitId: blockedVisits.id,
      kind: jobs.kind,
      attempt: jobs.attempt,
      unit: units.unit_number,
      booking: bookings,
    })
    .from(blockedVisits)
    .innerJoin(jobs, eq(jobs.id, blockedVisits.job_id))
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, blockedVisits.booking_id))
    .where(and(sql`${blockedVisits.ended_at} is null`, sql`${blockedVisits.answer} is null`, eq(jobs.state, "arrived")))
    .orderBy(bookings.booking_number, units.unit_number, jobs.kind)
    .all()
    .map(({ visitId, kind, attempt, unit, booking }) => ({
      visitId,
      booking,
      key: `${booking.booking_number}/${unit}/${kind}/${attempt}`,
    }));
}

/** Most clear the way, some would rather have another day. */
export async function answerDriver(play: Play, { visitId, key, booking }: Waiting): Promise<boolean> {
  const deed = play.deed(customerOf(booking));
  const clears = play.chance.of(key, "clears") < 0.7;
  const done = await play.services.db.write((tx) =>
    clears ? answerVisit(tx, deed, visitId, { answer: "clearing", minutes: 10 }) : askForAnotherDay(tx, deed, visitId),
  );
  return done.ok;
}

/** Dumpsters that stand at somebody who gets our texts. */
export function listTexting(play: Play): Booking[] {
  return play.services.db.orm
    .select()
    .from(bookings)
    .where(and(eq(bookings.status, "on_site"), eq(bookings.sms_consent, true)))
    .orderBy(bookings.booking_number)
    .all();
}

const SAYS = [
  "Hi, can the driver come before 10?",
  "Is drywall ok in it?",
  "Thank you, all good so far.",
  "Could you pick it up a day earlier?",
];

/** From their phone, as it would come in; nothing where no phone network is played. */
export async function textUs(play: Play, { phone, booking_number }: Booking): Promise<boolean | null> {
  const network = play.services.sandbox?.twilio;
  if (!network) return null;
  await network.reply(phone, play.chance.pick(SAYS, booking_number, play.day, "says"));
  return true;
}

/** Whether they live where we do not deliver. */
export const isFar = (play: Play, { key }: Caller): boolean => play.chance.of(key, "far") < 0.4;

/** Somebody outside our area, or with a question first. */
export async function askForCall(play: Play, caller: Caller): Promise<boolean> {
  const { firstName, lastName, phone, email } = caller;
  const far = isFar(play, caller);
  await play.services.db.write((tx) =>
    askForCallBack(tx, play.deed(VISITOR), {
      kind: far ? "outside_area" : "call_back",
      name: `${firstName} ${lastName}`,
      phone,
      email,
      zip: far ? "32720" : caller.zip,
      message: far ? "Do you come to DeLand?" : "Which size do I need for a two-car garage?",
    }),
  );
  return true;
}
