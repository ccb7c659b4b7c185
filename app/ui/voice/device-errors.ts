import { VOICE_LIMITS as LIMITS } from "./limits";
import type { Step, VoiceState } from "./state";
import { only, refresh, say, WATCH, withTimers, without } from "./steps";
import { voiceError } from "./texts";

/** 31000 and 31005 come as a pair with every try; 20104 and its like are healed by a fresh key alone. */
const EXPIRED: ReadonlySet<number> = new Set([20104, 31205]);
const PAIRED: ReadonlySet<number> = new Set([31000, 31005]);

/** What the device says went wrong. Pure. */
export function deviceError(state: VoiceState, code: number, message: string, now: number): Step {
  const kin = (one: number) => (PAIRED.has(one) ? 31005 : one);
  const isSame =
    state.lastError !== null && kin(state.lastError.code) === kin(code) && now - state.lastError.at < LIMITS.sameError;
  const next: VoiceState = { ...state, lastError: isSame ? state.lastError : { code, at: now } };
  if (EXPIRED.has(code)) return refresh({ ...next, refreshTries: 0 });
  if (code === 31003) return authError(next, message, now);
  if (isSame) return only(next);
  if (PAIRED.has(code)) return only(next, say("connection_error"));
  return only(next, { do: "say", text: voiceError(message, code) });
}

function authError(state: VoiceState, message: string, now: number): Step {
  if (state.authTries >= LIMITS.authTries)
    return only(
      { ...without(state, ...WATCH, "auth_again"), device: "error", isInitializing: false },
      { do: "say", text: voiceError(message, 31003) },
    );
  const next = withTimers({ ...state, authTries: state.authTries + 1 }, { auth_again: now + LIMITS.authAgain });
  return only(next, say("auth_error"));
}
