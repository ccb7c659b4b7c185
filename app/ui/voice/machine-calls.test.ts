import { describe, expect, it } from "vitest";
import { ME, phone, ready, talking } from "../../../tests/support/phone";
import { callParams, digitRuns, messageProblem } from "./checks";
import type { Input } from "./state";
import { ILLEGAL_DIGITS } from "./texts";

describe("a call", () => {
  const place = (to = "+14075550133"): Input => ({ kind: "place", params: callParams(to) });

  it("is connected, then over; the mute goes with it", () => {
    const one = ready().put(place(" +14075550133 "));
    expect([one.state.call, one.took()]).toEqual([
      expect.objectContaining({ phase: "connecting", number: "+14075550133" }),
      ["connect"],
    ]);
    one.put({ kind: "call_made", handle: 1 }, { kind: "call_ringing", handle: 1 });
    expect(one.state.call?.phase).toBe("ringing");
    one.put({ kind: "call_accepted", handle: 1 }, { kind: "mute", isMuted: true });
    expect([one.state.call?.phase, one.state.isMuted, one.took()]).toEqual([
      "open",
      true,
      ["stop_alert", "set_volume", "Call Connected", "set_mute"],
    ]);
    one.put({ kind: "call_over", handle: 1, how: "disconnect" });
    expect([one.state.call, one.state.isMuted, one.took()]).toEqual([null, false, ["stop_alert", "Call Ended"]]);
  });

  it("that is lost for good says why, though its end comes first; once, and of no other call", () => {
    const lost: Input = { kind: "call_error", handle: 1, code: 53405, message: "ConnectionError (53405): Raised." };
    const one = talking().put({ kind: "call_reconnecting", handle: 1 });
    one.took();
    expect(one.put({ kind: "call_over", handle: 1, how: "disconnect" }, lost, lost).took()).toEqual([
      "stop_alert",
      "Call Ended",
      "Call Error – Raised (53405)",
    ]);
    const other = talking().put({ kind: "call_over", handle: 1, how: "disconnect" });
    other.took();
    expect(other.put({ ...lost, handle: 9 }).took()).toEqual([]);
  });

  it("that is hung up here is said to be, once two people talk", () => {
    const one = talking();
    one.took();
    expect(one.put({ kind: "hang_up" }).took()).toEqual(["stop_alert", "tell_left", "disconnect"]);
    expect(ready().put(place()).put({ kind: "hang_up" }).took()).toEqual(["connect", "stop_alert", "disconnect"]);
  });

  it("needs a ready device and a number", () => {
    expect(phone().put(ME, place()).took()[0]).toContain("Device Not Ready");
    expect(ready().put(place("  ")).took()).toEqual(["Invalid Phone Number – Please provide a valid phone number"]);
  });

  it("is asked for once: while one is under way, and within 300 ms", () => {
    expect(ready().put(place(), place("+14075550144")).took()).toEqual(["connect"]);
    const one = ready().put(place(), { kind: "call_failed", code: null });
    expect(one.took().at(-1)).toContain("Could not place the call");
    expect([one.pass(299).put(place()).took(), one.pass(1).put(place()).took()]).toEqual([[], ["connect"]]);
  });

  it("that comes in rings, tells the server so, and is answered, declined, ignored, or gone", () => {
    const comes: Input = { kind: "incoming", handle: 7, from: "+14075550133", callId: "cll_1" };
    const one = ready().put(comes);
    expect(one.took()).toEqual(["tell_ring", "alert", "Incoming Call – Call from +14075550133"]);
    expect(one.put({ ...comes, handle: 8 }).took()).toEqual([]);
    expect(one.put({ kind: "answer" }, { kind: "answer" }).took()).toEqual(["stop_alert", "accept"]);
    expect(ready().put(comes, { kind: "decline" }).took().slice(3)).toEqual(["stop_alert", "reject"]);
    expect(ready().put(comes, { kind: "ignore" }).took().slice(3)).toEqual(["stop_alert", "ignore"]);
    const gone = ready().put(comes, { kind: "call_over", handle: 7, how: "cancel" });
    expect([gone.state.call, gone.took().slice(3)]).toEqual([
      null,
      ["stop_alert", "Call Over – Somebody else answered, or the caller hung up."],
    ]);
  });

  it("whose line breaks is tried to be kept; an error ends it in words", () => {
    const one = talking().put({ kind: "call_reconnecting", handle: 1 });
    expect(one.state.call?.phase).toBe("reconnecting");
    one.put({ kind: "call_reconnected", handle: 1 });
    expect([one.state.call?.phase, one.took().length]).toEqual(["open", 2]);
    one.put({ kind: "call_error", handle: 1, code: 53405, message: "Media lost" });
    expect([one.state.call, one.took().at(-1)]).toEqual([null, "Call Error – Media lost (53405)"]);
  });

  it("keeps what is wrong with its line until it is over, and hears of a former call's events nothing", () => {
    const one = talking();
    one.put({ kind: "call_warning", handle: 1, name: "low-mos", isOver: false });
    one.put({ kind: "call_over", handle: 99, how: "disconnect" });
    expect(one.state.call?.warnings).toEqual(["low-mos"]);
    expect(one.put({ kind: "call_warning", handle: 1, name: "low-mos", isOver: true }).state.call?.warnings).toEqual(
      [],
    );
  });

  it("goes on without a microphone, and says so", () => {
    const one = talking().put({ kind: "mic_gone" });
    expect([one.state.call?.micGone, one.took()[0]]).toEqual([true, expect.stringContaining("Microphone Lost")]);
    expect(one.put({ kind: "mic_back" }).took()).toEqual(["Microphone Back"]);
  });

  it("takes digits, messages and feedback as the specification has them", () => {
    expect(talking().put({ kind: "digits", digits: "12w#" }).took()).toEqual(["send_digits"]);
    expect(() => talking().put({ kind: "digits", digits: "12a" })).toThrow(ILLEGAL_DIGITS);
    expect(digitRuns("1w2*#w9")).toEqual([
      { digits: "1", after: 0 },
      { digits: "2*#", after: 230 + 500 },
      { digits: "9", after: 3 * 230 + 500 },
    ]);
    expect(
      talking()
        .put({ kind: "message", content: { a: 1 }, messageType: "note" })
        .took(),
    ).toEqual(["send_message"]);
    expect(messageProblem({ content: "", messageType: "x" })).not.toBeNull();
    expect(messageProblem({ content: "a", messageType: "" })).not.toBeNull();
    expect(talking().put({ kind: "feedback", score: 5, issue: "echo" }).took()).toEqual(["post_feedback"]);
    expect(
      talking()
        .put({ kind: "feedback", score: 6 as never })
        .took(),
    ).toEqual([]);
    expect(callParams("x")).toEqual({ To: "x", customerId: "", bookingId: "" });
  });
});
