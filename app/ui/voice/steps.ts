import type { Effect, Step, TimerName, VoiceState } from "./state";
import { TEXTS, type TextName } from "./texts";

/** What the machine's steps are made of. Pure. */
export const only = (state: VoiceState, ...effects: Effect[]): Step => ({ state, effects });
export const say = (name: TextName): Effect => ({ do: "say", text: TEXTS[name] });
export const withTimers = (state: VoiceState, set: Partial<Record<TimerName, number>>): VoiceState => ({
  ...state,
  timers: { ...state.timers, ...set },
});
export function without(state: VoiceState, ...names: TimerName[]): VoiceState {
  return {
    ...state,
    timers: Object.fromEntries(Object.entries(state.timers).filter(([one]) => !names.includes(one as TimerName))),
  };
}
/** One step and then another, on what the first has left. */
export function afterwards(step: Step, next: (state: VoiceState) => Step): Step {
  const after = next(step.state);
  return { state: after.state, effects: [...step.effects, ...after.effects] };
}

export const WATCH: readonly TimerName[] = ["watch_10", "watch_20", "watch_30"];

export const fetchFor = (state: VoiceState, why: "init" | "refresh"): Step =>
  only({ ...state, fetching: why }, { do: "fetch_token", why });

export const refresh = (state: VoiceState): Step =>
  state.hasDevice && state.fetching === null ? fetchFor(state, "refresh") : only(state);
