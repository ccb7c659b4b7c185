import type { Deed } from "~/domain/kernel/deed";
import { MINUTE } from "~/domain/kernel/time.server";
import { endCheckout, listUnfinishedCheckouts, type Checkout } from "~/domain/payments/checkouts.server";
import { listOpenRefunds } from "~/domain/payments/refunds.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import type { Services } from "~/services.server";
import { eachAlone } from "../work/alone.server";
import { reconcileCardCharges } from "./card-charge.server";
import { applySession, release, type Till } from "./checkout.server";
import { applyMissed } from "./missed-events.server";

const NEVER_CREATED_AFTER_MS = 2 * MINUTE;
const EVENTS_SINCE_SECONDS = 26 * 3600;
const LOOK_AT_OPEN_AFTER_MS = 3 * MINUTE;
/** Asked again each time: events are listed by the second of their making, and may show up a little late. */
const OVERLAP_SECONDS = 900;
/** Until when this process has seen the events; the first look goes back a day. */
const askedUntil = new WeakMap<object, number>();

/**
 * Asks Stripe for what the webhooks missed: events of the last day that are not in the inbox, open checkouts (paid,
 * expired or never made), refunds on their way, charges of cards on file. Idempotent; stops quietly while Stripe is unreachable.
 */
export async function reconcile(
  services: Till & Pick<Services, "log">,
  deed: Deed,
): Promise<{ events: number; checkouts: number; refunds: number; charges: number }> {
  const done = { events: 0, checkouts: 0, refunds: 0, charges: await reconcileCardCharges(services, deed) };
  const unfinished = listUnfinishedCheckouts(services.db.orm);
  const openRefunds = listOpenRefunds(services.db.orm);
  if (unfinished.length === 0 && openRefunds.length === 0) return done;

  if (
    unfinished.some(
      (checkout) => deed.now - checkout.created_at > LOOK_AT_OPEN_AFTER_MS || checkout.expires_at < deed.now,
    )
  ) {
    const now = Math.floor(Date.now() / 1000);
    const missed = await services.stripe.listSessionEvents(
      Math.max(now - EVENTS_SINCE_SECONDS, (askedUntil.get(services) ?? 0) - OVERLAP_SECONDS),
    );
    if (!missed.ok) return done;
    if ((await applyMissed(services, deed, missed.value, () => done.events++)) === "all") askedUntil.set(services, now);
  }
  await eachAlone(
    services,
    listUnfinishedCheckouts(services.db.orm),
    async (checkout) => {
      if (await lookAt(services, deed, checkout)) done.checkouts++;
    },
    ({ booking_id }) => ({ module: "payments", action: "reconcile", booking_id }),
  );
  await eachAlone(
    services,
    openRefunds,
    async (refund) => {
      if (!refund.stripe_refund_id) return;
      const facts = await services.stripe.getRefund(refund.stripe_refund_id);
      if (!facts.ok) return;
      await services.db.write((tx) => applyRefundFacts(tx, deed, refund, facts.value));
      done.refunds++;
    },
    ({ booking_id }) => ({ module: "payments", action: "reconcile_refund", booking_id }),
  );
  return done;
}

/**
 * A hold whose session was never made ends after two minutes, any other when Stripe says that its session has ended.
 */
async function lookAt(services: Till, deed: Deed, checkout: Checkout): Promise<boolean> {
  if (checkout.state === "creating") {
    if (deed.now - checkout.created_at < NEVER_CREATED_AFTER_MS) return false;
    return (await release(services, deed, checkout)) !== "unreachable";
  }
  if (checkout.expires_at > deed.now && checkout.request.expiresAt * 1000 > Date.now()) return false;
  if (!checkout.session_id) return false;
  const session = await services.stripe.getSession(checkout.session_id);
  if (!session.ok) {
    if (session.code === "not_found")
      await services.db.write((tx) => endCheckout(tx, deed, checkout, "expired", "unknown_to_card_company"));
    return session.code === "not_found";
  }
  // The domain's clock may have been moved past the session's end (sandbox): then the session is ended at Stripe first.
  if (session.value.status === "open") return (await release(services, deed, checkout)) !== "unreachable";
  await applySession(services, deed, session.value);
  return true;
}
