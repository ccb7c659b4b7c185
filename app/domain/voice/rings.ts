/**
 * Whom a caller is put through to: those who really answer. A browser may stay registered with the network in a sleeping
 * laptop and ring nobody (reference/twilio-voice.md); so what counts is that its page has been heard within seconds, and
 * that it said "it rings" when it was rung last. Pure; times are wall milliseconds.
 */
export interface RingAgent<Id = string> {
  id: Id;
  isAvailable: boolean;
  ringGroup: number;
  isReady: boolean;
  seenAt: number;
  /** When it was rung and said nothing. */
  silentAt: number | null;
  isOnCall: boolean;
}

/** The leading tab says that it is there this often, and is believed for so long: two may be lost. */
export const HEARTBEAT_MS = 10_000;
export const FRESH_MS = 25_000;
/** A browser that is rung says so within this time; a group in which nobody does is left for the next one. */
export const RING_ACK_MS = 4_000;
/** How long each group rings, in seconds. */
export const RING_SECONDS = 20;
/** Twilio's own limit of one `<Dial>`. */
export const MOST_AT_ONCE = 10;
/** No caller listens to ringing for longer than this many groups. */
export const MOST_ROUNDS = 4;

/** Whether a caller may be put through to them. */
export function answers<Id>(agent: RingAgent<Id>, now: number): boolean {
  if (!agent.isAvailable || !agent.isReady || agent.isOnCall) return false;
  if (now - agent.seenAt > FRESH_MS) return false;
  // Was silent: it has to have been heard since, or it would be rung in vain again and again.
  return agent.silentAt === null || agent.seenAt > agent.silentAt;
}

/**
 * The groups in which they are rung, in order: by their own group, at most ten at once, those who were silent last in a
 * group behind the others of theirs. Nobody is in two.
 */
export function ringGroups<Id>(agents: readonly RingAgent<Id>[], now: number): Id[][] {
  const there = agents.filter((agent) => answers(agent, now));
  const places = [...new Set(there.map(placeOf))].sort((a, b) => a - b);
  return places
    .flatMap((place) => inTens(there.filter((agent) => placeOf(agent) === place).map(({ id }) => id)))
    .slice(0, MOST_ROUNDS);
}

const placeOf = <Id>({ ringGroup, silentAt }: RingAgent<Id>) => ringGroup * 2 + (silentAt === null ? 0 : 1);

function inTens<Id>(ids: Id[]): Id[][] {
  return ids.length === 0 ? [] : [ids.slice(0, MOST_AT_ONCE), ...inTens(ids.slice(MOST_AT_ONCE))];
}
