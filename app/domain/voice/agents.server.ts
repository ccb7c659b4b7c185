import { and, eq, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { agentPresence, browserAgents, callRings, calls } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { findCall, listOnCall, type Call } from "./calls.server";
import { identityOf } from "./identity";
import { RING_ACK_MS, ringGroups, type RingAgent } from "./rings";

export type BrowserAgent = typeof browserAgents.$inferSelect;

/** Somebody's row; null for who has never used the telephone here. */
export function findAgent(orm: Orm, userId: Id<"account">): BrowserAgent | null {
  return orm.select().from(browserAgents).where(eq(browserAgents.user_id, userId)).get() ?? null;
}

/** They take calls, or none any more. Pages of theirs hear of it (migration 0020). */
export function setAvailable(tx: Tx, deed: Deed, userId: Id<"account">, isAvailable: boolean, ringGroup?: 1 | 2): void {
  const set = { is_available: isAvailable, updated_at: deed.now, ...(ringGroup ? { ring_group: ringGroup } : {}) };
  tx.insert(browserAgents)
    .values({ user_id: userId, ...set })
    .onConflictDoUpdate({ target: browserAgents.user_id, set })
    .run();
}

/** Their leading tab is there; wall time. `isReady`: registered with the network, as it believes. */
export function hearFrom(tx: Tx, userId: Id<"account">, isReady: boolean, now = Date.now()): void {
  tx.insert(agentPresence)
    .values({ user_id: userId, seen_at: now, is_ready: isReady })
    .onConflictDoUpdate({ target: agentPresence.user_id, set: { seen_at: now, is_ready: isReady } })
    .run();
}

/** Their tab closed, or they signed out: nobody waits for it. */
export function leaves(tx: Tx, userId: Id<"account">): void {
  tx.update(agentPresence).set({ is_ready: false }).where(eq(agentPresence.user_id, userId)).run();
}

/** Everybody who has said that they take calls, as the choice needs them. */
function listRingAgents(orm: Orm): RingAgent<Id<"account">>[] {
  const busy = new Set(listOnCall(orm));
  return orm
    .select({ agent: browserAgents, presence: agentPresence })
    .from(browserAgents)
    .innerJoin(agentPresence, eq(agentPresence.user_id, browserAgents.user_id))
    .where(eq(browserAgents.is_available, true))
    .orderBy(agentPresence.user_id)
    .limit(200)
    .all()
    .map(({ agent, presence }) => ({
      id: agent.user_id,
      isAvailable: agent.is_available,
      ringGroup: agent.ring_group,
      isReady: presence.is_ready,
      seenAt: presence.seen_at,
      silentAt: presence.silent_at,
      isOnCall: busy.has(agent.user_id),
    }));
}

/** Who is rung next for this call, and the round's number. */
export interface Round {
  number: number;
  agents: Id<"account">[];
}

/**
 * The next group for a caller who waits, null when nobody is left: then it is the voicemail's turn. Those who were rung in
 * the round before and have not said that it rang are known to be silent from now on. `mayRing` says who of them may still
 * use the office: rights are asked for at the moment of use.
 */
export function nextRound(
  tx: Tx,
  call: Call,
  mayRing: (userId: Id<"account">) => boolean,
  now = Date.now(),
): Round | null {
  noteSilence(tx, call.id, now);
  const rung = new Set(
    tx
      .select({ agent: callRings.agent_id })
      .from(callRings)
      .where(eq(callRings.call_id, call.id))
      .all()
      .map(({ agent }) => agent),
  );
  const agents = ringGroups(listRingAgents(tx), now)
    .map((group) => group.filter((id) => !rung.has(id) && mayRing(id)))
    .find((group) => group.length > 0);
  if (!agents) return null;
  const number = call.ring_round + 1;
  tx.update(calls).set({ ring_round: number }).where(eq(calls.id, call.id)).run();
  for (const agent of agents)
    tx.insert(callRings)
      .values({ id: `${call.id}:${agent}`, call_id: call.id, agent_id: agent, round: number, rung_at: now })
      .onConflictDoNothing()
      .run();
  return { number, agents };
}

/** A browser says that it rings: once for a call, and only of who was rung for it. */
export function ackRing(tx: Tx, callId: string, userId: Id<"account">, now = Date.now()): boolean {
  const changed = tx
    .update(callRings)
    .set({ acked_at: sql`coalesce(${callRings.acked_at}, ${now})` })
    .where(eq(callRings.id, `${callId}:${userId}`))
    .run();
  if (changed.changes === 0) return false;
  tx.update(agentPresence).set({ silent_at: null }).where(eq(agentPresence.user_id, userId)).run();
  return true;
}

/** Whether nobody of a round has said that it rings, seconds after it began, while the caller still waits. */
export function isRoundSilent(orm: Orm, callId: string, round: number): boolean {
  const call = findCall(orm, callId);
  if (!call || call.state !== "ringing" || call.answered_at !== null || call.ring_round !== round) return false;
  const acked = orm
    .select({ id: callRings.id })
    .from(callRings)
    .where(and(eq(callRings.call_id, call.id), eq(callRings.round, round), sql`${callRings.acked_at} is not null`))
    .limit(1)
    .get();
  return acked === undefined;
}

/** Whoever was rung for this call and has said nothing by now. */
function noteSilence(tx: Tx, callId: Id<"call">, now: number): void {
  const silent = tx
    .select({ agent: callRings.agent_id })
    .from(callRings)
    .where(
      and(
        eq(callRings.call_id, callId),
        sql`${callRings.acked_at} is null and ${callRings.rung_at} <= ${now - RING_ACK_MS}`,
      ),
    )
    .all();
  for (const { agent } of silent)
    tx.update(agentPresence).set({ silent_at: now }).where(eq(agentPresence.user_id, agent)).run();
}

/** Whoever gets a token has a row: the network's names are looked for among these few, and nobody else is ever found. */
export function ensureAgent(tx: Tx, deed: Deed, userId: Id<"account">): void {
  tx.insert(browserAgents).values({ user_id: userId, updated_at: deed.now }).onConflictDoNothing().run();
}

/** Whose browser a network's name means; null for nobody's. */
export function agentByIdentity(orm: Orm, identity: string): Id<"account"> | null {
  const [one, another] = orm
    .select({ id: browserAgents.user_id })
    .from(browserAgents)
    .all()
    .filter(({ id }) => identityOf(id) === identity);
  return one && !another ? one.id : null;
}
