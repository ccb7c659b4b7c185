import { describe, expect, it } from "vitest";
import { callParams, digitRuns, messageProblem } from "./checks";
import { FEEDBACK_ISSUES, VOICE_LIMITS } from "./limits";
import { nextDue, reduce } from "./machine";
import { AT_REST, type Effect, type Input, type VoiceState } from "./state";
import { callFailed, ILLEGAL_DIGITS, incomingCall, NO_TOKEN, setupFailed, TEXTS, voiceError } from "./texts";

/** A telephone that lives in virtual time, and remembers what it did and said. */
function phone(given: Partial<VoiceState> = {}) {
  let state: VoiceState = { ...AT_REST, isLeading: true, ...given };
  let now = 0;
  let effects: Effect[] = [];
  const put = (input: Input) => {
    const step = reduce(state, input, now);
    state = step.state;
    effects.push(...step.effects);
  };
  return {
    get state() {
      return state;
    },
    get now() {
      return now;
    },
    put(...inputs: Input[]) {
      inputs.forEach(put);
      return this;
    },
    /** Time goes by, from one thing that is due to the next. */
    pass(ms: number) {
      const until = now + ms;
      for (let due = nextDue(state); due !== null && due <= until; due = nextDue(state)) {
        now = Math.max(now, due);
        put({ kind: "tick" });
      }
      now = until;
      return this;
    },
    /** What was done since it was asked last; heartbeats apart. */
    took() {
      const done = effects.filter(({ do: what }) => what !== "tell_heartbeat");
      effects = [];
      return done.map((effect) =>
        effect.do === "say" ? [effect.text.title, effect.text.text].filter(Boolean).join(" – ") : effect.do,
      );
    },
    beats() {
      return effects.filter(({ do: what }) => what === "tell_heartbeat").length;
    },
  };
}

const ME: Input = { kind: "mounted", identity: "agent_1", agent: null };
const ready = () => {
  const one = phone().put(
    ME,
    { kind: "initialize" },
    { kind: "mic_answer", granted: true },
    { kind: "token", token: "t" },
  );
  one.put({ kind: "registered" }).took();
  return one;
};
const talking = () => {
  const one = ready().put(
    { kind: "place", params: callParams(" +14075550133 ") },
    { kind: "call_made", handle: 1 },
    { kind: "call_accepted", handle: 1 },
  );
  one.took();
  return one;
};
const minutes = (count: number) => count * 60_000;

/** The specification's texts, section 8, as they stand there. */
it.each([
  [TEXTS.mic_denied, "Microphone Access Required – Please allow microphone access to make browser calls"],
  [TEXTS.mic_granted, "Microphone Access Granted"],
  [TEXTS.connection_error, "Connection Error – Voice service configuration issue. Please contact support."],
  [TEXTS.auth_error, "Authentication Error – Voice authentication failed. Retrying..."],
  [voiceError("Odd", 31002), "Voice Error – Odd (31002)"],
  [TEXTS.connection_lost, "Connection Lost – Unable to refresh voice connection. Please reinitialize."],
  [TEXTS.disconnected, "Voice device disconnected. Click Initialize Device to reconnect."],
  [TEXTS.not_ready, "Device Not Ready – Voice calling is not initialized. Click Request Microphone to setup."],
  [TEXTS.connecting_10, "Connecting..."],
  [TEXTS.connecting_20, "Still Connecting"],
  [TEXTS.connecting_30, "Connection Timeout – Voice device connection failed. Try manual initialization."],
  [TEXTS.init_failed, "Initialization Failed – Could not connect to voice service after multiple attempts"],
  [setupFailed("No"), "Voice setup failed: No"],
  [callFailed(null), "Call Failed – Could not place the call"],
  [callFailed(31003), "Call Failed – Authentication failed - please reinitialize"],
  [callFailed(31005), "Call Failed – Connection failed - check your internet connection"],
  [TEXTS.invalid_number, "Invalid Phone Number – Please provide a valid phone number"],
  [TEXTS.ready, "Voice Ready"],
  [TEXTS.connected, "Voice Connected"],
  [incomingCall("+14075550133"), "Incoming Call – Call from +14075550133"],
  [incomingCall(" "), "Incoming Call – Call from Unknown"],
  [TEXTS.call_connected, "Call Connected"],
  [TEXTS.call_ended, "Call Ended"],
])("the specification's words stand: %#", ({ title, text }, words) => {
  expect([title, text].filter(Boolean).join(" – ")).toBe(words);
});

