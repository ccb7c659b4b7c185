/**
 * Every text of the telephone (specification, section 8, "Voice messages"): the part before the dash is the title. What the
 * specification leaves open is marked as ours. Pure.
 */
export interface VoiceText {
  title: string;
  text: string;
  tone: "good" | "bad" | "quiet";
}

const say = (tone: VoiceText["tone"], title: string, text = ""): VoiceText => ({ title, text, tone });

export const TEXTS = {
  mic_denied: say("bad", "Microphone Access Required", "Please allow microphone access to make browser calls"),
  mic_granted: say("good", "Microphone Access Granted"),
  connection_error: say("bad", "Connection Error", "Voice service configuration issue. Please contact support."),
  auth_error: say("bad", "Authentication Error", "Voice authentication failed. Retrying..."),
  connection_lost: say("bad", "Connection Lost", "Unable to refresh voice connection. Please reinitialize."),
  disconnected: say("bad", "Voice device disconnected. Click Initialize Device to reconnect."),
  not_ready: say("bad", "Device Not Ready", "Voice calling is not initialized. Click Request Microphone to setup."),
  connecting_10: say("quiet", "Connecting..."),
  connecting_20: say("quiet", "Still Connecting"),
  connecting_30: say("bad", "Connection Timeout", "Voice device connection failed. Try manual initialization."),
  init_failed: say("bad", "Initialization Failed", "Could not connect to voice service after multiple attempts"),
  invalid_number: say("bad", "Invalid Phone Number", "Please provide a valid phone number"),
  ready: say("good", "Voice Ready"),
  connected: say("good", "Voice Connected"),
  call_connected: say("good", "Call Connected"),
  call_ended: say("quiet", "Call Ended"),
  // Ours: the specification has no words for these.
  mic_gone: say("bad", "Microphone Lost", "The other side cannot hear you. Plug it in again or choose another one."),
  mic_back: say("good", "Microphone Back"),
  line_weak: say("bad", "Line Interrupted", "We are trying to get it back. Please stay on the line."),
  line_back: say("good", "Line Back"),
  answered_elsewhere: say("quiet", "Call Over", "Somebody else answered, or the caller hung up."),
  other_tab: say("quiet", "Open in Another Tab", "Your telephone is in another tab of this browser."),
} as const satisfies Record<string, VoiceText>;
export type TextName = keyof typeof TEXTS;

/** The SDK's words begin with its own name of the error and the code: "BusyHere (31486): Busy Here". Both are said once. */
const withCode = (message: string, code: number | string) =>
  `${message.replace(/^\w+ \(\d+\): /, "").replace(/\.$/, "")} (${code})`;

/** With what the network said. */
export const voiceError = (message: string, code: number | string): VoiceText =>
  say("bad", "Voice Error", withCode(message, code));
export const setupFailed = (message: string): VoiceText => say("bad", `Voice setup failed: ${message}`);
export const callError = (message: string, code: number | string): VoiceText =>
  say("bad", "Call Error", withCode(message, code));
export const incomingCall = (from: string): VoiceText =>
  say("quiet", "Incoming Call", `Call from ${from.trim() || "Unknown"}`);

const CALL_FAILED: Readonly<Record<number, string>> = {
  31003: "Authentication failed - please reinitialize",
  31005: "Connection failed - check your internet connection",
};
export const callFailed = (code: number | null): VoiceText =>
  say("bad", "Call Failed", (code !== null && CALL_FAILED[code]) || "Could not place the call");

/** What a form or a script is refused with (specification, section 5). */
export const NO_TOKEN = "No access token received";
export const ILLEGAL_DIGITS = "Illegal character passed into sendDigits";

/** The SDK's names of what is wrong with a line, in words (ours). */
export const WARNINGS: Readonly<Record<string, string>> = {
  "high-rtt": "Long delay on the line",
  "high-jitter": "The sound comes unevenly",
  "high-packet-loss": "Parts of the sound are lost",
  "high-packets-lost-fraction": "Parts of the sound are lost",
  "low-mos": "Poor sound",
  "low-bytes-received": "No sound comes in",
  "low-bytes-sent": "No sound goes out",
  "constant-audio-input-level": "Your microphone may be silent",
  "constant-audio-output-level": "The other side may be silent",
  "ice-connectivity-lost": "The line is interrupted",
};
export const warningWords = (name: string): string => WARNINGS[name] ?? "Something is wrong with the line";
