import { useRevalidator } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { crmPaths } from "~/crm-paths";
import { CALL_REASON, CALL_REASONS } from "~/domain/voice/labels";
import { isToCopy } from "../office/tabs";
import { isIssue } from "./checks";
import { FEEDBACK_ISSUE, FEEDBACK_ISSUES, FEEDBACK_SCORES, type FeedbackScore } from "./limits";
import { formatPhoneText } from "./number-words";
import { sayToServer } from "./say-to-server";
import type { Input } from "./state";

interface Props {
  /** The log's entry, where the network had said it. */
  over: { call: string | null; number: string };
  put: (input: Input) => void;
  done: () => void;
}

/** Ten seconds after a call: why they called, one line, and how the line was. */
export function AfterCall({ over, put, done }: Props) {
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState("");
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const said = { call: over.call, reason: form.get("reason"), note: form.get("note") };
    if (!(await sayToServer(crmPaths.voice("wrap"), said))) return setProblem("That was not saved. Try again.");
    if (!isToCopy()) revalidate();
    done();
  }
  return (
    <div className="phone-after" data-voice-after>
      <p>
        <b>Call with {formatPhoneText(over.number)} is over.</b>
      </p>
      {over.call && (
        <form onSubmit={(event) => void save(event)}>
          <fieldset className="phone-chips">
            <legend>Why they called</legend>
            {CALL_REASONS.map((reason) => (
              <label key={reason}>
                <input type="radio" name="reason" value={reason} required /> {CALL_REASON[reason]}
              </label>
            ))}
          </fieldset>
          <label htmlFor="after-note">What was said, in a line</label>
          <input id="after-note" name="note" className="input" maxLength={300} autoComplete="off" />
          {problem && <p role="alert">{problem}</p>}
          <p className="actions">
            <button className="button">Save</button>
            <button type="button" className="button secondary" onClick={done}>
              Later
            </button>
          </p>
        </form>
      )}
      <Feedback put={put} />
    </div>
  );
}

function Feedback({ put }: { put: (input: Input) => void }) {
  const [score, setScore] = useState<FeedbackScore | null>(null);
  const [isSent, setSent] = useState(false);
  const send = (of: FeedbackScore, issue?: string) => {
    put({ kind: "feedback", score: of, ...(isIssue(issue) && { issue }) });
    setSent(true);
  };
  if (isSent) return <p className="hint">Thank you: that goes to the telephone company.</p>;
  return (
    <fieldset className="phone-chips">
      <legend>How was the line?</legend>
      {score === null
        ? FEEDBACK_SCORES.map((one) => (
            <button
              key={one}
              type="button"
              className="small-button"
              aria-label={`${one} of 5`}
              onClick={() => (one >= 4 ? send(one) : setScore(one))}
            >
              {one}
            </button>
          ))
        : FEEDBACK_ISSUES.map((issue) => (
            <button key={issue} type="button" className="small-button" onClick={() => send(score, issue)}>
              {FEEDBACK_ISSUE[issue]}
            </button>
          ))}
      {score !== null && (
        <button type="button" className="small-button" onClick={() => send(score)}>
          Something else
        </button>
      )}
    </fieldset>
  );
}
