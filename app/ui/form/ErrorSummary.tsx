import { useEffect, useRef } from "react";
import type { Problem } from "~/http/answers/forms.server";
import { Unbroken } from "../Unbroken";
import { JumpLink } from "../JumpLink";
import { SUMMARY_HEADING, useErrorTitle } from "./error-title";
import { focusArrived } from "./focus-arrived";

/**
 * The first thing in the main content after a refused try: what is wrong, each with a link to its field
 * (contract.md, "Errors"). Gets the focus by itself, with and without script, and the page's title says "Error" first.
 */
export function ErrorSummary({ problem }: { problem?: Problem | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) focusArrived(box.current);
  }, [problem]);
  useErrorTitle(problem);
  if (!problem) return null;
  return (
    // autoFocus: without script the browser itself brings the focus here.
    <div ref={box} className="problems" role="alert" tabIndex={-1} autoFocus aria-labelledby={SUMMARY_HEADING}>
      <h2 id={SUMMARY_HEADING}>{problem.title ?? "There is a problem"}</h2>
      <ul className="plain">
        {Object.entries(problem.fields).map(([name, message]) => {
          const words = <Unbroken text={message} />;
          return <li key={name}>{name ? <JumpLink to={name}>{words}</JumpLink> : words}</li>;
        })}
      </ul>
      {problem.callBack && (
        <p>
          <a href={problem.callBack}>Ask us to call you back</a>
        </p>
      )}
    </div>
  );
}