it("the specification's figures stand (section 9)", () => {
  expect(VOICE_LIMITS).toMatchObject({
    safetyRefresh: minutes(58),
    refreshTries: 3,
    refreshAgain: 5_000,
    reconnectTries: 3,
    reconnectAgain: 5_000,
    initTries: 4,
    initBackOff: 2_000,
    authTries: 3,
    authAgain: 2_000,
    registrationWatch: [10_000, 20_000, 30_000],
    callDebounce: 300,
    volume: 0.5,
    reRegister: 3_000,
    pause: 500,
  });
  expect([AT_REST.volume, FEEDBACK_ISSUES.length]).toEqual([0.5, 6]);
});

describe("the device", () => {
  it("comes up by microphone, key and registration, and says so", () => {
    const one = phone().put(ME, { kind: "initialize" });
    expect([one.state.device, one.state.mic, one.took()]).toEqual(["initializing", "checking", ["ask_microphone"]]);
    one.put({ kind: "mic_answer", granted: true });
    expect(one.took()).toEqual(["Microphone Access Granted", "fetch_token"]);
    one.put({ kind: "token", token: "t" }, { kind: "registered" });
    expect([one.state.device, one.state.isInitializing, one.took()]).toEqual([
      "ready",
      false,
      ["make_device", "Voice Ready"],
    ]);
  });

  it("is not tried without a microphone", () => {
    const one = phone().put(ME, { kind: "initialize" }, { kind: "mic_answer", granted: false });
    expect(one.took().at(-1)).toContain("Microphone Access Required");
    expect([one.state.mic, one.state.device, one.state.isInitializing, nextDue(one.state)]).toEqual([
      "denied",
      "not_ready",
      false,
      null,
    ]);
  });

  it("says at 10, 20 and 30 seconds that it does not come up, then waits for a person", () => {
    const one = phone({ mic: "granted" }).put(ME, { kind: "initialize" }, { kind: "token", token: "t" });
    one.took();
    expect([one.pass(9_999).took(), one.pass(1).took(), one.pass(10_000).took()]).toEqual([
      [],
      ["Connecting..."],
      ["Still Connecting"],
    ]);
    expect(one.pass(10_000).took()[0]).toContain("Connection Timeout");
    expect([one.state.device, one.state.isInitializing]).toEqual(["error", false]);
  });

  it("is tried four times in all where the network fails, 2, 4 and 6 seconds apart", () => {
    const one = phone({ mic: "granted" }).put(ME, { kind: "initialize" });
    const lost: Input = { kind: "token_failed", message: "Failed to fetch", isNetwork: true };
    one.took();
    for (const wait of [2_000, 4_000, 6_000]) {
      one.put(lost);
      expect(
        one
          .pass(wait - 1)
          .took()
          .filter((what) => what === "fetch_token"),
      ).toEqual([]);
      expect(one.pass(1).took()).toContain("fetch_token");
    }
    one.put(lost);
    expect([one.took().at(-1), one.state.device]).toEqual([expect.stringContaining("Initialization Failed"), "error"]);
  });

  it("is tried once where the server says no, and where it sends no key", () => {
    for (const input of [
      { kind: "token_failed", message: "Only the team may place calls.", isNetwork: false },
      { kind: "token", token: null },
    ] as Input[]) {
      const one = phone({ mic: "granted" }).put(ME, { kind: "initialize" }, input);
      const words = input.kind === "token" ? NO_TOKEN : "Only the team may place calls.";
      expect([one.took().at(-1), one.state.device]).toEqual([`Voice setup failed: ${words}`, "error"]);
    }
  });

  it("gets a new key after 58 minutes and whenever the network asks; the clock begins anew each time", () => {
    const one = ready();
    expect(one.pass(minutes(58) - 1).took()).toEqual([]);
    expect(one.pass(1).took()).toEqual(["fetch_token"]);
    one.put({ kind: "token", token: "t2" });
    expect(one.took()).toEqual(["update_token"]);
    one.pass(minutes(50)).put({ kind: "token_will_expire" }, { kind: "token", token: "t3" });
    expect(one.took()).toEqual(["fetch_token", "update_token"]);
    expect([one.pass(minutes(58) - 1).took(), one.pass(1).took()]).toEqual([[], ["fetch_token"]]);
  });

  it("gives up on a new key after three tries, five seconds apart", () => {
    const one = ready().put({ kind: "token_will_expire" });
    const lost: Input = { kind: "token_failed", message: "x", isNetwork: true };
    one.put(lost);
    expect(one.took()).toEqual(["fetch_token"]);
    expect(one.pass(5_000).put(lost).took()).toEqual(["fetch_token"]);
    expect(one.pass(5_000).put(lost).took()).toEqual([
      "fetch_token",
      "Connection Lost – Unable to refresh voice connection. Please reinitialize.",
    ]);
    expect([one.state.device, one.pass(minutes(1)).took()]).toEqual(["error", []]);
  });

  it("registers again 3 s after it went off, then is reconnected three times, then waits for a person", () => {
    const one = ready().put({ kind: "offline" });
    expect([one.state.device, one.pass(2_999).took(), one.pass(1).took()]).toEqual(["offline", [], ["register"]]);
    one.pass(5_000);
    const tries = one.took().filter((what) => what === "register").length;
    one.pass(60_000);
    const more = one.took();
    expect(tries + more.filter((what) => what === "register").length).toBe(3);
    expect(more.at(-1)).toBe("Voice device disconnected. Click Initialize Device to reconnect.");
    expect(one.state.device).toBe("unregistered");
    // And no sooner than by hand.
    expect(one.put({ kind: "visible", isVisible: true }).pass(10_000).took()).toEqual([]);
  });

  it("comes back by itself in between: Voice Connected, and the tries begin anew", () => {
    const one = ready().put({ kind: "offline" }).pass(9_000).put({ kind: "registered" });
    expect(one.took().at(-1)).toBe("Voice Connected");
    expect([one.state.device, one.state.reconnectTries]).toEqual(["ready", 0]);
  });

  it("registers again 3 s after the tab is looked at, or the network is back; once for both", () => {
    const one = ready().put({ kind: "online", isOnline: false });
    expect(one.state.device).toBe("offline");
    one.put({ kind: "online", isOnline: true }).pass(1_000).put({ kind: "visible", isVisible: true });
    expect([one.pass(2_999).took(), one.pass(1).took()]).toEqual([[], ["register"]]);
    expect(ready().put({ kind: "visible", isVisible: true }).pass(5_000).took()).toEqual([]);
  });

  it("tells an error that comes in pairs once, and tries a refused key again three times, 2 s apart", () => {
    const one = ready();
    const error = (code: number): Input => ({ kind: "device_error", code, message: "m" });
    one.put(error(31005), error(31000), error(31005));
    expect(one.took()).toEqual(["Connection Error – Voice service configuration issue. Please contact support."]);
    for (let i = 0; i < 3; i++) {
      one.put(error(31003));
      expect(one.took()[0]).toContain("Authentication Error");
      expect(one.pass(2_000).took()).toContain("fetch_token");
      one.put({ kind: "token", token: "t" }).took();
    }
    expect(one.put(error(31003)).took()).toEqual(["Voice Error – m (31003)"]);
    expect(ready().put(error(53000)).took()).toEqual(["Voice Error – m (53000)"]);
    // An expired key is healed by a fresh one, and nobody hears of it.
    expect(ready().put(error(20104)).took()).toEqual(["fetch_token"]);
  });

  it("starts by itself for who takes calls, hears of that from the row, and not while it is ready", () => {
    expect(
      phone()
        .put({ kind: "mounted", identity: "agent_1", agent: { is_available: true } })
        .took(),
    ).toEqual(["ask_microphone"]);
    const one = phone().put(ME);
    expect(one.took()).toEqual([]);
    expect(one.put({ kind: "agent_row", agent: { is_available: true } }).took()).toEqual(["ask_microphone"]);
    const up = ready().put({ kind: "agent_row", agent: null });
    expect([up.state.device, up.took()]).toEqual(["ready", []]);
  });

  it("belongs to one tab: another one that leads takes it away, and it comes up where it leads", () => {
    const one = ready();
    one.put({ kind: "leading", isLeading: false });
    expect([one.took(), one.state.device]).toEqual([
      ["destroy_device", "Open in Another Tab – Your telephone is in another tab of this browser."],
      "not_ready",
    ]);
    expect(one.put({ kind: "initialize" }).took()[0]).toContain("Open in Another Tab");
    expect(one.put({ kind: "leading", isLeading: true }).took()).toEqual(["fetch_token"]);
  });

  it("is another one for another person, and goes with the page", () => {
    const one = ready().put({ kind: "mounted", identity: "agent_2", agent: null });
    expect([one.took(), one.state.identity, one.state.device]).toEqual([["destroy_device"], "agent_2", "not_ready"]);
    expect(ready().put({ kind: "unmounted" }).took()).toEqual(["destroy_device"]);
  });

  it("says every ten seconds that it is there", () => {
    const one = ready();
    one.took();
    one.pass(35_000);
    expect(one.beats()).toBe(3);
  });
});

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
