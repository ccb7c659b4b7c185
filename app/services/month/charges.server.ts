import { eq, sql } from "drizzle-orm";
import { bookings, charges, units } from "#db/schema/index";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { getCharge, listUnpaid } from "~/domain/charges/charges.server";
import { readBalance } from "~/domain/charges/customer-view.server";
import { answerQuestion, questionCharge } from "~/domain/charges/question.server";
import type { Id } from "~/domain/kernel/ids.server";
import { listOpenCheckouts } from "~/domain/payments/checkouts.server";
import { startBalanceCheckout } from "../payments/balance.server";
import { verifyPayment } from "../payments/verify.server";
import { customerOf, type Card, type Play } from "./play.server";

/** What becomes of later charges in a made-up month: by the verbs that the customer's page and the office's Billing call. */

const OTHER_CARD: Card = { number: "4242424242424242", cvc: "123" };

/** A later charge with the same name in each month of a seed. */
export interface Later {
  id: Id<"charge">;
  key: string;
}

function listIn(
  play: Play,
  state: "noticed" | "questioned",
): (Later & { notices: number; replaces: Id<"charge"> | null })[] {
  return play.services.db.orm
    .select({
      id: charges.id,
      kind: charges.kind,
      notices: charges.notices,
      replaces: charges.replaces_charge_id,
      number: bookings.booking_number,
      unit: units.unit_number,
    })
    .from(charges)
    .innerJoin(bookings, eq(bookings.id, charges.booking_id))
    .leftJoin(units, eq(units.id, charges.unit_id))
    .where(sql`${charges.state} = ${state}`)
    .orderBy(bookings.booking_number, units.unit_number, charges.kind)
    .all()
    .map(({ id, kind, notices, replaces, number, unit }) => ({
      id,
      notices,
      replaces,
      key: `${number}/${unit}/${kind}`,
    }));
}

/** Told for the first time, and not charged yet; nobody asks again about what was lowered for them. */
export const listNoticed = (play: Play): Later[] =>
  listIn(play, "noticed").filter(({ notices, replaces }) => notices === 1 && replaces === null);
export const listQuestioned = (play: Play): Later[] => listIn(play, "questioned");

const ASKS = [
  "I do not think that it was so heavy. Can you look again?",
  "Nobody told me about this. What is it for?",
  "There was nothing like that in it when I left.",
];

export async function question(play: Play, { id, key }: Later): Promise<boolean> {
  const { db } = play.services;
  const by = customerOf(getBooking(db.orm, getCharge(db.orm, id).booking_id));
  const words = play.chance.pick(ASKS, key, "asks");
  return (await db.write((tx) => questionCharge(tx, play.deed(by), id, words))).ok;
}

/** Most stand; of some half is taken off, once. */
export async function answer(play: Play, { id, key }: Later): Promise<boolean> {
  const { services } = play;
  const { amount, replaces_charge_id: lowered } = getCharge(services.db.orm, id);
  const half = Math.floor(amount / 2);
  const stands = play.chance.of(key, "stands") < 0.7 || half === 0 || lowered !== null;
  const words = stands
    ? "We looked at the proof again: the figures are right, and the photo shows it."
    : "You are right in part. We charge half of it.";
  const what = stands ? ({ outcome: "upheld" } as const) : ({ outcome: "lowered", amount: half } as const);
  const done = await services.db.write((tx) =>
    answerQuestion(tx, play.deed(play.staff()), services.settings(), id, words, what),
  );
  return done.ok;
}

/** Bookings of which something is to be paid by the payment link. */
export function listOwing(play: Play): Booking[] {
  return play.services.db.orm
    .select()
    .from(bookings)
    .where(eq(bookings.status, "balance_due"))
    .orderBy(bookings.booking_number)
    .all()
    .filter(({ id }) => readBalance(listUnpaid(play.services.db.orm, id)).total > 0);
}

/** By another card, at the card company's page. */
export async function payBalance(play: Play, booking: Booking): Promise<boolean> {
  const { services } = play;
  const { orm } = services.db;
  const { total } = readBalance(listUnpaid(orm, booking.id));
  const deed = play.deed(customerOf(booking));
  const started = await startBalanceCheckout(services, deed, booking, total, true);
  const sessionId = started.ok ? listOpenCheckouts(orm, booking.id).find((one) => one.session_id)?.session_id : null;
  if (!sessionId || !(await play.pay(sessionId, OTHER_CARD, booking.email))) return false;
  const verified = await verifyPayment(services, deed, { sessionId, mayAsk: () => Promise.resolve(true) });
  return verified.state === "confirmed";
}
