import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { driverPaths } from "~/driver-paths";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";

/** A driver who waits for the customer's answer. */
export interface Wait {
  answer: "clearing" | "another_day" | null;
  reason: string;
  /** What to do now, and once the time is up; null where nothing more is waited for. */
  now: WaitWords;
  over: WaitWords | null;
  /** In how many milliseconds the time is up, by the server's clock; 0 where it is. */
  endsIn: number;
}
export interface WaitWords {
  title: string;
  words: string;
}

/** Whether the time is up, also where it has come while the page was open: nobody tells that, and there may be no signal. */
function useIsOver(wait: Wait | null): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!wait?.endsIn) return;
    const timer = setTimeout(() => setOver(true), wait.endsIn);
    return () => clearTimeout(timer);
  }, [wait]);
  return isOver || wait?.endsIn === 0;
}

/** The customer was asked: what they say, and until when to wait. Read aloud when it changes. */
export function AccessWait({ job, wait }: { job: DriverJob; wait: Wait | null }) {
  const isOver = useIsOver(wait);
  if (!wait) return null;
  const { title, words } = (isOver && wait.over) || wait.now;
  return (
    <section className={`say access-wait ${(wait.over && wait.answer) || ""}`} aria-labelledby="access-wait">
      <h2 id="access-wait" role="status">
        {title}
      </h2>
      <p>{words}</p>
      {wait.over && (
        <p>
          <Link className="big-link" to={driverPaths.job(job.id)}>
            Look again
          </Link>
        </p>
      )}
    </section>
  );
}
