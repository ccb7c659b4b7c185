import { applyCardCharge, listStartedAttempts, refuseAttempt, renewAttemptKey } from "~/domain/charges/due.server";
import { findAttempt, type Attempt } from "~/domain/charges/charges.server";
import type { Deed } from "~/domain/kernel/deed";
import { MINUTE, plus } from "~/domain/kernel/time.server";
import type { Task } from "~/domain/outbox/outbox.server";
import type { CardChargeFacts, StripeAnswer } from "~/domain/payments/ports";
import type { Services } from "~/services.server";
import type { Effect } from "../messages/send.server";

type Charging = Pick<Services, "db" | "log" | "stripe">;

/**
 * Charges the card on file for a later charge, by the key that was stored with it. Tried again it first asks whether an
 * answer was lost, because the card company forgets keys after a day; a key that it repeats a fault for is replaced, once
 * it has said that nothing was made behind that fault.
 */
export async function chargeCard(services: Charging, deed: Deed, work: Task<"stripe.charge">): Promise<Effect | void> {
  const attempt = findAttempt(services.db.orm, work.payload.attemptId);
  if (attempt?.state !== "started") return;
  if (work.attempts > 1) {
    const made = await services.stripe.findCardCharge(attempt.request);
    if (!made.ok && made.code === "unreachable") throw new Error(made.message);
    const found = made.ok ? made.value : null;
    if (found) return take(deed, attempt, { ok: true, value: found });
  }
  const answer = await services.stripe.chargeCard(attempt.request);
  if (!answer.ok && answer.code === "unreachable") {
    if (answer.keySpent && (await isSurelyNew(services, attempt)))
      await services.db.write((tx) => void renewAttemptKey(tx, attempt));
    throw new Error(answer.message);
  }
  if (!answer.ok)
    services.log.error({
      module: "payments",
      action: "charge_card",
      booking_id: attempt.booking_id,
      error_message: answer.message,
    });
  return take(deed, attempt, answer);
}

/** Whether the card company says that nothing was made for a try: only then may it be asked with another key. */
async function isSurelyNew({ stripe }: Charging, { request }: Attempt): Promise<boolean> {
  const made = await stripe.findCardCharge(request);
  return made.ok ? made.value === null : made.code === "not_found";
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
  for (const attempt of listStartedAttempts(services.db.orm, plus(deed.now, -ASK_AFTER_MS))) {
    const { stripe_payment_intent_id: intent } = attempt;
    const facts = intent
      ? await services.stripe.getCardCharge(intent)
      : await services.stripe.findCardCharge(attempt.request);
    if (!facts.ok && facts.code === "unreachable") return known;
    const found = facts.ok ? facts.value : null;
    if (!found || found.status === "processing") continue;
    await services.db.write((tx) => applyCardCharge(tx, deed, { ...found, attemptId: attempt.id }));
    known++;
  }
  return known;
}
