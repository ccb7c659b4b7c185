import { useNavigate } from "@remix-run/react";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { linkPressed } from "../office/use-follow";
import { callParams } from "./checks";
import { Devices } from "./Devices";
import type { Input, VoiceState } from "./state";
import { Switch } from "./Switch";
import { useTelephone } from "./use-telephone";
import { hearWishes, onTheLine, type TelephoneProps, type Wish } from "./wish";

const DEVICE: Readonly<Record<VoiceState["device"], string>> = {
  not_ready: "Off",
  initializing: "Starting",
  ready: "Ready",
  offline: "Offline",
  unregistered: "Disconnected",
  error: "Not working",
};
const MIC: Readonly<Record<VoiceState["mic"], string>> = {
  prompt: "not asked yet",
  checking: "being asked",
  granted: "allowed",
  denied: "not allowed",
};

const inputOf = (wish: Exclude<Wish, { kind: "open" }>): Input =>
  wish.kind === "call"
    ? { kind: "place", params: callParams(wish.to, { customerId: wish.customerId, bookingId: wish.bookingId }) }
    : wish;

/** Fetched with the first call, and when it is over. */
const IncomingCall = lazy(() => import("./IncomingCall").then(({ IncomingCall }) => ({ default: IncomingCall })));
const RunningCall = lazy(() => import("./RunningCall").then(({ RunningCall }) => ({ default: RunningCall })));
const AfterCall = lazy(() => import("./AfterCall").then(({ AfterCall }) => ({ default: AfterCall })));

/** The telephone itself: its state and switches, the dial pad, the call, and what is asked after it. */
export function Telephone({ me, takesCalls, listen, early }: TelephoneProps) {
  const first = early.flatMap((wish) => (wish.kind === "open" ? [] : [inputOf(wish)]));
  const phone = useTelephone(first);
  const { state, pop, said, facts, put, readAgain } = phone;
  const [isOpen, setOpen] = useState(early.length > 0);
  const [number, setNumber] = useState(early.findLast((wish) => wish.kind === "call")?.to ?? "");
  const field = useRef<HTMLInputElement>(null);
  const { call } = state;

  useLayoutEffect(
    () =>
      hearWishes((wish) => {
        setOpen(true);
        if (wish.kind === "open") return void setTimeout(() => field.current?.focus());
        if (wish.kind === "call") setNumber(wish.to);
        put(inputOf(wish));
      }),
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  );
  // The row as the server keeps it: told by the live stream, and by every page that was read anew.
  useEffect(
    () => listen(({ topics }) => topics.includes(`agent:${me}`) && void readAgain()),
    // oxlint-disable-next-line react/exhaustive-deps
    [listen, me],
  );
  useEffect(() => {
    if (facts && facts.agent?.is_available !== takesCalls) void readAgain();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [takesCalls]);

  const [over, setOver] = useState<{ call: string | null; number: string } | null>(null);
  const callId = call ? (call.callId ?? pop?.call.id ?? null) : null;
  const last = useRef<{ call: string | null; number: string; wasOpen: boolean } | null>(null);
  useEffect(() => {
    onTheLine.call = call?.phase === "open" || call?.phase === "reconnecting" ? callId : null;
    if (call) {
      last.current = { call: callId, number: call.number, wasOpen: call.openedAt !== null };
      setOver(null);
    } else if (last.current) {
      if (last.current.wasOpen) setOver(last.current);
      last.current = null;
    }
  }, [call, callId]);
  useKeepDocument(call !== null);

  const isElsewhere = facts !== null && !state.isLeading && state.device === "not_ready";
  const isShown = isOpen || call !== null || over !== null;
  return (
    <>
      {phone.toasts}
      <Suspense>{call?.phase === "incoming" && <IncomingCall call={call} pop={pop} put={put} />}</Suspense>
      {isShown && (
        <section className="phone" aria-label="Telephone" data-device={state.device}>
          <header>
            <p>
              <b>Telephone</b> <span data-voice-device>{isElsewhere ? "In another tab" : DEVICE[state.device]}</span>
              {state.mic !== "granted" && !isElsewhere && <span className="soft"> · microphone {MIC[state.mic]}</span>}
            </p>
            {!call && (
              <button
                type="button"
                className="small-button"
                onClick={() => {
                  setOpen(false);
                  setOver(null);
                }}
              >
                Close
              </button>
            )}
          </header>
          {said && (
            <p className={`said ${said.tone}`}>
              <b>{said.title}</b>
              {said.text && `: ${said.text}`}
            </p>
          )}
          {isElsewhere && (
            <p className="said">Your telephone is open in another tab of this browser. Calls come there.</p>
          )}
          <Suspense>
            {call && call.phase !== "incoming" && <RunningCall state={state} call={call} pop={pop} phone={phone} />}
          </Suspense>
          {!call && over && (
            <Suspense>
              <AfterCall key={over.call} over={over} put={put} done={() => setOver(null)} />
            </Suspense>
          )}
          {!call && !isElsewhere && (
            <>
              <form
                className="dial"
                onSubmit={(event) => {
                  event.preventDefault();
                  put({ kind: "place", params: callParams(number) });
                }}
              >
                <label htmlFor="phone-dial">Number to call</label>
                <input
                  id="phone-dial"
                  ref={field}
                  className="input"
                  type="tel"
                  autoComplete="off"
                  value={number}
                  onChange={(event) => setNumber(event.target.value)}
                />
                <button type="submit" className="button">
                  Call
                </button>
              </form>
              <Setup state={state} put={put} />
              <Devices phone={phone} isReady={state.device === "ready"} volume={state.volume} />
            </>
          )}
          <Switch takesCalls={facts?.agent?.is_available ?? takesCalls} onSwitched={readAgain} />
        </section>
      )}
    </>
  );
}

/** What starts the telephone, where it has not started by itself. */
function Setup({ state, put }: { state: VoiceState; put: (input: Input) => void }) {
  if (state.device === "ready") return null;
  return (
    <p className="actions">
      <button
        type="button"
        className="button secondary"
        disabled={state.isInitializing}
        onClick={() => put({ kind: "initialize" })}
      >
        {state.isInitializing ? "Starting…" : `${state.device === "error" ? "Try again: " : ""}Initialize Voice Device`}
      </button>
      {state.mic !== "granted" && (
        <button type="button" className="button secondary" onClick={() => put({ kind: "request_microphone" })}>
          Request Microphone
        </button>
      )}
    </p>
  );
}

/** A document that is loaded anew would end the call: while one lasts, the office's links lead on within this one. */
function useKeepDocument(isOnCall: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOnCall) return undefined;
    const press = (event: MouseEvent) => {
      const link = linkPressed(event);
      if (!link || link.target || link.hasAttribute("download")) return;
      if (link.origin !== location.origin || !/^\/crm\/(?!.*\.(csv|pdf))/.test(link.pathname)) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash);
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, [isOnCall, navigate]);
}
