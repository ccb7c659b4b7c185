/**
 * What becomes of a browser's stream and its channels, as a pure machine: the specification's states and ends (section
 * 4), heartbeat and back-off (section 9). Times are milliseconds; nothing here waits, asks the time or draws.
 */
export type ConnectionState = "connecting" | "open" | "closing" | "closed";
export type ChannelState = "closed" | "errored" | "joined" | "joining" | "leaving";
export type ChannelEnd = "CHANNEL_ERROR" | "TIMED_OUT" | "CLOSED";

export const BACK_OFF_MS = [1_000, 2_000, 5_000, 10_000] as const;
export const JOIN_MS = 10_000;
/** A heartbeat comes every 25 s: after this long there is nobody at the other end. */
export const SILENCE_MS = 40_000;

export interface LiveState {
  connection: ConnectionState;
  channels: Readonly<Record<string, ChannelState>>;
  /** Up to where everything was heard, for the next connection. */
  place: string | null;
  /** Connections that failed since the last one that stood. */
  tries: number;
  heardAt: number;
  joinBy: number | null;
  retryAt: number | null;
}

export type LiveInput =
  | { type: "want"; topics: readonly string[] }
  | { type: "joined"; joined: readonly string[]; refused: readonly string[]; place: string }
  | { type: "heard"; place: string }
  | { type: "refused"; topics: readonly string[] }
  | { type: "failed" }
  /** The server said that this session may hear nothing any more. */
  | { type: "ended" }
  | { type: "disconnected" }
  | { type: "tick" };

export type LiveEffect =
  | { do: "connect"; topics: string[]; since: string | null }
  | { do: "disconnect" }
  | { do: "end"; topic: string; end: ChannelEnd };

export const startState = (place: string | null): LiveState => ({
  connection: "closed",
  channels: {},
  place,
  tries: 0,
  heardAt: 0,
  joinBy: null,
  retryAt: null,
});

type Step = { state: LiveState; effects: LiveEffect[] };
type Channels = LiveState["channels"];

/** The state after an input, and what has to be done for it, in order. */
export function step(state: LiveState, input: LiveInput, now: number): Step {
  switch (input.type) {
    case "want":
      return want(state, input.topics, now);
    case "joined":
      return joined(state, input, now);
    case "heard":
      return { state: { ...state, place: input.place, heardAt: now }, effects: [] };
    case "refused":
      return endChannels(state, "errored", "CHANNEL_ERROR", (name) => input.topics.includes(name));
    case "failed":
      return state.connection === "closed" ? { state, effects: [] } : fail(state, "CHANNEL_ERROR", now);
    case "ended":
      return endChannels({ ...state, connection: "closed", joinBy: null, retryAt: null }, "closed", "CLOSED");
    case "disconnected":
      return state.connection === "closing"
        ? endChannels({ ...state, connection: "closed" }, "closed", "CLOSED")
        : { state, effects: [] };
    case "tick":
      return tick(state, now);
  }
}

function want(state: LiveState, topics: readonly string[], now: number): Step {
  const live = Object.entries(state.channels).filter(([, is]) => is !== "closed" && is !== "leaving");
  const same = live.length === topics.length && live.every(([name]) => topics.includes(name));
  if (same) return { state, effects: [] };
  const channels: Record<string, ChannelState> = {};
  for (const [name] of live) channels[name] = "leaving";
  for (const name of topics) channels[name] = "joining";
  const standing = state.connection !== "closed";
  if (topics.length > 0) {
    const next = connect({ ...state, channels }, now);
    return standing ? { ...next, effects: [{ do: "disconnect" }, ...next.effects] } : next;
  }
  if (!standing) return endChannels({ ...state, channels, retryAt: null }, "closed", "CLOSED");
  return {
    state: { ...state, channels, connection: "closing", joinBy: null, retryAt: null },
    effects: [{ do: "disconnect" }],
  };
}

function connect(state: LiveState, now: number): Step {
  const channels = map(state.channels, (is) => (is === "errored" ? "joining" : is));
  const topics = Object.keys(channels).filter((name) => channels[name] === "joining");
  return {
    state: { ...state, channels, connection: "connecting", joinBy: now + JOIN_MS, retryAt: null },
    effects: [{ do: "connect", topics, since: state.place }],
  };
}

function joined(state: LiveState, input: Extract<LiveInput, { type: "joined" }>, now: number): Step {
  if (state.connection !== "connecting") return { state, effects: [] };
  const left = endChannels(state, "closed", "CLOSED", (_, is) => is === "leaving");
  const refused = endChannels(left.state, "errored", "CHANNEL_ERROR", (name) => input.refused.includes(name));
  return {
    state: {
      ...refused.state,
      channels: map(refused.state.channels, (is, name) => (input.joined.includes(name) ? "joined" : is)),
      connection: "open",
      place: input.place,
      tries: 0,
      heardAt: now,
      joinBy: null,
    },
    effects: [...left.effects, ...refused.effects],
  };
}

function fail(state: LiveState, end: ChannelEnd, now: number): Step {
  const wait = BACK_OFF_MS[Math.min(state.tries, BACK_OFF_MS.length - 1)] ?? 0;
  const left = endChannels(state, "closed", "CLOSED", (_, is) => is === "leaving");
  const ended = endChannels(left.state, "errored", end, (_, is) => is === "joined" || is === "joining");
  const wanted = Object.values(ended.state.channels).includes("errored");
  return {
    state: {
      ...ended.state,
      connection: "closed",
      joinBy: null,
      tries: state.tries + 1,
      retryAt: wanted ? now + wait : null,
    },
    effects: [{ do: "disconnect" }, ...left.effects, ...ended.effects],
  };
}

function tick(state: LiveState, now: number): Step {
  if (state.connection === "connecting" && state.joinBy !== null && now >= state.joinBy)
    return fail(state, "TIMED_OUT", now);
  if (state.connection === "open" && now - state.heardAt >= SILENCE_MS) return fail(state, "CHANNEL_ERROR", now);
  if (state.connection === "closed" && state.retryAt !== null && now >= state.retryAt) return connect(state, now);
  return { state, effects: [] };
}

function endChannels(
  state: LiveState,
  to: "closed" | "errored",
  end: ChannelEnd,
  which: (name: string, is: ChannelState) => boolean = (_, is) => is !== "closed",
): Step {
  const ended = Object.entries(state.channels).filter(([name, is]) => which(name, is));
  const names = ended.map(([name]) => name);
  return {
    state: { ...state, channels: map(state.channels, (is, name) => (names.includes(name) ? to : is)) },
    effects: names.map((topic) => ({ do: "end", topic, end })),
  };
}

function map(channels: Channels, change: (is: ChannelState, name: string) => ChannelState): Channels {
  return Object.fromEntries(Object.entries(channels).map(([name, is]) => [name, change(is, name)]));
}
