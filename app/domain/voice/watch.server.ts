import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { callRings, calls } from "#db/schema/index";
import type { Call } from "./calls.server";
import { isRoundSilent } from "./agents.server";
import { RING_ACK_MS } from "./rings";

/** A call goes on unheard for a minute at most; then the network is asked, and once a minute from then on. */
const UNHEARD_MS = 60_000;

/** Callers who wait for a group in which no browser has said that it rings: each round once, by whichever process. */
export function claimSilentRounds(tx: Tx, now = Date.now()): Call[] {
  const waiting = tx
    .select()
    .from(calls)
    .where(
      and(sql`${calls.state} != 'ended'`, eq(calls.state, "ringing"), sql`${calls.ring_round} > ${calls.led_round}`),
    )
    .limit(50)
    .all()
    .filter((call) => beganBefore(tx, call, now - RING_ACK_MS) && isRoundSilent(tx, call.id, call.ring_round));
  for (const call of waiting) tx.update(calls).set({ led_round: call.ring_round }).where(eq(calls.id, call.id)).run();
  return waiting;
}

function beganBefore(tx: Tx, call: Call, moment: number): boolean {
  const rung = tx
    .select({ at: callRings.rung_at })
    .from(callRings)
    .where(and(eq(callRings.call_id, call.id), eq(callRings.round, call.ring_round)))
    .limit(1)
    .get();
  return rung !== undefined && rung.at <= moment;
}

/**
 * Calls that go on, and of which the network has not been asked for a minute. The first look at a call only begins the
 * minute; `isFirst`, the first look after a start, is for all of them.
 */
export function claimUnheard(tx: Tx, isFirst = false, now = Date.now()): Call[] {
  const going = tx
    .select()
    .from(calls)
    .where(
      and(
        sql`${calls.state} != 'ended'`,
        isFirst ? undefined : or(isNull(calls.checked_at), lte(calls.checked_at, now - UNHEARD_MS)),
      ),
    )
    .limit(50)
    .all();
  if (going.length === 0) return [];
  tx.update(calls)
    .set({ checked_at: now })
    .where(
      inArray(
        calls.id,
        going.map(({ id }) => id),
      ),
    )
    .run();
  return isFirst ? going : going.filter(({ checked_at }) => checked_at !== null);
}
