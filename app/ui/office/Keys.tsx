import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isHalfTyped, isRefused } from "./tabs";
import { ANSWER_KEY } from "../voice/wish";

/**
 * One letter for what is done most. An element says its own, `{...byKey("c", "Call the customer")}`, so that the list
 * under "?" is what this page can do, and no key does anything that a click would not. Without a label: the element's
 * own words.
 */
export function byKey(key: string, label?: string): { "data-key": string; "data-key-label"?: string } {
  return { "data-key": key, ...(label !== undefined && { "data-key-label": label }) };
}

/** In this browser only: single letters can be a nuisance to those who speak their input (WCAG 2.1.4). */
const OFF = "office-letters-off";

interface Shortcut {
  key: string;
  label: string;
}

/** Listens for the letters, and shows them by "?". What it says is made when it is asked for: no page carries it. */
export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<ReturnType<typeof listKeys> | null>(null);
  const [isOff, setOff] = useState(false);
  useEffect(() => setOff(readOff()), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "?") {
        // A dialog puts the focus on what it holds when it opens.
        flushSync(() => setShown(listKeys()));
        dialog.current?.showModal();
      } else if (!isOff && !event.shiftKey && !dialog.current?.open) {
        const found = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
        // Refused, the focus is at what is wrong: whoever types on means the field, not "call the first who waits".
        if (!found || isRefused() || (leadsAway(found) && isHalfTyped())) return;
        event.preventDefault();
        actOn(found);
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOff]);
  return (
    <dialog ref={dialog} className="card keys" aria-label="Keys on this page">
      {shown && (
        <>
          <h2>Keys on this page</h2>
          <dl>
            {shown.hasSearch && <Key shortcut={{ key: "Ctrl+K", label: "Search everything" }} />}
            <Key shortcut={{ key: "Alt+3", label: "Search this page, or its first field" }} />
            {!isOff && shown.letters.map((shortcut) => <Key key={shortcut.key} shortcut={shortcut} />)}
            {shown.hasPhone && <Key shortcut={{ key: ANSWER_KEY, label: "Answer the call that rings" }} />}
            <Key shortcut={{ key: "?", label: "Show these keys" }} />
          </dl>
          <label className="check">
            <input
              type="checkbox"
              checked={!isOff}
              onChange={({ target }) => {
                setOff(!target.checked);
                keepOff(!target.checked);
              }}
            />
            <span>Single letters do something</span>
          </label>
          <form method="dialog" className="actions">
            <button className="button secondary">Close</button>
          </form>
        </>
      )}
    </dialog>
  );
}

function Key({ shortcut: { key, label } }: { shortcut: Shortcut }) {
  return (
    <div>
      <dt>
        <kbd>{key}</kbd>
      </dt>
      <dd>{label}</dd>
    </div>
  );
}

/** What this page does comes before where the others are. One's own account has neither the search nor the telephone. */
function listKeys(): { letters: Shortcut[]; hasSearch: boolean; hasPhone: boolean } {
  const found = [...document.querySelectorAll<HTMLElement>("[data-key]")];
  const ofPage = found.filter((one) => one.closest("main"));
  const all = [...ofPage, ...found.filter((one) => !ofPage.includes(one))].map(({ dataset, textContent }) => ({
    key: (dataset.key ?? "").toUpperCase(),
    label: dataset.keyLabel ?? textContent ?? "",
  }));
  const has = (what: string) => document.querySelector(what) !== null;
  return {
    letters: all.filter(({ key }, i) => all.findIndex((one) => one.key === key) === i),
    hasSearch: has("[role=search]"),
    hasPhone: has(".phone-key"),
  };
}

/** What a click does; a field is gone into, with its text selected. */
function actOn(element: HTMLElement): void {
  element.focus();
  if (element instanceof HTMLInputElement) element.select();
  else element.click();
}

/** A letter that was meant for a field, with the focus just beside it, takes nobody away from what is half typed, nor rings anybody. */
const leadsAway = (element: HTMLElement) =>
  element instanceof HTMLAnchorElement &&
  (element.protocol === "tel:" || (/^https?:$/.test(element.protocol) && element.pathname !== location.pathname));

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  // Up to the next frame, what had the focus in a dialog that was just closed still has it.
  if (target.closest("dialog:not([open])")) return false;
  return target.closest("input, textarea, select, [contenteditable]") !== null;
}

function readOff(): boolean {
  try {
    return localStorage.getItem(OFF) !== null;
  } catch {
    return false;
  }
}

function keepOff(isOff: boolean): void {
  try {
    if (isOff) localStorage.setItem(OFF, "1");
    else localStorage.removeItem(OFF);
  } catch {
    // Without storage it holds until the page is left.
  }
}
