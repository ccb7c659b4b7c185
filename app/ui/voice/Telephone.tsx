import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ScreenPop } from "~/domain/records/calls.server";
import { crmPaths } from "~/crm-paths";
import { callParams } from "./checks";
import type { Voice } from "./driver";
import { AT_REST, type VoiceState } from "./state";
import { sayToServer } from "./say-to-server";
import type { VoiceText } from "./texts";

export interface TelephoneProps {
  identity: string;
  agent: { is_available: boolean } | null;
  edge: string | null;
  isStandIn: boolean;
  say: (text: VoiceText) => void;
}

/** Our own: with the maker's an incoming call is shown two seconds late where those are slow. */
const SOUNDS: Readonly<Record<string, string>> = {
  incoming: "/sounds/incoming.wav",
  outgoing: "/sounds/outgoing.wav",
  disconnect: "/sounds/disconnect.wav",
  ...Object.fromEntries([..."0123456789sh"].map((key) => [`dtmf${key}`, "/sounds/disconnect.wav"])),
};

/**
 * A person's telephone in this tab: the machine, its driver and its one lead among the tabs. The driver and the network's SDK
 * are fetched when it is started, by hand or by the row that says that they take calls.
 */
export function useTelephone({ identity, agent, edge, isStandIn, say }: TelephoneProps) {
  const [state, setState] = useState<VoiceState>(AT_REST);
  const [pop, setPop] = useState<ScreenPop | null>(null);
  const voice = useRef<Promise<Voice> | null>(null);

  function start(): Promise<Voice> {
    return (voice.current ??= import("./driver").then(async ({ startVoice }) => {
      const made = startVoice({
        isStandIn,
        edge,
        urls: {
          token: "/functions/v1/generate-voice-token",
          heartbeat: crmPaths.voice("heartbeat"),
          ring: crmPaths.voice("ring"),
        },
        sounds: SOUNDS,
        say,
        alert: (call) => (call === null ? undefined : setPop(null)),
        onState: setState,
        onPop: (found) => setPop(found as ScreenPop | null),
      });
      made.put({ kind: "mounted", identity, agent });
      await lead((isLeading) => made.put({ kind: "leading", isLeading }));
      return made;
    }));
  }

  const takesCalls = agent?.is_available ?? false;
  useEffect(() => {
    if (takesCalls) void start();
    // It was switched off here or on another page.
    void voice.current?.then((made) => made.put({ kind: "agent_row", agent: { is_available: takesCalls } }));
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [takesCalls]);
  useEffect(() => {
    const on = (isOnline: boolean) => () => void voice.current?.then((made) => made.put({ kind: "online", isOnline }));
    const [up, down] = [on(true), on(false)];
    const seen = () =>
      void voice.current?.then((made) =>
        made.put({ kind: "visible", isVisible: document.visibilityState === "visible" }),
      );
    addEventListener("online", up);
    addEventListener("offline", down);
    document.addEventListener("visibilitychange", seen);
    return () => {
      removeEventListener("online", up);
      removeEventListener("offline", down);
      document.removeEventListener("visibilitychange", seen);
      void voice.current?.then((made) => made.stop());
      voice.current = null;
    };
  }, []);

  return {
    state,
    pop,
    takesCalls,
    /** Starts the telephone where it is not, and tells it something. */
    put: (input: Parameters<Voice["put"]>[0]) => void start().then((made) => made.put(input)),
    call: (to: string, record: { customerId?: string; bookingId?: string } = {}) =>
      void start().then((made) => made.put({ kind: "place", params: callParams(to, record) })),
  };
}
export type Telephone = ReturnType<typeof useTelephone>;

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

const DEVICE: Readonly<Record<VoiceState["device"], string>> = {
  not_ready: "Off",
  initializing: "Starting",
  ready: "Ready",
  offline: "Offline",
  unregistered: "Disconnected",
  error: "Not working",
};

/** The telephone's own panel: its state, its buttons, the dial pad, and the call. */
export function TelephonePanel({ telephone }: { telephone: Telephone }) {
  const { state, pop, takesCalls, put, call } = telephone;
  const { revalidate } = useRevalidator();
  const switchCalls = () =>
    void sayToServer(crmPaths.voice("available"), { is_available: !takesCalls }).then(() => revalidate());
  const [number, setNumber] = useState("");
  const current = state.call;
  return (
    <section className="card" aria-label="Telephone">
      <p>
        <span className="strong">Telephone:</span> <span data-voice-device>{DEVICE[state.device]}</span>
        {" · "}Microphone: <span data-voice-mic>{state.mic}</span>
        {" · "}
        {takesCalls ? "You take calls." : "You take no calls: callers do not reach you."}
      </p>
      <noscript>
        <p className="notice">The telephone needs JavaScript. The list below works without it.</p>
      </noscript>
      <p className="actions">
        <button
          type="button"
          className="button secondary"
          disabled={state.isInitializing || state.device === "ready"}
          onClick={() => put({ kind: "initialize" })}
        >
          Initialize Voice Device
        </button>
        <button type="button" className="button secondary" onClick={() => put({ kind: "request_microphone" })}>
          Request Microphone
        </button>
        <button type="button" className="button secondary" onClick={switchCalls}>
          {takesCalls ? "Take no calls" : "Take calls"}
        </button>
      </p>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          call(number);
        }}
      >
        <label htmlFor="dial">Number</label>
        <input
          id="dial"
          className="input"
          inputMode="tel"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <button type="submit" className="button">
          Call
        </button>
      </form>
      {current && (
        <div
          role={current.phase === "incoming" ? "alertdialog" : "group"}
          aria-label="Call"
          data-voice-call={current.phase}
        >
          <p className="strong">
            {current.direction === "in" ? "From" : "To"} {current.number || "Unknown"}: {current.phase}
          </p>
          {pop && <PopFacts pop={pop} />}
          <p className="actions">
            {current.phase === "incoming" ? (
              <>
                <button type="button" className="button" onClick={() => put({ kind: "answer" })}>
                  Answer
                </button>
                <button type="button" className="button secondary" onClick={() => put({ kind: "decline" })}>
                  Decline
                </button>
              </>
            ) : (
              <>
                <button type="button" className="button" onClick={() => put({ kind: "hang_up" })}>
                  Hang up
                </button>
                <button
                  type="button"
                  className="button secondary"
                  aria-pressed={state.isMuted}
                  onClick={() => put({ kind: "mute", isMuted: !state.isMuted })}
                >
                  {state.isMuted ? "Unmute" : "Mute"}
                </button>
                {[..."123456789*0#"].map((digit) => (
                  <button
                    key={digit}
                    type="button"
                    className="button secondary"
                    onClick={() => put({ kind: "digits", digits: digit })}
                  >
                    {digit}
                  </button>
                ))}
              </>
            )}
          </p>
        </div>
      )}
    </section>
  );
}

/** Who that may be, before anybody answers. */
function PopFacts({ pop }: { pop: ScreenPop }) {
  return (
    <div data-voice-pop>
      {pop.people.length === 0 && <p>Nobody we know has this number.</p>}
      {pop.people.map((person) => (
        <p key={person.id}>
          <a href={crmPaths.customer(person.id)}>{person.name}</a>
          {person.owed > 0 && ` · owes $${(person.owed / 100).toFixed(2)}`}
          {person.notServed && " · not served"}
        </p>
      ))}
      {pop.bookings.map((booking) => (
        <p key={booking.id}>
          <a href={crmPaths.booking(booking.number)}>{booking.number}</a> {booking.items} · {booking.status}
        </p>
      ))}
    </div>
  );
}
