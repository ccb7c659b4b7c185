import type { CallDirection, CallOutcome, CallState } from "./labels";

/**
 * What a call log entry follows from. Reports of the network come twice, late and out of order; so nothing is moved from
 * state to state: each report is joined to what is known (whatever order, the same sum), and the entry is read off it.
 * Pure.
 */

/** By rank: what is further on wins. The last five are ends; of two that disagree the further one counts. */
export const LEG_STATUSES = [
  "queued",
  "initiated",
  "ringing",
  "in-progress",
  "canceled",
  "no-answer",
  "failed",
  "busy",
  "completed",
] as const;
export type LegStatus = (typeof LEG_STATUSES)[number];

export const isLegStatus = (value: unknown): value is LegStatus => LEG_STATUSES.some((one) => one === value);

const rank = (status: LegStatus) => LEG_STATUSES.indexOf(status);
export const isEnd = (status: LegStatus) => rank(status) > rank("in-progress");

/** All that is known of one telephone's part in a call. Times are milliseconds of domain time. */
export interface LegFacts {
  status: LegStatus;
  ringingAt: number | null;
  answeredAt: number | null;
  endedAt: number | null;
  seconds: number | null;
}

/** One report: what the network said, and when that was. */
export interface LegReport {
  status: LegStatus;
  at: number;
  seconds?: number | null | undefined;
}

/** What a report alone tells. */
export function factsOf({ status, at, seconds = null }: LegReport): LegFacts {
  return {
    status,
    ringingAt: status === "ringing" ? at : null,
    answeredAt: status === "in-progress" ? at : null,
    endedAt: isEnd(status) ? at : null,
    seconds: status === "completed" ? seconds : null,
  };
}

/** Both together: the further status, the earliest time of each kind, the longest duration. */
export function joinFacts(one: LegFacts, other: LegFacts): LegFacts {
  return {
    status: rank(one.status) >= rank(other.status) ? one.status : other.status,
    ringingAt: earliest(one.ringingAt, other.ringingAt),
    answeredAt: earliest(one.answeredAt, other.answeredAt),
    endedAt: earliest(one.endedAt, other.endedAt),
    seconds: most(one.seconds, other.seconds),
  };
}

const earliest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));
const most = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b));

/**
 * When this telephone was picked up: as it was reported, else from its end and its seconds where that report was lost. Null
 * for one that never was.
 */
export function pickedUpAt({ status, answeredAt, endedAt, seconds }: LegFacts): number | null {
  if (answeredAt !== null) return answeredAt;
  if (status !== "completed" || endedAt === null || !seconds) return null;
  return endedAt - seconds * 1000;
}

export interface Leg<Agent = string> extends LegFacts {
  role: "caller" | "agent" | "number";
  agentId: Agent | null;
}

export interface CallFacts<Agent = string> {
  direction: CallDirection;
  startedAt: number;
  /** Who placed an outgoing call. */
  placedBy: Agent | null;
  legs: readonly Leg<Agent>[];
  /** Of a message that was left; null for none. */
  voicemailSeconds: number | null;
}

/** What the log says of it. */
export interface CallSummary<Agent = string> {
  state: CallState;
  outcome: CallOutcome | null;
  agentId: Agent | null;
  answeredAt: number | null;
  endedAt: number | null;
  talkSeconds: number | null;
}

const UNANSWERED: Partial<Record<LegStatus, CallOutcome>> = {
  busy: "busy",
  "no-answer": "no_answer",
  failed: "failed",
  canceled: "cancelled",
};

/** Reads the log entry off the facts. */
export function summarise<Agent>(facts: CallFacts<Agent>): CallSummary<Agent> {
  const caller = facts.legs.find(({ role }) => role === "caller");
  const others = facts.legs.filter(({ role }) => role !== "caller");
  // The one that was picked up first: two cannot be connected.
  const answered = others
    .map((leg) => ({ leg, at: pickedUpAt(leg) }))
    .filter((one): one is { leg: Leg<Agent>; at: number } => one.at !== null)
    .sort((a, b) => a.at - b.at)[0];
  const callerEnded = caller && isEnd(caller.status) ? caller.endedAt : null;
  const otherEnded = answered && isEnd(answered.leg.status) ? answered.leg.endedAt : null;
  const dialled = facts.direction === "out" && others.length > 0 && others.every(({ status }) => isEnd(status));
  const endedAt = earliest(callerEnded, otherEnded) ?? (dialled ? latest(others) : null);
  const state: CallState =
    endedAt !== null ? "ended" : answered || (caller && pickedUpAt(caller) !== null) ? "open" : "ringing";
  return {
    state,
    outcome: answered ? "answered" : endedAt === null ? null : outcomeOf(facts, others),
    agentId: facts.placedBy ?? answered?.leg.agentId ?? null,
    answeredAt: answered?.at ?? null,
    endedAt,
    talkSeconds: answered ? talked(answered.leg, answered.at, endedAt) : null,
  };
}

function outcomeOf<Agent>({ direction, voicemailSeconds }: CallFacts<Agent>, others: readonly LegFacts[]): CallOutcome {
  if (direction === "in") return voicemailSeconds ? "voicemail" : "missed";
  const furthest = others.reduce<LegStatus>(
    (status, leg) => (rank(leg.status) > rank(status) ? leg.status : status),
    "canceled",
  );
  return UNANSWERED[furthest] ?? "cancelled";
}

function talked({ seconds }: LegFacts, from: number, until: number | null): number | null {
  if (seconds !== null) return seconds;
  return until === null ? null : Math.max(0, Math.round((until - from) / 1000));
}

const latest = (legs: readonly LegFacts[]) => Math.max(...legs.map(({ endedAt }) => endedAt ?? 0));
