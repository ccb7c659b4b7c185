import { digitRuns, isScore, messageProblem } from "./checks";
import { endCall, onCall } from "./call-machine";
import { VOICE_LIMITS as LIMITS } from "./limits";
import { AT_REST, type Input, type Step, type TimerName, type VoiceState } from "./state";
import { deviceError } from "./device-errors";
import { afterwards, fetchFor, only, refresh, say, WATCH, withTimers, without } from "./steps";
import { NO_TOKEN, setupFailed } from "./texts";

/**
 * The telephone without its SDK: what happens goes in, what is to be done comes out. Time is given, so that a test lives
 * through an hour in a moment. Pure.
 */
export function reduce(state: VoiceState, input: Input, now: number): Step {
  if (input.kind === "tick") return ring(state, now);
  return onCall(state, input, now) ?? onDevice(state, input, now);
}

/** When something happens by itself next; null for never. */
export function nextDue({ timers }: VoiceState): number | null {
  const due = Object.values(timers);
  return due.length === 0 ? null : Math.min(...due);
}

function onDevice(state: VoiceState, input: Input, now: number): Step {
  switch (input.kind) {
    case "mounted":
      return mounted(state, input.identity, input.agent, now);
    case "unmounted":
      return afterwards(takeDown(state), (rest) => only({ ...AT_REST, mic: rest.mic, volume: rest.volume }));
    case "agent_row":
      return agentRow(state, input.agent, now);
    case "leading":
      return leading(state, input.isLeading, now);
    case "initialize":
      return state.isLeading ? initialize(state, now) : only(state, say("other_tab"));
    case "request_microphone":
      return state.mic === "checking" ? only(state) : only({ ...state, mic: "checking" }, { do: "ask_microphone" });
    case "mic_answer":
      return micAnswered(state, input.granted);
    case "token":
      return input.token === null || input.token === ""
        ? failed(state, NO_TOKEN, false, now)
        : gotToken(state, input.token, now);
    case "token_failed":
    case "device_failed":
      return failed(state, input.message, input.isNetwork, now);
    case "registered":
      return registered(state, now);
    case "offline":
      return offline(state, now);
    case "unregistered":
      return only({
        ...without(state, ...WATCH, "re_register", "reconnect"),
        device: "unregistered",
        isInitializing: false,
      });
    case "register_failed":
      return state.device === "ready" ? only(state) : reconnect(state, now);
    case "token_will_expire":
      return refresh({ ...state, refreshTries: 0 });
    case "device_error":
      return deviceError(state, input.code, input.message, now);
    case "visible":
      return comeBack({ ...state, isVisible: input.isVisible }, input.isVisible, now);
    case "online":
      return input.isOnline
        ? comeBack({ ...state, isOnline: true }, true, now)
        : only({ ...state, isOnline: false, device: state.device === "ready" ? "offline" : state.device });
    case "volume": {
      const volume = Math.min(1, Math.max(0, input.volume));
      return only({ ...state, volume }, { do: "set_volume", volume });
    }
    case "feedback":
      return isScore(input.score)
        ? only(state, { do: "post_feedback", score: input.score, issue: input.issue })
        : only(state);
    case "digits":
      // Thrown to whoever typed them; the runs are the driver's to time (`digitRuns`).
      digitRuns(input.digits);
      return state.call?.phase === "open" ? only(state, { do: "send_digits", digits: input.digits }) : only(state);
    case "message": {
      const problem = messageProblem(input);
      if (problem !== null) throw new Error(problem);
      const { content, messageType } = input;
      return state.call?.phase === "open" ? only(state, { do: "send_message", content, messageType }) : only(state);
    }
    default:
      return only(state);
  }
}

/** Another identity is another telephone; the row says whether it starts by itself. */
function mounted(state: VoiceState, identity: string, agent: VoiceState["agent"], now: number): Step {
  if (state.identity === identity) return agentRow(state, agent, now);
  return afterwards(takeDown(state), (rest) => agentRow({ ...rest, identity, agent: null }, agent, now));
}

