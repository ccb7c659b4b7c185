import { Link } from "@remix-run/react";
import { driverPaths } from "~/driver-paths";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";

/** A driver who waits for the customer's answer. */
export interface Wait {
  /** "10:57 am" */
  until: string;
  /** The time is up. */
  isOver: boolean;
  answer: "clearing" | "another_day" | null;
  minutes: number | null;
  answeredAt: string | null;
  reason: string;
}

/** The customer was asked: what they say, and until when to wait. Read aloud when it changes. */
export function AccessWait({ job, wait }: { job: DriverJob; wait: Wait | null }) {
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
  return (
    <section className={`say access-wait ${wait.answer ?? ""}`} aria-labelledby="access-wait">
      <h2 id="access-wait" role="status">
        {wait.answer === "clearing" ? "They are clearing it now" : wait.isOver ? "No answer" : "The customer was asked"}
      </h2>
      <p>
        {wait.answer === "clearing"
          ? `About ${wait.minutes} minutes, said at ${wait.answeredAt}. Please wait.`
          : wait.isOver
            ? `You have waited until ${wait.until}. You may close the visit below.`
            : `We wrote to them. Please wait until ${wait.until}, and call them.`}
      </p>
      <p>
        <Link className="big-link" to={driverPaths.job(job.id)}>
          Look again
        </Link>
      </p>
    </section>
  );
}
