import type { CallParams } from "./checks";
import { VOICE_LIMITS, type FeedbackIssue, type FeedbackScore } from "./limits";
import type { VoiceText } from "./texts";

/** The telephone's states, what can happen to it, and what it does (specification, section 4). Pure. */

export type DeviceState = "not_ready" | "initializing" | "ready" | "offline" | "unregistered" | "error";
export type MicState = "prompt" | "checking" | "granted" | "denied";
export type CallPhase = "incoming" | "connecting" | "ringing" | "open" | "reconnecting";

export interface CurrentCall {
  /** The SDK's call that this is, by a number of the driver's. */
  handle: number | null;
  direction: "in" | "out";
  phase: CallPhase;
  /** Who is called, or From of who calls; empty for none. */
  number: string;
  /** The log's entry, once the network has said it. */
  callId: string | null;
  openedAt: number | null;
  /** What is wrong with the line now, by the SDK's names. */
  warnings: readonly string[];
  /** The microphone went away in mid-call. */
  micGone: boolean;
}

/** What will happen by itself, and when. */
export type TimerName =
  | "watch_10"
  | "watch_20"
  | "watch_30"
  | "init_again"
  | "auth_again"
  | "refresh_again"
  | "safety_refresh"
  | "re_register"
  | "reconnect"
  | "heartbeat";

export interface VoiceState {
  device: DeviceState;
  identity: string | null;
  /** This tab has the telephone; the others show that it is open elsewhere. */
  isLeading: boolean;
  mic: MicState;
  isInitializing: boolean;
  /** Somebody, or their row, wants the telephone up: it is brought back by itself. */
  isWanted: boolean;
  isOnline: boolean;
  isVisible: boolean;
  /** There is an SDK device, registered or not. */
  hasDevice: boolean;
  /** It has been ready since it was made: coming back is "Voice Connected". */
  wasReady: boolean;
  call: CurrentCall | null;
  /** The call that is just over: why it ended may be told after its end. */
  lastHandle: number | null;
  isMuted: boolean;
  volume: number;
  agent: { is_available: boolean } | null;
  lastAttemptAt: number | null;
  /** Why a token is being fetched, null for none. */
  fetching: "init" | "refresh" | null;
  initTries: number;
  authTries: number;
  refreshTries: number;
  reconnectTries: number;
  lastError: { code: number; at: number } | null;
  timers: Readonly<Partial<Record<TimerName, number>>>;
}

export const AT_REST: VoiceState = {
  device: "not_ready",
  identity: null,
  isLeading: false,
  mic: "prompt",
  isInitializing: false,
  isWanted: false,
  isOnline: true,
  isVisible: true,
  hasDevice: false,
  wasReady: false,
  call: null,
  lastHandle: null,
  isMuted: false,
  volume: VOICE_LIMITS.volume,
  agent: null,
  lastAttemptAt: null,
  fetching: null,
  initTries: 0,
  authTries: 0,
  refreshTries: 0,
  reconnectTries: 0,
  lastError: null,
  timers: {},
};

/** What happens. The first group comes from the page, the second from the browser, the third from the SDK. */
export type Input =
  | { kind: "mounted"; identity: string; agent: VoiceState["agent"] }
  | { kind: "unmounted" }
  | { kind: "agent_row"; agent: VoiceState["agent"] }
  | { kind: "initialize" }
  | { kind: "request_microphone" }
  | { kind: "place"; params: CallParams }
  | { kind: "answer" }
  | { kind: "decline" }
  | { kind: "ignore" }
  | { kind: "hang_up" }
  | { kind: "mute"; isMuted: boolean }
  | { kind: "volume"; volume: number }
  | { kind: "digits"; digits: string }
  | { kind: "message"; content: unknown; messageType: string }
  | { kind: "feedback"; score: FeedbackScore; issue?: FeedbackIssue | undefined }
  | { kind: "tick" }
  | { kind: "leading"; isLeading: boolean }
  | { kind: "visible"; isVisible: boolean }
  | { kind: "online"; isOnline: boolean }
  | { kind: "mic_answer"; granted: boolean }
  | { kind: "mic_gone" }
  | { kind: "mic_back" }
  | { kind: "token"; token: string | null }
  | { kind: "token_failed"; message: string; isNetwork: boolean }
  | { kind: "device_failed"; message: string; isNetwork: boolean }
  | { kind: "registered" }
  /** The SDK's `unregistered` that nobody here asked for. */
  | { kind: "offline" }
  | { kind: "unregistered" }
  | { kind: "register_failed" }
  | { kind: "token_will_expire" }
  | { kind: "device_error"; code: number; message: string }
  | { kind: "incoming"; handle: number; from: string; callId: string | null }
  | { kind: "call_made"; handle: number }
  | { kind: "call_failed"; code: number | null }
  | { kind: "call_ringing"; handle: number }
  | { kind: "call_accepted"; handle: number }
  | { kind: "call_over"; handle: number; how: "disconnect" | "cancel" | "reject" }
  | { kind: "call_error"; handle: number; code: number; message: string }
  | { kind: "call_reconnecting"; handle: number }
  | { kind: "call_reconnected"; handle: number }
  | { kind: "call_warning"; handle: number; name: string; isOver: boolean };

/** What is to be done, in this order. */
export type Effect =
  | { do: "say"; text: VoiceText }
  | { do: "ask_microphone" }
  | { do: "fetch_token"; why: "init" | "refresh" }
  | { do: "make_device"; token: string }
  | { do: "update_token"; token: string }
  /** Only where the SDK's own state is "unregistered": it throws in any other. */
  | { do: "register" }
  | { do: "destroy_device" }
  | { do: "connect"; params: CallParams }
  | { do: "accept" | "reject" | "ignore" | "disconnect" }
  | { do: "set_mute"; isMuted: boolean }
  | { do: "set_volume"; volume: number }
  | { do: "send_digits"; digits: string }
  | { do: "send_message"; content: unknown; messageType: string }
  | { do: "post_feedback"; score: FeedbackScore; issue?: FeedbackIssue | undefined }
  /** A call that nobody can miss: dialog, title, sound, notification; or the end of it. */
  | { do: "alert"; number: string; callId: string | null }
  | { do: "stop_alert" }
  /** To our server (`/crm/voice/…`). */
  | { do: "tell_heartbeat"; isReady: boolean; isLeaving: boolean }
  | { do: "tell_ring"; callId: string }
  | { do: "tell_left" };

export interface Step {
  state: VoiceState;
  effects: readonly Effect[];
}
