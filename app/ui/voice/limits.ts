/** The telephone's figures (specification, section 9, "Voice"); milliseconds unless it is said. Pure. */
export const VOICE_LIMITS = {
  /** A key is renewed when the network says so, and after this long in any case. */
  safetyRefresh: 58 * 60_000,
  refreshTries: 3,
  refreshAgain: 5_000,
  reconnectTries: 3,
  reconnectAgain: 5_000,
  /** In total; between them this much times the number of the try. */
  initTries: 4,
  initBackOff: 2_000,
  /** After "Authentication Error – … Retrying". */
  authTries: 3,
  authAgain: 2_000,
  /** What is said while the device does not come up. */
  registrationWatch: [10_000, 20_000, 30_000],
  callDebounce: 300,
  volume: 0.5,
  /** Visible again, or back on line. */
  reRegister: 3_000,
  /** An error that the network sends in pairs, again and again, is said once in so long. */
  sameError: 30_000,
  /** Between two times that the leading tab says that it is there (domain/voice/rings.ts). */
  heartbeat: 10_000,
  digit: 160 + 70,
  pause: 500,
} as const;

/** Feedback after a call (specification, section 5). */
export const FEEDBACK_ISSUES = [
  "audio-latency",
  "choppy-audio",
  "dropped-call",
  "echo",
  "noisy-call",
  "one-way-audio",
] as const;
export type FeedbackIssue = (typeof FEEDBACK_ISSUES)[number];

export const FEEDBACK_ISSUE: Readonly<Record<FeedbackIssue, string>> = {
  "audio-latency": "Long delay",
  "choppy-audio": "Choppy sound",
  "dropped-call": "Call dropped",
  echo: "Echo",
  "noisy-call": "Noise",
  "one-way-audio": "One side could not hear",
};

export const FEEDBACK_SCORES = [1, 2, 3, 4, 5] as const;
export type FeedbackScore = (typeof FEEDBACK_SCORES)[number];
