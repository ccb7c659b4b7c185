import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ScreenPop } from "~/domain/records/calls.server";
import { crmPaths } from "~/crm-paths";
import { usePhoneToasts } from "./PhoneToasts";
import { startVoice, type Voice } from "./driver";
import { AT_REST, type Input, type VoiceState } from "./state";
import type { VoiceText } from "./texts";

/** Our own: with the maker's an incoming call is shown two seconds late where those are slow. */
const SOUNDS: Readonly<Record<string, string>> = {
  incoming: "/sounds/incoming.wav",
  outgoing: "/sounds/outgoing.wav",
  disconnect: "/sounds/disconnect.wav",
  ...Object.fromEntries([..."0123456789sh"].map((key) => [`dtmf${key}`, "/sounds/disconnect.wav"])),
};

/** What the server says of the telephone (routes/crm/voice-json.ts). */
export interface VoiceFacts {
  identity: string;
  agent: { is_available: boolean; ring_group: number } | null;
  edge: string | null;
  standIn: boolean;
  pop: ScreenPop | null;
}

async function readFacts(): Promise<VoiceFacts | null> {
  const answer = await fetch(crmPaths.voiceJson()).catch(() => null);
  return answer?.ok ? ((await answer.json()) as VoiceFacts) : null;
}

/**
 * A person's telephone in this tab: the machine, its driver and its one lead among the tabs. Whatever it says is shown in
 * the corner and stands in the panel (`said`).
 */
export function useTelephone(early: readonly Input[]) {
  const [state, setState] = useState<VoiceState>(AT_REST);
  const [pop, setPop] = useState<ScreenPop | null>(null);
  const { say, said, toasts } = usePhoneToasts();
  const [facts, setFacts] = useState<VoiceFacts | null>(null);
  const voice = useRef<Promise<Voice> | null>(null);

  // Before the panel is seen: a press in its first moment finds a telephone that has begun.
  useLayoutEffect(() => {
    let made: Voice | null = null;
    let isGone = false;
    const started = (async () => {
      const known = await readFacts();
      if (isGone || !known) throw new Error("no telephone");
      setFacts(known);
      made = startVoice({
        isStandIn: known.standIn,
        edge: known.edge,
        urls: {
          token: "/functions/v1/generate-voice-token",
          heartbeat: crmPaths.voice("heartbeat"),
          ring: crmPaths.voice("ring"),
          left: crmPaths.voice("left"),
        },
        sounds: SOUNDS,
        say,
        alert: (call) => call && setPop(null),
        onState: setState,
        onPop: (found) => setPop(found as ScreenPop | null),
      });
      const mine = made;
      mine.put({ kind: "mounted", identity: known.identity, agent: known.agent });
      await lead((isLeading) => !isGone && mine.put({ kind: "leading", isLeading }));
      for (const input of early) mine.put(input);
      return mine;
    })();
    voice.current = started;
    started.catch(() => (isGone ? undefined : say(NOT_REACHED)));
    const tell = (input: () => Input) => () => void started.then((one) => one.put(input())).catch(() => undefined);
    const [up, down] = [
      tell(() => ({ kind: "online", isOnline: true })),
      tell(() => ({ kind: "online", isOnline: false })),
    ];
    const seen = tell(() => ({ kind: "visible", isVisible: document.visibilityState === "visible" }));
    // Whoever closes the tab while it rings is rung no more.
    const leave = () => made?.put({ kind: "unmounted" });
    addEventListener("online", up);
    addEventListener("offline", down);
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", seen);
    return () => {
      isGone = true;
      removeEventListener("online", up);
      removeEventListener("offline", down);
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", seen);
      made?.stop();
    };
    // why: one telephone for the whole visit; what was wished before it was there is `early` of the first render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  // Of a call that is placed here the server knows who it is once the network has asked it.
  const phase = state.call?.phase;
  useEffect(() => {
    if (state.call?.direction !== "out" || (phase !== "ringing" && phase !== "open")) return;
    void readFacts().then((known) => known?.pop && setPop(known.pop));
    // oxlint-disable-next-line react/exhaustive-deps
  }, [phase]);

  const put = (input: Input) => void voice.current?.then((one) => one.put(input)).catch(() => undefined);
  /** Their row has changed, here or elsewhere. */
  const readAgain = async () => {
    const known = await readFacts();
    if (!known) return;
    setFacts(known);
    put({ kind: "agent_row", agent: known.agent });
  };
  return {
    state,
    pop,
    setPop,
    said,
    toasts,
    facts,
    readAgain,
    put,
    device: async () => (await voice.current)?.device ?? null,
  };
}
export type Telephone = ReturnType<typeof useTelephone>;

const NOT_REACHED: VoiceText = {
  title: "Voice setup failed: our server cannot be reached",
  text: "Reload the page to try again.",
  tone: "bad",
};

/**
 * One tab of a browser has the telephone; the next one gets it when that is closed. Resolves when it is known which this is, so
 * that what is asked of the telephone right after its start finds its tab leading.
 */
function lead(tell: (isLeading: boolean) => void): Promise<void> {
  if (!("locks" in navigator)) {
    tell(true);
    return Promise.resolve();
  }
  const forEver = () => new Promise<never>(() => undefined);
  return new Promise((known) => {
    void navigator.locks.request(LEAD, { ifAvailable: true }, (lock) => {
      if (lock) tell(true);
      known();
      if (lock) return forEver();
      void navigator.locks.request(LEAD, () => {
        tell(true);
        return forEver();
      });
      return undefined;
    });
  });
}
const LEAD = "telephone";
