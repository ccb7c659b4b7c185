import type { Deed } from "~/domain/kernel/deed";
import { MINUTE } from "~/domain/kernel/time.server";
import { applyDisputeFacts } from "~/domain/payments/disputes.server";
import { findPaymentOf, listOpenDisputes, listUnknownDisputes } from "~/domain/payments/disputes-read.server";
import type { DisputeFacts } from "~/domain/payments/money-port";
import { listUnknownRefunds, takeRefund } from "~/domain/payments/refund-elsewhere.server";
import { askSince, keepBalance, keepTransactions, unknownMoves } from "~/domain/payments/transactions.server";
import type { Services } from "~/services.server";
import { eachAlone } from "../work/alone.server";
import type { Till } from "./checkout.server";
import { applyMissed } from "./missed-events.server";

/** Stripe makes events of a refund days after it; what is older than this is asked for one by one while it is open. */
const EVENTS_SINCE_SECONDS = 26 * 3600;
const OVERLAP_SECONDS = 900;
/** Webhooks bring what happens; this is for what they missed, and costs three calls. */
const EVERY_MS = 5 * MINUTE;

/** Movements that are kept in one transaction. */
const SLICE = 200;

/** One by one are asked for: the open ones, and of those that are older than what the list has, so many. */
const MOST_ALONE = 20;

async function askForOpen({ db, stripe }: Till): Promise<DisputeFacts[]> {
  return askAlone(
    stripe,
    listOpenDisputes(db.orm).map(({ stripe_dispute_id }) => stripe_dispute_id),
  );
}

/**
 * One that was told before its payment is asked for again: its own events do not come twice. On an account that others use
 * as well it stands among theirs, which we know by their ids alone until the list says whose payments they are about.
 */
async function askForUnknown({ db, stripe }: Till, { now }: Deed): Promise<DisputeFacts[]> {
  const unknown = listUnknownDisputes(db.orm, now);
  if (unknown.length === 0) return [];
  const listed = await stripe.findDisputes(new Set(unknown));
  if (!listed.ok) return [];
  const seen = new Set(listed.value.map(({ disputeId }) => disputeId));
  const older = unknown.filter((id) => !seen.has(id)).slice(0, MOST_ALONE);
  return [...listed.value, ...(await askAlone(stripe, older))];
}

async function askAlone(stripe: Till["stripe"], ids: readonly string[]): Promise<DisputeFacts[]> {
  const found: DisputeFacts[] = [];
  for (const id of ids) {
    const facts = await stripe.getDispute(id);
    if (facts.ok) found.push(facts.value);
  }
  return found;
}

/** When this process asked last, and until when it has seen the events (unix seconds). */
const asked = new WeakMap<object, { at: number; events: number }>();

/**
 * Asks Stripe for what its webhooks missed of refunds and disputes, and for the movements on its balance, at most every five
 * minutes in each process. Idempotent; stops quietly while Stripe is unreachable.
 */
export async function reconcileMoney(
  services: Till & Pick<Services, "log">,
  deed: Deed,
  { now = Date.now(), force = false }: { now?: number; force?: boolean } = {},
): Promise<{ events: number; disputes: number; transactions: number } | "unreachable" | "not_due"> {
  const last = asked.get(services);
  if (!force && last && now - last.at < EVERY_MS) return "not_due";
  asked.set(services, { at: now, events: last?.events ?? 0 });
  const done = { events: 0, disputes: 0, transactions: 0 };

  const seconds = Math.floor(now / 1000);
  const missed = await services.stripe.listMoneyEvents(
    Math.max(seconds - EVENTS_SINCE_SECONDS, (last?.events ?? 0) - OVERLAP_SECONDS),
  );
  if (!missed.ok) return "unreachable";
  if ((await applyMissed(services, deed, missed.value, () => done.events++)) === "all")
    asked.set(services, { at: now, events: seconds });

  const { orm } = services.db;
  await eachAlone(
    services,
    [...(await askForOpen(services)), ...(await askForUnknown(services, deed))],
    async (facts) => {
      if (!findPaymentOf(orm, facts.paymentIntentId)) return;
      await services.db.write((tx) => applyDisputeFacts(tx, deed, facts));
      done.disputes++;
    },
    ({ disputeId }) => ({ module: "payments", action: `missed_dispute ${disputeId}` }),
  );

  // Somebody who presses the button while movements are missing wants to know which.
  const all = force && unknownMoves(orm) !== 0;
  const moved = await services.stripe.listTransactions(askSince(orm, deed.now, { all }));
  const balance = moved.ok ? await services.stripe.readBalance() : null;
  if (!moved.ok || !balance?.ok) return "unreachable";
  // In slices, oldest first: the first look brings three months, and nobody waits for all of it.
  for (let end = moved.value.length; end > 0; end -= SLICE) {
    const some = moved.value.slice(Math.max(0, end - SLICE), end);
    done.transactions += await services.db.write((tx) => keepTransactions(tx, some));
  }
  await services.db.write((tx) => keepBalance(tx, deed, balance.value));
  // Of payments of ours, and in no event that reached us.
  await eachAlone(
    services,
    listUnknownRefunds(services.db.orm),
    async (id) => {
      const facts = await services.stripe.getRefund(id);
      if (facts.ok) await services.db.write((tx) => takeRefund(tx, deed, facts.value));
    },
    (id) => ({ module: "payments", action: `missed_refund ${id}` }),
  );
  return done;
}