function agentRow(state: VoiceState, agent: VoiceState["agent"], now: number): Step {
  // Changes are ignored while the device is ready (specification, section 7).
  if (state.device === "ready") return only(state);
  const next = { ...state, agent };
  return agent?.is_available && state.isLeading && !state.isInitializing && !state.hasDevice
    ? initialize(next, now)
    : only(next);
}

function leading(state: VoiceState, isLeading: boolean, now: number): Step {
  if (isLeading === state.isLeading) return only(state);
  if (!isLeading) return afterwards(takeDown(state), (rest) => only({ ...rest, isLeading: false }, say("other_tab")));
  const next = { ...state, isLeading: true };
  return state.agent?.is_available || state.isWanted ? initialize(next, now) : only(next);
}

function initialize(state: VoiceState, now: number): Step {
  if (state.isInitializing || state.identity === null || state.device === "ready") return only(state);
  const fresh: VoiceState = {
    ...without(state, "init_again", "auth_again", "re_register", "reconnect", ...WATCH),
    device: "initializing",
    isInitializing: true,
    isWanted: true,
    initTries: 1,
    authTries: 0,
    refreshTries: 0,
    reconnectTries: 0,
    lastError: null,
  };
  const clean = state.hasDevice ? [{ do: "destroy_device" } as const] : [];
  const begun = { ...fresh, hasDevice: false };
  if (state.mic !== "granted") return only({ ...begun, mic: "checking" }, ...clean, { do: "ask_microphone" });
  return afterwards(only(begun, ...clean), (next) => fetchFor(watched(next, now), "init"));
}

const watched = (state: VoiceState, now: number): VoiceState =>
  withTimers(state, {
    watch_10: now + LIMITS.registrationWatch[0],
    watch_20: now + LIMITS.registrationWatch[1],
    watch_30: now + LIMITS.registrationWatch[2],
  });

function micAnswered(state: VoiceState, granted: boolean): Step {
  const mic = granted ? "granted" : "denied";
  if (!granted) {
    const rest = without(state, ...WATCH, "init_again");
    const device = state.isInitializing ? "not_ready" : state.device;
    return only({ ...rest, mic, device, isInitializing: false, isWanted: false }, say("mic_denied"));
  }
  const told = only({ ...state, mic }, say("mic_granted"));
  return state.isInitializing ? afterwards(told, (next) => fetchFor(next, "init")) : told;
}

function gotToken(state: VoiceState, token: string, now: number): Step {
  const why = state.fetching;
  const next = { ...state, fetching: null };
  if (why === "refresh") {
    const kept = withTimers(without({ ...next, refreshTries: 0 }, "refresh_again"), {
      safety_refresh: now + LIMITS.safetyRefresh,
    });
    return only(kept, { do: "update_token", token });
  }
  if (why !== "init") return only(next);
  const due = next.timers.watch_30 === undefined ? watched(next, now) : next;
  return only({ ...due, hasDevice: true, wasReady: false }, { do: "make_device", token });
}

/** A key or a device could not be had. */
function failed(state: VoiceState, message: string, isNetwork: boolean, now: number): Step {
  if (state.fetching === "refresh") {
    const tries = state.refreshTries + 1;
    const next = { ...state, fetching: null, refreshTries: tries };
    if (tries < LIMITS.refreshTries) return only(withTimers(next, { refresh_again: now + LIMITS.refreshAgain }));
    return only({ ...without(next, "refresh_again", "safety_refresh"), device: "error" }, say("connection_lost"));
  }
  if (!state.isInitializing) return only({ ...state, fetching: null });
  const next = { ...state, fetching: null };
  if (isNetwork && state.initTries < LIMITS.initTries)
    return only(withTimers(next, { init_again: now + LIMITS.initBackOff * state.initTries }));
  const ended: VoiceState = { ...without(next, ...WATCH), device: "error", isInitializing: false };
  return only(ended, isNetwork ? say("init_failed") : { do: "say", text: setupFailed(message) });
}

function registered(state: VoiceState, now: number): Step {
  const ready: VoiceState = withTimers(
    without(state, ...WATCH, "init_again", "auth_again", "re_register", "reconnect"),
    {
      safety_refresh: state.timers.safety_refresh ?? now + LIMITS.safetyRefresh,
      heartbeat: now + LIMITS.heartbeat,
    },
  );
  const was = state.device === "ready";
  return only(
    {
      ...ready,
      device: "ready",
      isInitializing: false,
      hasDevice: true,
      wasReady: true,
      isOnline: true,
      authTries: 0,
      reconnectTries: 0,
      lastError: null,
    },
    ...(was ? [] : [say(state.wasReady ? "connected" : "ready")]),
    { do: "tell_heartbeat", isReady: true, isLeaving: false },
  );
}

