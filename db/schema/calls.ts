import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LegStatus } from "~/domain/voice/facts";
import type { CallDirection, CallOutcome, CallReason, CallState } from "~/domain/voice/labels";
import { accounts } from "./accounts";
import { idColumn, instantColumn, jsonColumn } from "./columns";
import { customers } from "./customers";

/**
 * The call log: one entry per call, however many telephones rang for it. State, outcome and times follow from what the
 * network has told of its legs (domain/voice/facts.ts), so that reports may come twice and in any order.
 */
export const calls = sqliteTable(
  "calls",
  {
    id: idColumn("id", "call").primaryKey(),
    /** The network's name for the call ("CA…"): the caller's leg, whichever side that is. */
    provider_sid: text("provider_sid").notNull().unique(),
    direction: text("direction").$type<CallDirection>().notNull(),
    state: text("state").$type<CallState>().notNull(),
    /** Null until it is known. */
    outcome: text("outcome").$type<CallOutcome>(),
    /** E.164; empty for who hides it. */
    other_number: text("other_number").notNull(),
    our_number: text("our_number").notNull(),
    /** Who of the office placed or answered it. */
    agent_id: idColumn("agent_id", "account").references(() => accounts.id),
    customer_id: idColumn("customer_id", "customer").references(() => customers.id),
    booking_id: idColumn("booking_id", "booking"),
    draft_id: idColumn("draft_id", "draft"),
    lead_id: idColumn("lead_id", "lead"),
    /** By whom it was bound: `caller_id` is a suggestion that nobody has confirmed (domain.md, 4.33). */
    bound_by: text("bound_by").$type<"caller_id" | "agent">(),
    /** How many groups have been rung, and whether the caller came outside our hours. */
    ring_round: integer("ring_round").notNull().default(0),
    /** The round that was cut short because no browser said that it rings; each is at most once. */
    led_round: integer("led_round").notNull().default(0),
    after_hours: integer("after_hours", { mode: "boolean" }).notNull().default(false),
    started_at: instantColumn("started_at").notNull(),
    answered_at: instantColumn("answered_at"),
    ended_at: instantColumn("ended_at"),
    /** Whole seconds that two people were connected. */
    talk_seconds: integer("talk_seconds"),
    /** Of the message that was left; its sound is fetched from the network when somebody listens. */
    voicemail_sid: text("voicemail_sid"),
    voicemail_seconds: integer("voicemail_seconds"),
    heard_at: instantColumn("heard_at"),
    /** The phone order as it stood in the form when it was typed last, by its fields: whoever calls back goes on there. */
    typed: jsonColumn<Record<string, string | string[]>>("typed"),
    /** What the agent wrote down afterwards: one line, and why they called. */
    note: text("note"),
    reason: text("reason").$type<CallReason>(),
    wrapped_at: instantColumn("wrapped_at"),
    /** When we last asked the network about it by ourselves: reports may be lost. Wall time. */
    checked_at: integer("checked_at"),
  },
  (t) => [
    // The log, newest first; all of it, one agent's, one side's.
    index("calls_started").on(t.started_at, t.id),
    index("calls_agent").on(t.agent_id, t.started_at),
    index("calls_customer").on(t.customer_id, t.started_at),
    index("calls_booking").on(t.booking_id, t.started_at),
    index("calls_number").on(t.other_number, t.started_at),
    // What goes on now: in whose hands, and what the network is asked about.
    index("calls_open")
      .on(t.agent_id)
      .where(sql`${t.state} != 'ended'`),
    index("calls_voicemail")
      .on(t.started_at)
      .where(sql`${t.voicemail_sid} is not null`),
  ],
);

/** Each telephone that took part: the caller's own, and every one that was rung. What the network said of it. */
export const callLegs = sqliteTable(
  "call_legs",
  {
    /** "CA…" */
    sid: text("sid").primaryKey(),
    call_id: idColumn("call_id", "call")
      .notNull()
      .references(() => calls.id),
    role: text("role").$type<"caller" | "agent" | "number">().notNull(),
    agent_id: idColumn("agent_id", "account").references(() => accounts.id),
    status: text("status").$type<LegStatus>().notNull(),
    ringing_at: instantColumn("ringing_at"),
    answered_at: instantColumn("answered_at"),
    ended_at: instantColumn("ended_at"),
    /** Whole seconds, as the network bills them. */
    seconds: integer("seconds"),
  },
  (t) => [index("call_legs_call").on(t.call_id)],
);

/** Whose browser rang for a call, as it said itself: the ring guarantee rests on this and on the heartbeat. */
export const callRings = sqliteTable(
  "call_rings",
  {
    id: text("id").primaryKey(),
    call_id: idColumn("call_id", "call")
      .notNull()
      .references(() => calls.id),
    agent_id: idColumn("agent_id", "account")
      .notNull()
      .references(() => accounts.id),
    round: integer("round").notNull(),
    /** Wall time. */
    rung_at: integer("rung_at").notNull(),
    acked_at: integer("acked_at"),
  },
  (t) => [index("call_rings_call").on(t.call_id)],
);

/** Whose browser is there to be rung, as its leading tab says again and again. Wall time. */
export const agentPresence = sqliteTable("agent_presence", {
  user_id: idColumn("user_id", "account")
    .primaryKey()
    .references(() => accounts.id),
  seen_at: integer("seen_at").notNull(),
  /** The device is registered with the network, as far as the browser knows. */
  is_ready: integer("is_ready", { mode: "boolean" }).notNull(),
  /** It was rung and said nothing: rung again only after it has been heard anew since. */
  silent_at: integer("silent_at"),
});

/** What an agent did while they were on a call, by the event that tells it: written by a trigger (migration 0085). */
export const callEvents = sqliteTable(
  "call_events",
  {
    event_id: integer("event_id").primaryKey(),
    call_id: idColumn("call_id", "call")
      .notNull()
      .references(() => calls.id),
  },
  (t) => [index("call_events_call").on(t.call_id)],
);
