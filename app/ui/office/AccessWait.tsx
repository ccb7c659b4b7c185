import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { driverPaths } from "~/driver-paths";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";

/** A driver who waits for the customer's answer. */
export interface Wait {
  /** "10:57 am" */
  until: string;
  /** The time is up. */
  isOver: boolean;
  /** In how many milliseconds it is, by the server's clock. */
  endsIn: number;
  answer: "clearing" | "another_day" | null;
  minutes: number | null;
  answeredAt: string | null;
  reason: string;
}

/** Whether the time is up, also where it has come while the page was open: nobody tells that, and there may be no signal. */
function useIsOver(wait: Wait | null): boolean {
  // Of which reading: the next one says it by itself.
  const [ended, setEnded] = useState<Wait>();
  useEffect(() => {
    if (!wait || wait.isOver) return;
    const at = Date.now() + wait.endsIn;
    const timer = setTimeout(() => setEnded(wait), wait.endsIn);
    // A phone that was put away may have stood still, and its timers with it.
    const look = () => Date.now() >= at && setEnded(wait);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [wait]);
  return wait !== null && (wait.isOver || ended === wait);
}

/** The customer was asked: what they say, and until when to wait. Read aloud when it changes. */
export function AccessWait({ job, wait }: { job: DriverJob; wait: Wait | null }) {
  const isOver = useIsOver(wait);
  if (!wait) return null;
  if (wait.answer === "another_day")
    return (
      <section className="say access-wait" aria-labelledby="access-wait">
        <h2 id="access-wait" role="status">
          The customer wants another day
        </h2>
        <p>They said so at {wait.answeredAt} and choose it themselves. You can go on to your next job.</p>
      </section>
    );
  const { title, words } = waitWords(wait, isOver);
  return (
    <section className={`say access-wait ${wait.answer ?? ""}`} aria-labelledby="access-wait">
      <h2 id="access-wait" role="status">
        {title}
      </h2>
      <p>{words}</p>
      <p>
        <Link className="big-link" to={driverPaths.job(job.id)}>
          Look again
        </Link>
      </p>
    </section>
  );
}

function waitWords({ answer, minutes, answeredAt, until }: Wait, isOver: boolean): { title: string; words: string } {
  const leave = `You have waited until ${until}. You may close the visit below.`;
  if (answer !== "clearing")
    return isOver
      ? { title: "No answer", words: leave }
      : { title: "The customer was asked", words: `We wrote to them. Please wait until ${until}, and call them.` };
  const said = `About ${minutes} minutes, said at ${answeredAt}.`;
  return isOver
    ? { title: "Their time to clear it is over", words: `${said} Call them. ${leave}` }
    : { title: "They are clearing it now", words: `${said} Please wait until ${until}.` };
}
