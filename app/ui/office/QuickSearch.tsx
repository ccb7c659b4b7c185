import { Form } from "@remix-run/react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { crmPaths } from "~/crm-paths";
import { FoundList } from "./FoundList";
import type { Found } from "./found";

/** After the last letter; somebody who types on is not asked for each of them. */
const PAUSE_MS = 120;
const FEWEST_LETTERS = 2;

type Answer = { results: Found[]; near?: boolean; for: string } | "failed" | null;

/**
 * The office's one search, in its frame: a plain form; with script it answers while typing, Ctrl+K leads to it, the
 * arrows go through what was found, Escape puts it away.
 */
export function QuickSearch({ accessKey, apart }: { accessKey?: string | undefined; apart: boolean }) {
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const answer = useAnswer(open ? typed.trim() : "");
  const form = useRef<HTMLFormElement>(null);
  useCtrlK(() => form.current?.querySelector("input")?.select());
  const isShown = open && answer !== null;
  return (
    <Form
      ref={form}
      method="get"
      action={crmPaths.search()}
      // A half-typed order stays where it is.
      reloadDocument={apart}
      target={apart ? "_blank" : undefined}
      discover="none"
      role="search"
      className="quick"
      onKeyDown={(event) => {
        if (event.key === "Escape" && isShown) {
          setOpen(false);
          form.current?.querySelector("input")?.focus();
        } else if (isShown) walk(event);
        else if (event.key === "ArrowDown") setOpen(true);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <label htmlFor="quick" className="unseen">
        Search bookings, people and dumpsters
      </label>
      <input
        id="quick"
        name="q"
        type="search"
        className="input"
        accessKey={accessKey}
        placeholder="Search (Ctrl+K)"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-controls="quick-found"
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
        }}
      />
      <div id="quick-found" role="status" hidden={!isShown}>
        {isShown &&
          (answer === "failed" ? (
            <p>The search gives no answer now. Press Enter to try it as a page.</p>
          ) : answer.results.length === 0 ? (
            <p>Nothing fits “{answer.for}”.</p>
          ) : (
            <>
              {answer.near && <p>Nothing fits “{answer.for}”. Did you mean:</p>}
              <FoundList results={answer.results} apart={apart} />
              <p className="hint keys-hint">
                <kbd>↓</kbd> <kbd>↑</kbd> go through, <kbd>Enter</kbd> opens, <kbd>C</kbd> calls, <kbd>N</kbd> begins an
                order
              </p>
            </>
          ))}
      </div>
    </Form>
  );
}

/** What was found for a text, a moment after it was typed; the answer to an older text is dropped. */
function useAnswer(text: string): Answer {
  const [answer, setAnswer] = useState<Answer>(null);
  useEffect(() => {
    if (text.length < FEWEST_LETTERS) {
      setAnswer(null);
      return undefined;
    }
    const ended = new AbortController();
    const ask = async () => {
      try {
        const response = await fetch(crmPaths.searchJson(text), { signal: ended.signal });
        const found = (await response.json()) as { results: Found[]; near?: boolean };
        setAnswer({ ...found, for: text });
      } catch {
        if (!ended.signal.aborted) setAnswer("failed");
      }
    };
    const later = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(later);
      ended.abort();
    };
  }, [text]);
  return answer;
}

/** The search page does by it what the others do, with its own field. */
export function useCtrlK(lead: () => void): void {
  const latest = useRef(lead);
  latest.current = lead;
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Down and Up go from the field through what was found, and back. */
function walk(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .found a:first-child")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