function offline(state: VoiceState, now: number): Step {
  if (!state.hasDevice || state.isInitializing) return only(state);
  const next = withTimers({ ...state, device: "offline" }, { re_register: now + LIMITS.reRegister });
  return only(next, { do: "tell_heartbeat", isReady: false, isLeaving: false });
}

/** The tab is looked at again, or the network is back. */
function comeBack(state: VoiceState, isBack: boolean, now: number): Step {
  const isDue = isBack && state.isWanted && state.isLeading && !state.isInitializing && state.device !== "ready";
  if (!isDue || state.device === "unregistered") return only(state);
  return only(withTimers(state, { re_register: now + LIMITS.reRegister }));
}

/** Re-registering did not help: up to three tries, five seconds apart, each with a fresh key. */
function reconnect(state: VoiceState, now: number): Step {
  const rest = without(state, "re_register", "reconnect");
  if (!state.hasDevice || !state.isWanted) return only(rest);
  if (state.reconnectTries >= LIMITS.reconnectTries)
    return only({ ...rest, device: "unregistered", isWanted: false, reconnectTries: 0 }, say("disconnected"));
  const next = withTimers(
    { ...rest, device: "offline", reconnectTries: state.reconnectTries + 1 },
    { reconnect: now + LIMITS.reconnectAgain },
  );
  return afterwards(refresh({ ...next, refreshTries: 0 }), (after) => only(after, { do: "register" }));
}

/** The device goes, and whatever call it had with it. */
function takeDown(state: VoiceState): Step {
  const gone: VoiceState = {
    ...endCall(state),
    timers: {},
    hasDevice: false,
    device: "not_ready",
    isInitializing: false,
    fetching: null,
  };
  if (!state.hasDevice) return only(gone);
  return only(
    gone,
    ...(state.call ? [{ do: "stop_alert" } as const] : []),
    { do: "destroy_device" },
    { do: "tell_heartbeat", isReady: false, isLeaving: true },
  );
}

/** What was to happen by itself, all that is due, in its order. */
function ring(state: VoiceState, now: number): Step {
  const due = (Object.entries(state.timers) as [TimerName, number][])
    .filter(([, at]) => at <= now)
    .sort(([, one], [, other]) => one - other);
  return due.reduce<Step>(
    (step, [name]) =>
      afterwards(step, (next) =>
        next.timers[name] === undefined ? only(next) : onTimer(without(next, name), name, now),
      ),
    only(state),
  );
}

function onTimer(state: VoiceState, name: TimerName, now: number): Step {
  switch (name) {
    case "watch_10":
      return only(state, say("connecting_10"));
    case "watch_20":
      return only(state, say("connecting_20"));
    case "watch_30":
      return only({ ...state, device: "error", isInitializing: false }, say("connecting_30"));
    case "init_again":
      return fetchFor({ ...state, initTries: state.initTries + 1 }, "init");
    case "auth_again":
      return state.hasDevice
        ? afterwards(refresh({ ...state, refreshTries: 0 }), (next) => only(next, { do: "register" }))
        : fetchFor(state, "init");
    case "refresh_again":
      return refresh(state);
    case "safety_refresh":
      return refresh({ ...state, refreshTries: 0 });
    case "re_register":
      if (state.device === "ready" || !state.hasDevice) return only(state);
      // Where it does not come up within the same time, the sequence begins.
      return only(withTimers(state, { reconnect: now + LIMITS.reconnectAgain }), { do: "register" });
    case "reconnect":
      return state.device === "ready" ? only(state) : reconnect(state, now);
    case "heartbeat":
      if (!state.hasDevice) return only(state);
      return only(withTimers(state, { heartbeat: now + LIMITS.heartbeat }), {
        do: "tell_heartbeat",
        isReady: state.device === "ready",
        isLeaving: false,
      });
  }
}
