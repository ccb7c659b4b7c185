import { callParams } from "~/ui/voice/checks";
import { nextDue, reduce } from "~/ui/voice/machine";
import { AT_REST, type Effect, type Input, type VoiceState } from "~/ui/voice/state";

/** A telephone that lives in virtual time, and remembers what it did and said. */
export function phone(given: Partial<VoiceState> = {}) {
  let state: VoiceState = { ...AT_REST, isLeading: true, ...given };
  let now = 0;
  let effects: Effect[] = [];
  const put = (input: Input) => {
    const step = reduce(state, input, now);
    state = step.state;
    effects.push(...step.effects);
  };
  return {
    get state() {
      return state;
    },
    get now() {
      return now;
    },
    put(...inputs: Input[]) {
      inputs.forEach(put);
      return this;
    },
    /** Time goes by, from one thing that is due to the next. */
    pass(ms: number) {
      const until = now + ms;
      for (let due = nextDue(state); due !== null && due <= until; due = nextDue(state)) {
        now = Math.max(now, due);
        put({ kind: "tick" });
      }
      now = until;
      return this;
    },
    /** What was done since it was asked last; heartbeats apart. */
    took() {
      const done = effects.filter(({ do: what }) => what !== "tell_heartbeat");
      effects = [];
      return done.map((effect) =>
        effect.do === "say" ? [effect.text.title, effect.text.text].filter(Boolean).join(" – ") : effect.do,
      );
    },
    beats() {
      return effects.filter(({ do: what }) => what === "tell_heartbeat").length;
    },
  };
}

export const ME: Input = { kind: "mounted", identity: "agent_1", agent: null };
export const ready = () => {
  const one = phone().put(
    ME,
    { kind: "initialize" },
    { kind: "mic_answer", granted: true },
    { kind: "token", token: "t" },
  );
  one.put({ kind: "registered" }).took();
  return one;
};
export const talking = () => {
  const one = ready().put(
    { kind: "place", params: callParams(" +14075550133 ") },
    { kind: "call_made", handle: 1 },
    { kind: "call_accepted", handle: 1 },
  );
  one.took();
  return one;
};
export const minutes = (count: number) => count * 60_000;
