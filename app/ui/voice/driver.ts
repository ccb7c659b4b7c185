import type { Call, Device } from "./sdk";
import { loadSdk } from "./sdk";
import { nextDue, reduce } from "./machine";
import { AT_REST, type Effect, type Input, type VoiceState } from "./state";
import { oneAfterTheOther } from "./tones";
import { NO_TOKEN, type VoiceText } from "./texts";

/** What the driver needs of its page; everything that the specification says is the machine's. */
export interface VoicePage {
  isStandIn: boolean;
  edge: string | null;
  /** Paths of our server. */
  urls: { token: string; heartbeat: string; ring: string; left: string };
  sounds: Readonly<Record<string, string>>;
  say: (text: VoiceText) => void;
  alert: (call: { number: string; callId: string | null } | null) => void;
  onState: (state: VoiceState) => void;
  /** The screen pop, as the server answered that it rings. */
  onPop: (pop: unknown) => void;
}

export interface Voice {
  put: (input: Input) => void;
  readonly state: VoiceState;
  /** Of the running call and of the last one, for feedback and devices. */
  readonly device: Device | null;
  stop: () => void;
}

/** Before the network's key expires it is renewed: it says so this long ahead. */
const TOKEN_REFRESH_MS = 120_000;

/** Runs the machine's effects by the network's SDK, in one tab. */
export function startVoice(page: VoicePage): Voice {
  let state: VoiceState = AT_REST;
  let device: Device | null = null;
  let call: Call | null = null;
  let last: Call | null = null;
  let audios: HTMLAudioElement[] = [];
  let handles = 0;
  const sendDigits = oneAfterTheOther(() => call);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const queue: Input[] = [];
  let isRunning = false;

  /** One after the other: an effect may cause the next input at once. */
  function put(input: Input): void {
    queue.push(input);
    if (isRunning) return;
    isRunning = true;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const step = reduce(state, next, Date.now());
        state = step.state;
        for (const effect of step.effects) run(effect);
      }
    } finally {
      isRunning = false;
      page.onState(state);
      wait();
    }
  }

  function wait(): void {
    clearTimeout(timer);
    const due = nextDue(state);
    if (due !== null && !isStopped)
      timer = setTimeout(() => put({ kind: "tick" }), Math.max(0, Math.min(due - Date.now(), 2 ** 31 - 1)));
  }

  function run(effect: Effect): void {
    switch (effect.do) {
      case "say":
        return page.say(effect.text);
      case "ask_microphone":
        return void askMicrophone();
      case "fetch_token":
        return void fetchToken();
      case "make_device":
        return void makeDevice(effect.token);
      case "update_token":
        return device?.updateToken(effect.token);
      case "register":
        // In any other state it throws.
        if (device && String(device.state) === "unregistered")
          device.register().catch(() => put({ kind: "register_failed" }));
        return;
      case "destroy_device":
        call?.disconnect();
        device?.destroy();
        device = call = null;
        return;
      case "connect":
        return void connect(effect.params);
      case "accept":
        return call?.accept();
      case "reject":
        return call?.reject();
      case "ignore":
        return call?.ignore();
      case "disconnect":
        return call?.disconnect();
      case "set_mute":
        return call?.mute(effect.isMuted);
      case "set_volume":
        return setVolume(effect.volume);
      case "send_digits":
        return sendDigits(effect.digits);
      case "send_message":
        call?.sendMessage({ content: effect.content as never, messageType: effect.messageType });
        return;
      case "post_feedback":
        // Of the call that was: it is asked for afterwards.
        void last?.postFeedback(effect.score, effect.issue as never).catch(() => undefined);
        return;
      case "alert":
        return page.alert({ number: effect.number, callId: effect.callId });
      case "stop_alert":
        return page.alert(null);
      case "tell_heartbeat":
        return tell(page.urls.heartbeat, { ready: effect.isReady, leaving: effect.isLeaving });
      case "tell_left":
        return tell(page.urls.left, {});
      case "tell_ring":
        return tell(page.urls.ring, { call: effect.callId }, (answer) => page.onPop((answer as { pop?: unknown }).pop));
    }
  }

  async function askMicrophone(): Promise<void> {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      watchMicrophone(stream);
      put({ kind: "mic_answer", granted: true });
    } catch {
      put({ kind: "mic_answer", granted: false });
    }
  }

  /** The stream that permission was asked with is let go; what is gone in mid-call is the call's own. */
  function watchMicrophone(stream: MediaStream): void {
    for (const one of stream.getTracks()) one.stop();
    navigator.mediaDevices.ondevicechange = () => {
      void navigator.mediaDevices.enumerateDevices().then((devices) => {
        const isThere = devices.some(({ kind }) => kind === "audioinput");
        if (state.call && !isThere) put({ kind: "mic_gone" });
        if (state.call?.micGone && isThere) put({ kind: "mic_back" });
      });
    };
  }

  async function fetchToken(): Promise<void> {
    let answer: Response;
    try {
      answer = await post(page.urls.token, { identity: state.identity });
    } catch {
      return put({ kind: "token_failed", message: "Failed to send a request to the Edge Function", isNetwork: true });
    }
    const body = (await answer.json().catch(() => ({}))) as { accessToken?: string; error?: { message?: string } };
    if (answer.ok) return put({ kind: "token", token: body.accessToken ?? null });
    put({ kind: "token_failed", message: body.error?.message ?? NO_TOKEN, isNetwork: answer.status >= 500 });
  }

  async function makeDevice(token: string): Promise<void> {
    try {
      const sdk = await loadSdk(page.isStandIn);
      const made = new sdk.Device(token, {
        closeProtection: true,
        enableImprovedSignalingErrorPrecision: true,
        tokenRefreshMs: TOKEN_REFRESH_MS,
        codecPreferences: [sdk.Call.Codec.Opus, sdk.Call.Codec.PCMU],
        sounds: page.sounds,
        // What it measures goes to its maker's own address, which the stand-in has none of.
        publishEvents: !page.isStandIn,
        ...(page.edge ? { edge: page.edge } : {}),
      } as ConstructorParameters<typeof sdk.Device>[1]);
      device = made;
      hearDevice(made);
      await made.register();
    } catch (error) {
      put({ kind: "device_failed", message: error instanceof Error ? error.message : String(error), isNetwork: false });
    }
  }

  function hearDevice(made: Device): void {
    const mine = (run: () => void) => () => {
      if (device === made) run();
    };
    made.on(
      "registered",
      mine(() => put({ kind: "registered" })),
    );
    made.on(
      "unregistered",
      mine(() => put({ kind: "offline" })),
    );
    made.on(
      "tokenWillExpire",
      mine(() => put({ kind: "token_will_expire" })),
    );
    made.on("error", (error: { code: number; message: string }) => {
      if (device === made && !call) put({ kind: "device_error", code: error.code, message: error.message });
    });
    made.on("incoming", (incoming: Call) => {
      if (call) return;
      const handle = take(incoming);
      const callId = incoming.customParameters.get("call") ?? null;
      put({ kind: "incoming", handle, from: incoming.parameters["From"] ?? "", callId });
    });
  }

  async function connect(params: object): Promise<void> {
    try {
      const made = await device?.connect({ params: { ...params } });
      if (!made) throw new Error("no device");
      put({ kind: "call_made", handle: take(made) });
    } catch (error) {
      put({ kind: "call_failed", code: (error as { code?: number }).code ?? null });
    }
  }

  /** Hears a call from now on, by a number of its own: events of a former one say nothing any more. */
  function take(made: Call): number {
    const handle = ++handles;
    call = last = made;
    const over = (how: "disconnect" | "cancel" | "reject") => {
      if (call === made) call = null;
      put({ kind: "call_over", handle, how });
    };
    made.on("ringing", () => put({ kind: "call_ringing", handle }));
    made.on("accept", () => put({ kind: "call_accepted", handle }));
    made.on("disconnect", () => over("disconnect"));
    made.on("cancel", () => over("cancel"));
    made.on("reject", () => over("reject"));
    made.on("reconnecting", () => put({ kind: "call_reconnecting", handle }));
    made.on("reconnected", () => put({ kind: "call_reconnected", handle }));
    made.on("warning", (name: string) => put({ kind: "call_warning", handle, name, isOver: false }));
    made.on("warning-cleared", (name: string) => put({ kind: "call_warning", handle, name, isOver: true }));
    audios = [];
    made.on("audio", (audio: HTMLAudioElement) => {
      audios.push(audio);
      audio.volume = state.volume;
    });
    made.on("error", (error: { code: number; message: string }) => {
      // While it is tried to be kept, the end is told by itself.
      if ((made.status() as string) === "reconnecting") return;
      if (call === made) call = null;
      put({ kind: "call_error", handle, code: error.code, message: error.message });
    });
    return handle;
  }

  /** The SDK has no volume of its own: it tells of the page's elements that it plays through. */
  function setVolume(volume: number): void {
    for (const audio of audios) audio.volume = volume;
  }

  function tell(url: string, body: object, then?: (answer: unknown) => void): void {
    post(url, body)
      .then((answer) => (answer.ok && then ? answer.json().then(then) : undefined))
      // The next one comes in ten seconds.
      .catch(() => undefined);
  }

  return {
    put,
    get state() {
      return state;
    },
    get device() {
      return device;
    },
    stop() {
      put({ kind: "unmounted" });
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  });
