import { loudness, PACKET_MS, tone, type Sound } from "./sound.server";

/** How a telephone's part ended, in Twilio's words. */
export type EndStatus = "completed" | "busy" | "no-answer" | "failed" | "canceled";

/**
 * Somebody who takes part in a call. Each tells what it does by `onAnswer` and `onEnd`; what is done to it are its verbs. Safe
 * to be ended twice.
 */
export interface Party {
  /** "client:agent_…" or a number. */
  readonly name: string;
  readonly sound: Sound;
  onAnswer: () => void;
  onEnd: (status: EndStatus) => void;
  /** Rings it; only what is called. */
  ring(call: { sid: string; from: string; to: string; parameters: Record<string, string> }): void;
  /** Its call was answered; only what calls. */
  answered(): void;
  /** Ends its part; `cause` of what was never answered. */
  end(cause: EndStatus): void;
}

/** A telephone of the world outside: the handset's page plays it, or a rule that answers by itself. */
export interface Phone extends Party {
  readonly number: string;
  state: "idle" | "calling" | "ringing" | "talking" | "over";
  /** The other side, as the network shows it. */
  other: string;
  /** How loud what it hears is now, and the loudest ever; 0 to some 8,500. */
  heard: { now: number; most: number; packets: number };
  /** What was said to it by our greeting. */
  said: string[];
  /** Keys that the other side pressed. */
  keys: string;
  since: number;
  pickUp(): void;
  refuse(status: "busy" | "no-answer"): void;
  hangUp(): void;
  /** Keys of its own, while it is on a call; whoever waits for one hears each. */
  press(keys: string): void;
  onKey: ((key: string) => void) | null;
  /** Its microphone: what the other side hears. */
  isSilent: boolean;
}

const TONE_HZ = 440;
const MOST_KEYS = 20;

export function makePhone(number: string): Phone {
  let talking: NodeJS.Timeout | null = null;
  let nth = 0;
  const sound: Sound = {
    listener: null,
    hear(packet) {
      const now = loudness(packet);
      phone.heard = { now, most: Math.max(phone.heard.most, now), packets: phone.heard.packets + 1 };
    },
  };
  const speak = () => {
    talking ??= setInterval(() => {
      if (!phone.isSilent) sound.listener?.(tone(TONE_HZ, nth));
      nth++;
    }, PACKET_MS).unref();
  };
  const stop = () => {
    if (talking) clearInterval(talking);
    talking = null;
    sound.listener = null;
  };
  const move = (state: Phone["state"]) => {
    phone.state = state;
    phone.since = Date.now();
  };
  const isOver = () => phone.state === "over" || phone.state === "idle";
  const phone: Phone = {
    name: number,
    number,
    sound,
    state: "idle",
    other: "",
    heard: { now: 0, most: 0, packets: 0 },
    said: [],
    keys: "",
    since: Date.now(),
    isSilent: false,
    onKey: null,
    onAnswer: () => undefined,
    onEnd: () => undefined,
    ring({ from }) {
      phone.other = from;
      move("ringing");
    },
    answered() {
      move("talking");
      speak();
    },
    end() {
      if (isOver()) return;
      stop();
      move("over");
    },
    pickUp() {
      if (phone.state !== "ringing") return;
      move("talking");
      speak();
      phone.onAnswer();
    },
    refuse(status) {
      if (phone.state !== "ringing") return;
      move("over");
      phone.onEnd(status);
    },
    press(keys) {
      if (phone.state !== "talking" && phone.state !== "calling") return;
      for (const key of keys.replace(/[^0-9*#]/g, "").slice(0, MOST_KEYS)) phone.onKey?.(key);
    },
    hangUp() {
      if (isOver()) return;
      const before = phone.state;
      stop();
      move("over");
      phone.onEnd(before === "ringing" ? "busy" : "completed");
    },
  };
  return phone;
}

/** In the place of a telephone that there is not. */
export function nobody(name: string): Party {
  return {
    name,
    sound: { listener: null, hear: () => undefined },
    onAnswer: () => undefined,
    onEnd: () => undefined,
    ring: () => undefined,
    answered: () => undefined,
    end: () => undefined,
  };
}
