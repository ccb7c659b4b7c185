import { eq, lt, sql } from "drizzle-orm";
import { webhookInbox } from "#db/schema/index";
import { prepared, type Db, type Tx } from "#db/client.server";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";
import { DAY, plus, type Instant } from "~/domain/kernel/time.server";
import { applyDisputeFacts } from "~/domain/payments/disputes.server";
import { applyCardCharge } from "~/domain/charges/due.server";
import { noteDecline } from "~/domain/payments/declines.server";
import { confirmPayment } from "~/domain/changes/confirm.server";
import { takePayout } from "~/domain/payments/payouts.server";
import { takeRefund } from "~/domain/payments/refund-elsewhere.server";
import type { StripeEvent } from "~/domain/payments/ports";
import type { Deed } from "~/domain/kernel/deed";
import type { Services } from "~/services.server";
import { website } from "./checkout.server";

/**
 * One event, once: its id goes into the inbox in the same transaction as its effect, so a duplicate, a retry after a
 * crash or the reconciler finds it there. Order does not matter: every effect asks for the state it needs.
 */
export async function applyEvent(
  services: Pick<Services, "config" | "db" | "settings">,
  deed: Deed,
  event: StripeEvent,
): Promise<"applied" | "duplicate"> {
  if (isKnownEvent(services, event.id)) return "duplicate";
  return services.db.write((tx) => {
    const fresh =
      tx
        .insert(webhookInbox)
        .values({
          id: event.id,
          source: "stripe",
          type: event.type,
          object_id: event.objectId,
          outcome: "seen",
          received_at: deed.now,
        })
        .onConflictDoNothing()
        .run().changes === 1;
    if (!fresh) return "duplicate";
    takeEffect(tx, services, deed, event);
    return "applied";
  });
}

const inInbox = prepared((orm) =>
  orm
    .select({ id: webhookInbox.id })
    .from(webhookInbox)
    .where(eq(webhookInbox.id, sql.placeholder("id")))
    .prepare(),
);

/** Whether an event is in the inbox; a read, so that repetitions and the reconciler's day of events take no lock. */
function isKnownEvent(services: Pick<Services, "db">, id: string): boolean {
  return inInbox(services.db.orm).get({ id }) !== undefined;
}

function takeEffect(tx: Tx, services: Pick<Services, "config" | "settings">, deed: Deed, event: StripeEvent): void {
  if (event.session && event.type.startsWith("checkout.session.")) {
    confirmPayment(tx, deed, services.settings(), event.session, website(services));
  } else if (event.cardCharge) {
    applyCardCharge(tx, deed, event.cardCharge);
  } else if (event.decline) {
    noteDecline(tx, deed, event.decline);
  } else if (event.refund) {
    takeRefund(tx, deed, event.refund);
  } else if (event.payout) {
    takePayout(tx, deed, event.payout);
  } else if (event.dispute) {
    applyDisputeFacts(tx, deed, event.dispute);
  }
}

/** Stripe sends an event again for 30 days at most, also by hand. */
const KEEP_EVENTS_DAYS = 90;

/** Forgets events that cannot come again, in slices. */
export function forgetOldWebhooks(db: Db, now: Instant): Promise<Slices> {
  return inSlices(db, (tx, most) =>
    deleteSome(tx, webhookInbox, lt(webhookInbox.received_at, plus(now, -KEEP_EVENTS_DAYS * DAY)), most),
  );
}
