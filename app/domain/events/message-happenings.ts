import type { MessageState } from "../states/transitions";

/** What happens to messages, ours and the customers'; a part of `Actions` (happenings.ts). */
export interface MessageActions {
  message_moved: { subject: "message"; from: MessageState; to: MessageState; why: true };
  /**
   * `word` where it was one that steers our texts; else a person reads it. `said`: how it began, in their own letters.
   * `others`: the numbers of the bookings that it may be about as well.
   */
  text_received: {
    subject: "message";
    to: "received";
    data: { word?: "stop" | "start" | "help"; said?: string; others?: string[] };
  };
  texts_stopped: { subject: "customer"; data: { phone: string; source: "customer" | "network" } };
  texts_allowed: { subject: "customer"; data: { phone: string } };
  /** Its time had passed before anybody could send it. `day`: the New York day on which it was due. */
  reminder_skipped: { subject: "booking"; data: { reminder: string; day: string } };
}
