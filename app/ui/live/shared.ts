import type { ConnectionState } from "./machine";
import { eventOf } from "./place";
import { openStream, type Change, type Heard } from "./stream";

/** One who leads says so at least this often; their stream's heartbeat (25 s) does too, where timers are slowed down. */
const SAY_MS = 10_000;
/** After this long without a word another tab takes over. */
const SILENCE_MS = 40_000;
/** A hidden tab's timers run once a minute. */
const FORGET_MS = 150_000;
const NAME = "live";

type Message =
  | { is: "want"; tab: string; topics: readonly string[] }
  | { is: "status"; connection: ConnectionState; place: string | null }
  | { is: "change"; change: Change }
  | { is: "reset" };

export interface Live {
  want(topics: readonly string[]): void;
  close(): void;
}

/**
 * One stream for all tabs of a browser: who holds the lock leads it and tells the others; they follow, and take over when
 * the leader's tab is closed, or has been silent for 40 s. Where a browser has neither locks nor channels each tab has its
 * own. `place`: up to where the page already knows everything.
 */
export function openLive(place: string | null, heard: Heard): Live {
  if (!("locks" in navigator) || typeof BroadcastChannel === "undefined") return openStream(place, heard);

  const tab = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel(NAME);
  const others = new Map<string, { topics: readonly string[]; at: number }>();
  const closing = new AbortController();
  let topics: readonly string[] = [];
  let leading: ReturnType<typeof openStream> | null = null;
  let lastPlace = place;
  let met = false;
  let [heardAt, askedAt] = [Date.now(), 0];

  const say = (message: Message) => channel.postMessage(message);
  const ask = () => {
    askedAt = Date.now();
    say({ is: "want", tab, topics });
  };
  const sayStatus = () => {
    if (leading) say({ is: "status", connection: leading.status[0], place: leading.status[1] });
  };

  /** Everything that some tab wants, without those that have gone. */
  function wantAll(): void {
    for (const [name, { at }] of others) if (Date.now() - at > FORGET_MS) others.delete(name);
    leading?.want([...new Set([...topics, ...[...others.values()].flatMap((other) => other.topics)])]);
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.is === "want") {
      if (!leading) return;
      if (data.topics.length > 0) others.set(data.tab, { topics: data.topics, at: Date.now() });
      else others.delete(data.tab);
      wantAll();
      return sayStatus();
    }
    if (leading) return;
    heardAt = Date.now();
    if (heardAt - askedAt > SAY_MS) ask();
    if (data.is === "change") heard.change(data.change);
    else if (data.is === "reset") heard.reset();
    else {
      // The leader's stream may be further than this page was when it was made.
      if (!met && eventOf(data.place) > eventOf(place)) heard.reset();
      met = true;
      lastPlace = data.place ?? lastPlace;
      heard.status(data.connection, data.place);
    }
  };

  function lead(): Promise<void> {
    // Given the lock in the moment of closing.
    if (closing.signal.aborted) return Promise.resolve();
    met = true;
    leading = openStream(lastPlace, {
      status(connection, at) {
        lastPlace = at;
        heard.status(connection, at);
        say({ is: "status", connection, place: at });
      },
      change(change) {
        heard.change(change);
        say({ is: "change", change });
      },
      reset() {
        heard.reset();
        say({ is: "reset" });
      },
    });
    wantAll();
    return new Promise((resolve) => closing.signal.addEventListener("abort", () => resolve()));
  }

  function follow(steal: boolean): void {
    const how = steal ? { steal } : { signal: closing.signal };
    navigator.locks.request(NAME, how, lead).catch(() => {
      if (closing.signal.aborted) return;
      // Taken over by a tab that heard nothing of this one.
      leading?.close();
      leading = null;
      heardAt = Date.now();
      follow(false);
    });
  }

  const saying = setInterval(() => {
    if (leading) sayStatus();
    else if (Date.now() - heardAt > SILENCE_MS) {
      heardAt = Date.now();
      follow(true);
    } else ask();
  }, SAY_MS);
  follow(false);

  return {
    want(wanted) {
      topics = wanted;
      if (leading) wantAll();
      else ask();
    },
    close() {
      clearInterval(saying);
      topics = [];
      if (!leading) ask();
      leading?.close();
      leading = null;
      closing.abort();
      channel.close();
    },
  };
}
