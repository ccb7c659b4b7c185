import { getBooking } from "~/domain/booking/order/bookings.server";
import { cardToAsk } from "~/domain/charges/card-to-ask.server";
import { applyCardCharge, refuseAttempt, renewAttemptKey } from "~/domain/charges/due.server";
import { findAttempt, getCharge, listStartedAttempts, type Attempt } from "~/domain/charges/charges.server";
import type { Deed } from "~/domain/kernel/deed";
import { MINUTE, plus } from "~/domain/kernel/time.server";
import type { Task } from "~/domain/outbox/outbox.server";
import type { CardChargeFacts, StripeAnswer } from "~/domain/payments/ports";
import type { Services } from "~/services.server";
import type { Effect } from "../messages/send.server";
import { eachAlone } from "../work/alone.server";

type Charging = Pick<Services, "db" | "log" | "stripe">;

/** From so many tries on the one before was a minute ago or more: what it had begun has ended. */
const SETTLED_TRIES = 5;

const PAID_MEANWHILE = { code: "paid_meanwhile", message: "Paid another way before the card was asked" };
const DISPUTED_MEANWHILE = { code: "card_disputed", message: "A bank took a payment of the card before it was asked" };

/**
 * Charges the card on file for a later charge, by the key that was stored with it. Tried again it first asks whether an
 * answer was lost, because the card company forgets keys after a day; a key that it repeats a fault for is replaced, once
 * it has said that nothing was made behind that fault. A card that its owner has changed meanwhile is asked instead of the
 * former one, as soon as nothing can come of that any more. What was paid another way meanwhile is not asked for, and a card
 * of which a bank has a payment by now is not asked (`cardToAsk`).
 */
export async function chargeCard(services: Charging, deed: Deed, work: Task<"stripe.charge">): Promise<Effect | void> {
  let attempt = findAttempt(services.db.orm, work.payload.attemptId);
  if (attempt?.state !== "started") return;
  let isNew = work.attempts === 1;
  if (!isNew) {
    const made = await services.stripe.findCardCharge(attempt.request);
    if (!made.ok && made.code === "unreachable") throw new Error(made.message);
    const found = made.ok ? made.value : null;
    if (found) return take(deed, attempt, { ok: true, value: found });
    isNew = work.attempts >= SETTLED_TRIES && isNothing(made);
  }
  // A check has paid it while the card company was away: nobody is asked for it a second time.
  if (getCharge(services.db.orm, attempt.charge_id).state !== "processing") {
    const { id } = attempt;
    return (tx) => refuseAttempt(tx, deed, id, PAID_MEANWHILE);
  }
  if (isDisputed(services, attempt)) {
    // Something may still come of the try before: nobody reads that their card was not charged until nothing can.
    if (!isNew && work.attempts < SETTLED_TRIES)
      throw new Error("the card is disputed: the try before has not ended yet");
    const { id } = attempt;
    return (tx) => refuseAttempt(tx, deed, id, DISPUTED_MEANWHILE);
  }
  if (isNew) attempt = await withPresentCard(services, attempt);
  const answer = await services.stripe.chargeCard(attempt.request);
  if (!answer.ok && answer.code === "unreachable") {
    if (answer.keySpent && isNothing(await services.stripe.findCardCharge(attempt.request)))
      await services.db.write((tx) => void renewAttemptKey(tx, attempt));
    throw new Error(answer.message);
  }
  if (!answer.ok) {
    // The card company refuses one that was taken away there: its owner has given another.
    if ((await withPresentCard(services, attempt)) !== attempt) throw new Error(answer.message);
    services.log.error({
      module: "payments",
      action: "charge_card",
      booking_id: attempt.booking_id,
      error_message: answer.message,
    });
  }
  return take(deed, attempt, answer);
}

function isDisputed({ db }: Charging, { booking_id }: Attempt): boolean {
  const asked = cardToAsk(db.orm, getBooking(db.orm, booking_id));
  return !asked.ok && asked.why === "card_disputed";
}

/** Whether the card company says that nothing was made for a try: only then may it be asked with another key. */
function isNothing(made: StripeAnswer<CardChargeFacts | null>): boolean {
  return made.ok ? made.value === null : made.code === "not_found";
}

/** The try with the card that is on file now, and with a key of its own where that is another one. */
async function withPresentCard({ db }: Charging, attempt: Attempt): Promise<Attempt> {
  const { stripe_customer_id, payment_method_id } = getBooking(db.orm, attempt.booking_id);
  if (!stripe_customer_id || !payment_method_id || payment_method_id === attempt.request.paymentMethodId)
    return attempt;
  const card = { stripeCustomerId: stripe_customer_id, paymentMethodId: payment_method_id };
  const request = await db.write((tx) => renewAttemptKey(tx, { ...attempt, request: { ...attempt.request, ...card } }));
  return { ...attempt, request };
}

function take(deed: Deed, attempt: Attempt, answer: StripeAnswer<CardChargeFacts>): Effect {
  return (tx) => {
    if (answer.ok) applyCardCharge(tx, deed, { ...answer.value, attemptId: attempt.id });
    else refuseAttempt(tx, deed, attempt.id, { code: answer.code, message: answer.message });
  };
}

/** How long an answer or a webhook may take before the card company is asked. */
const ASK_AFTER_MS = 3 * MINUTE;

/** Asks for tries whose end nobody has told. Returns how many got one; stops while the card company is away. */
export async function reconcileCardCharges(services: Charging, deed: Deed): Promise<number> {
  let known = 0;
  const open = listStartedAttempts(services.db.orm, plus(deed.now, -ASK_AFTER_MS));
  let isAway = false;
  await eachAlone(
    services,
    open,
    async (attempt) => {
      if (isAway) return;
      const { stripe_payment_intent_id: intent } = attempt;
      const facts = intent
        ? await services.stripe.getCardCharge(intent)
        : await services.stripe.findCardCharge(attempt.request);
      isAway = !facts.ok && facts.code === "unreachable";
      const found = facts.ok ? facts.value : null;
      if (!found || found.status === "processing") return;
      await services.db.write((tx) => applyCardCharge(tx, deed, { ...found, attemptId: attempt.id }));
      known++;
    },
    ({ booking_id }) => ({ module: "payments", action: "reconcile_charge", booking_id }),
  );
  return known;
}
