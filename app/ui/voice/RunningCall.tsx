import { useEffect, useState, type KeyboardEvent } from "react";
import type { ScreenPop } from "~/domain/records/calls.server";
import { formatSeconds } from "~/domain/voice/labels";
import { Devices } from "./Devices";
import { formatPhoneText } from "./number-words";
import { PopFacts } from "./PopFacts";
import type { CallPhase, CurrentCall, VoiceState } from "./state";
import { warningWords } from "./texts";
import type { Telephone } from "./use-telephone";

const PHASE: Readonly<Record<CallPhase, string>> = {
  incoming: "Ringing here",
  connecting: "Connecting",
  ringing: "Ringing there",
  open: "On the line",
  reconnecting: "Line interrupted, reconnecting",
};
const PAD = "123456789*0#";

interface Props {
  state: VoiceState;
  call: CurrentCall;
  pop: ScreenPop | null;
  phone: Telephone;
}

/** The call that goes on: how long, how good, mute, keys, and who it is. */
export function RunningCall({ state, call, pop, phone }: Props) {
  const { put, setPop } = phone;
  return (
    <div role="group" aria-label="Call" className="phone-call" data-voice-call={call.phase}>
      <p className="line">
        <b>
          {call.direction === "in" ? "From" : "To"} {pop?.people.length === 1 && `${pop.people[0]?.name ?? ""}, `}
          {formatPhoneText(call.number)}
        </b>{" "}
        <span>{PHASE[call.phase]}</span> {call.openedAt !== null && <Length since={call.openedAt} />}
      </p>
      <p className="actions">
        <button type="button" className="button danger" onClick={() => put({ kind: "hang_up" })}>
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
      </p>
      {call.micGone && <p className="said bad">The other side cannot hear you: no microphone.</p>}
      {[...new Set(call.warnings.map(warningWords))].map((words) => (
        <p key={words} className="said warn">
          {words}
        </p>
      ))}
      {call.phase === "open" && <Keypad press={(digits) => put({ kind: "digits", digits })} />}
      <details>
        <summary>Sound and devices</summary>
        <Devices phone={phone} isReady volume={state.volume} />
      </details>
      {pop && <PopFacts pop={pop} onBound={setPop} />}
    </div>
  );
}

function Length({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(ticking);
  }, []);
  return <span className="num">{formatSeconds(Math.max(0, Math.floor((now - since) / 1000)))}</span>;
}

/** By mouse, by touch, and by the keyboard's own keys while it has the focus. */
function Keypad({ press }: { press: (digits: string) => void }) {
  const [pressed, setPressed] = useState("");
  const send = (key: string) => {
    setPressed((before) => (before + key).slice(-16));
    press(key);
  };
  const byKeyboard = (event: KeyboardEvent) => {
    if (!PAD.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    send(event.key);
  };
  return (
    <details className="phone-pad" onKeyDown={byKeyboard}>
      <summary>Keypad{pressed && <span className="num"> {pressed}</span>}</summary>
      <div className="keys-grid">
        {[...PAD].map((key) => (
          <button key={key} type="button" className="button secondary" onClick={() => send(key)}>
            {key}
          </button>
        ))}
      </div>
    </details>
  );
}
