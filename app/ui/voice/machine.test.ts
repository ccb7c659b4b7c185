import { describe, expect, it } from "vitest";
import { ME, minutes, phone, ready } from "../../../tests/support/phone";
import { FEEDBACK_ISSUES, VOICE_LIMITS } from "./limits";
import { nextDue } from "./machine";
import { AT_REST, type Input } from "./state";
import { callFailed, incomingCall, NO_TOKEN, setupFailed, TEXTS, voiceError } from "./texts";

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
