/** What happens on the telephone; `number` is the other side's, empty where it is hidden. Pure. */
type CallFigures = { direction: "in" | "out"; number: string };

export interface CallActions {
  /** A telephone call by its id; `number` is the other side's, empty where it is hidden. */
  call_ringing: { subject: "call"; to: "ringing"; data: CallFigures };
  call_answered: { subject: "call"; from: "ringing"; to: "open"; data: CallFigures };
  /** `outcome` may be told better later: reports come out of order. `seconds` that two people talked. */
  call_ended: { subject: "call"; to: "ended"; data: CallFigures & { outcome: string; seconds: number | null } };
  /** Whom a call belongs to was said, or said anew with everything that was made in it (`moved` things). */
  call_bound: {
    subject: "call";
    data: CallFigures & { customer: string | null; booking: string | null; moved: number };
  };
  /** The agent's line afterwards is the why; `reason` a key of CALL_REASON. */
  call_wrapped: { subject: "call"; data: CallFigures & { reason: string }; why: true };
  /** Somebody who called outside our hours agreed by a key to one text with the booking link. */
  booking_link_asked: { subject: "call"; data: CallFigures };
  /** Somebody of the office hung up: what they were typing was not cut short. */
  call_left: { subject: "call"; data: CallFigures };
  voicemail_heard: { subject: "call"; data: CallFigures };
}
