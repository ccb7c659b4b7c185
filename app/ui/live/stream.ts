import { livePaths } from "~/live-paths";
import { startState, step, type ConnectionState, type LiveEffect, type LiveInput } from "./machine";

/** One thing that happened, as it comes over the wire. */
export interface Change {
  /** Up to where everything was told with it. */
  place: string;
  topics: string[];
  kind: string;
  subject?: string | null;
  id?: string | null;
  booking?: string | null;
}

/** What a tab hears. */
export interface Heard {
  /** How the stream stands, and up to where everything was told. */
  status(connection: ConnectionState, place: string | null): void;
  change(change: Change): void;
  /** Something was missed that cannot be told any more. */
  reset(): void;
}

const TICK_MS = 500;

/** The one connection of a browser: the machine with a clock and an EventSource. */
export function openStream(place: string | null, heard: Heard) {
  let state = startState(place);
  let source: EventSource | null = null;
  const ticking = setInterval(() => put({ type: "tick" }), TICK_MS);

  function put(input: LiveInput): void {
    const before = state;
    const next = step(state, input, Date.now());
    state = next.state;
    for (const effect of next.effects) act(effect);
    if (before.connection !== state.connection || input.type === "heard") heard.status(state.connection, state.place);
  }

  function act(effect: LiveEffect): void {
    if (effect.do === "connect") connect(livePaths.topics(effect.topics, effect.since));
    if (effect.do === "disconnect") {
      source?.close();
      source = null;
      // After the machine has made its step.
      queueMicrotask(() => put({ type: "disconnected" }));
    }
  }

  function connect(address: string): void {
    const mine = new EventSource(address);
    source = mine;
    const on = (name: string, take: (data: never, place: string) => void) =>
      mine.addEventListener(name, (event: MessageEvent<string>) => {
        if (source === mine) take(JSON.parse(event.data) as never, event.lastEventId);
      });
    on("joined", (data: { joined: string[]; refused: string[] }, at) => put({ type: "joined", ...data, place: at }));
    on("heartbeat", (_, at) => put({ type: "heard", place: at }));
    on("change", (change: Omit<Change, "place">, place) => {
      put({ type: "heard", place });
      heard.change({ ...change, place });
    });
    on("reset", (_, at) => {
      put({ type: "heard", place: at });
      heard.reset();
    });
    on("refused", ({ topics }: { topics: string[] }) => put({ type: "refused", topics }));
    on("ended", () => {
      mine.close();
      put({ type: "ended" });
    });
    // why: an EventSource comes back by itself after 3 s; the specified back-off is the machine's.
    mine.onerror = () => {
      mine.close();
      if (source === mine) put({ type: "failed" });
    };
  }

  return {
    want: (topics: readonly string[]) => put({ type: "want", topics }),
    get status() {
      return [state.connection, state.place] as const;
    },
    close() {
      clearInterval(ticking);
      source?.close();
      source = null;
    },
  };
}
