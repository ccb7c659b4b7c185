import { useEffect, useRef } from "react";
import { formatPhoneText } from "./number-words";
import type { ScreenPop } from "~/domain/records/calls.server";
import { PopFacts } from "./PopFacts";
import type { CurrentCall, Input } from "./state";
import { ANSWER_KEY } from "./wish";

interface Props {
  call: CurrentCall;
  pop: ScreenPop | null;
  put: (input: Input) => void;
}

const BLINK_MS = 1_000;

/**
 * It rings: over everything, in the tab's title, by sound (the SDK's), and by a notification where those are allowed. The
 * keyboard stays where somebody types: what they write must not answer for them.
 */
export function IncomingCall({ call, pop, put }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef<HTMLButtonElement>(null);
  const who = pop?.people[0]?.name ?? formatPhoneText(call.number);
  useEffect(() => {
    dialog.current?.show();
    if (!document.activeElement?.closest("input, textarea, select, [contenteditable]")) answer.current?.focus();
    const press = (event: KeyboardEvent) => {
      if (event.key !== ANSWER_KEY) return;
      event.preventDefault();
      put({ kind: "answer" });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useTitle(`☎ ${who} calls`);
  useNotification(who);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="incoming"
      aria-labelledby="incoming-heading"
      data-voice-call="incoming"
    >
      <h2 id="incoming-heading">Call from {formatPhoneText(call.number)}</h2>
      <p className="actions">
        <button ref={answer} type="button" className="button" onClick={() => put({ kind: "answer" })}>
          Answer <kbd>{ANSWER_KEY}</kbd>
        </button>
        <button type="button" className="button secondary" onClick={() => put({ kind: "decline" })}>
          Decline
        </button>
        <button type="button" className="button secondary" onClick={() => put({ kind: "ignore" })}>
          Silence here
        </button>
      </p>
      {pop ? <PopFacts pop={pop} /> : <p className="hint">Looking up the number…</p>}
    </dialog>
  );
}

function useTitle(words: string): void {
  useEffect(() => {
    const usual = document.title;
    let isOn = true;
    document.title = words;
    const blinking = setInterval(() => {
      isOn = !isOn;
      document.title = isOn ? words : usual;
    }, BLINK_MS);
    return () => {
      clearInterval(blinking);
      document.title = usual;
    };
  }, [words]);
}

function useNotification(who: string): void {
  useEffect(() => {
    if (!("Notification" in window) || Notification.permission !== "granted" || !document.hidden) return undefined;
    const shown = new Notification("Incoming call", { body: who, tag: "telephone", requireInteraction: true });
    shown.onclick = () => window.focus();
    return () => shown.close();
  }, [who]);
}
