import { VOICE_LIMITS as LIMITS } from "./limits";
import type { CurrentCall, Effect, Input, Step, VoiceState } from "./state";
import { callError, callFailed, incomingCall, TEXTS, type TextName } from "./texts";
import type { CallParams } from "./checks";

const only = (state: VoiceState, ...effects: Effect[]): Step => ({ state, effects });
const say = (name: TextName): Effect => ({ do: "say", text: TEXTS[name] });

/** No call any more; the mute goes with it. */
export const endCall = (state: VoiceState): VoiceState => ({
  ...state,
  call: null,
  lastHandle: state.call?.handle ?? state.lastHandle,
  isMuted: false,
});

/** What happens to the call, or null for what is the device's business. Pure. */
export function onCall(state: VoiceState, input: Input, now: number): Step | null {
  switch (input.kind) {
    case "place":
      return place(state, input.params, now);
    case "incoming":
      return incoming(state, input);
    case "answer":
      return state.call?.phase === "incoming"
        ? only({ ...state, call: { ...state.call, phase: "connecting" } }, { do: "stop_alert" }, { do: "accept" })
        : only(state);
    case "decline":
    case "ignore":
      return state.call?.phase === "incoming"
        ? only(endCall(state), { do: "stop_alert" }, { do: input.kind === "decline" ? "reject" : "ignore" })
        : only(state);
    case "hang_up":
      return state.call
        ? only(state, { do: "stop_alert" }, ...(isTalking(state.call) ? [{ do: "tell_left" } as const] : []), {
            do: "disconnect",
          })
        : only(state);
    case "mute":
      return state.call
        ? only({ ...state, isMuted: input.isMuted }, { do: "set_mute", isMuted: input.isMuted })
        : only(state);
    case "call_failed":
      return only(endCall(state), { do: "say", text: callFailed(input.code) });
    case "mic_gone":
      return ofCall(state, (call) => only({ ...state, call: { ...call, micGone: true } }, say("mic_gone")));
    case "mic_back":
      return ofCall(state, (call) =>
        call.micGone ? only({ ...state, call: { ...call, micGone: false } }, say("mic_back")) : only(state),
      );
    case "call_made":
      return ofCall(state, (call) => only({ ...state, call: { ...call, handle: input.handle } }));
    case "call_ringing":
    case "call_accepted":
    case "call_over":
    case "call_error":
    case "call_reconnecting":
    case "call_reconnected":
    case "call_warning":
      // A line that is lost for good is over first, and then says why.
      if (input.kind === "call_error" && state.call === null && state.lastHandle === input.handle)
        return only({ ...state, lastHandle: null }, { do: "say", text: callError(input.message, input.code) });
      return state.call?.handle === input.handle ? moveCall(state, state.call, input, now) : only(state);
    default:
      return null;
  }
}

const isTalking = ({ phase }: CurrentCall) => phase === "open" || phase === "reconnecting";

const ofCall = (state: VoiceState, run: (call: CurrentCall) => Step): Step =>
  state.call ? run(state.call) : only(state);

/** A second request while one is under way, or right after the last, is the same one. */
function place(state: VoiceState, params: CallParams, now: number): Step {
  if (state.call !== null) return only(state);
  if (state.lastAttemptAt !== null && now - state.lastAttemptAt < LIMITS.callDebounce) return only(state);
  const tried = { ...state, lastAttemptAt: now };
  if (!state.isLeading) return only(tried, say("other_tab"));
  if (state.device !== "ready") return only(tried, say("not_ready"));
  const To = params.To.trim();
  if (To === "") return only(tried, say("invalid_number"));
  const call: CurrentCall = {
    handle: null,
    direction: "out",
    phase: "connecting",
    number: To,
    callId: null,
    openedAt: null,
    warnings: [],
    micGone: false,
  };
  return only({ ...tried, call }, { do: "connect", params: { ...params, To } });
}

function incoming(state: VoiceState, { handle, from, callId }: Extract<Input, { kind: "incoming" }>): Step {
  // The SDK drops it as well: one at a time.
  if (state.call !== null) return only(state);
  const call: CurrentCall = {
    handle,
    direction: "in",
    phase: "incoming",
    number: from,
    callId,
    openedAt: null,
    warnings: [],
    micGone: false,
  };
  return only(
    { ...state, call },
    ...(callId === null ? [] : [{ do: "tell_ring", callId } as const]),
    { do: "alert", number: from, callId },
    { do: "say", text: incomingCall(from) },
  );
}

type Moved = Extract<Input, { handle: number }>;

function moveCall(state: VoiceState, call: CurrentCall, input: Moved, now: number): Step {
  const as = (changes: Partial<CurrentCall>): VoiceState => ({ ...state, call: { ...call, ...changes } });
  switch (input.kind) {
    case "call_ringing":
      return only(as({ phase: "ringing" }));
    case "call_accepted":
      return only(
        as({ phase: "open", openedAt: now }),
        { do: "stop_alert" },
        { do: "set_volume", volume: state.volume },
        say("call_connected"),
      );
    case "call_over":
      if (input.how === "disconnect") return only(endCall(state), { do: "stop_alert" }, say("call_ended"));
      return only(
        endCall(state),
        { do: "stop_alert" },
        ...(input.how === "cancel" && call.direction === "in" ? [say("answered_elsewhere")] : []),
      );
    case "call_error":
      return only(
        { ...endCall(state), lastHandle: null },
        { do: "stop_alert" },
        { do: "say", text: callError(input.message, input.code) },
      );
    case "call_reconnecting":
      return only(as({ phase: "reconnecting" }), say("line_weak"));
    case "call_reconnected":
      return only(as({ phase: "open" }), say("line_back"));
    case "call_warning": {
      const others = call.warnings.filter((name) => name !== input.name);
      return only(as({ warnings: input.isOver ? others : [...others, input.name] }));
    }
    default:
      return only(state);
  }
}
