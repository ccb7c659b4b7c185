/** Words for calls. Pure. */
export type CallDirection = "in" | "out";

/** `ringing`: nobody talks yet; `open`: two people, or a caller and our voicemail, are connected. */
export const CALL_STATES = ["ringing", "open", "ended"] as const;
export type CallState = (typeof CALL_STATES)[number];

export const CALL_OUTCOMES = ["answered", "voicemail", "missed", "busy", "no_answer", "failed", "cancelled"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Read after "Incoming call: " or "Outgoing call: ". */
export const CALL_OUTCOME: Readonly<Record<CallOutcome, string>> = {
  answered: "answered",
  voicemail: "left a voicemail",
  missed: "missed",
  busy: "line busy",
  no_answer: "no answer",
  failed: "could not be connected",
  cancelled: "hung up before an answer",
};

export const CALL_STATE: Readonly<Record<CallState, string>> = {
  ringing: "Ringing",
  open: "On the line",
  ended: "Ended",
};

/** Why they called, as the agent says in one press. */
export const CALL_REASONS = [
  "new_order",
  "change",
  "pickup",
  "billing",
  "question",
  "complaint",
  "driver",
  "wrong_number",
  "other",
] as const;
export type CallReason = (typeof CALL_REASONS)[number];

export const CALL_REASON: Readonly<Record<CallReason, string>> = {
  new_order: "New order",
  change: "Change an order",
  pickup: "Pickup",
  billing: "Bill or refund",
  question: "Question",
  complaint: "Complaint",
  driver: "Driver",
  wrong_number: "Wrong number or spam",
  other: "Something else",
};

export const isCallReason = (value: unknown): value is CallReason => CALL_REASONS.some((one) => one === value);

/** "4:05", "1:02:09": how long somebody talked. Zero for nobody. */
export function formatSeconds(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
