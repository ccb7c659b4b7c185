import { Fragment, useState, type FormEvent } from "react";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { mayReport } from "~/domain/dispatch/report-rules";
import { driverPaths } from "~/driver-paths";
import { paths } from "~/paths";
import { ErrorSummary } from "../../form/ErrorSummary";
import { Facts } from "../../office/bits";
import { isDone, jobFacts, JobNotes, JobTop } from "../../office/DriverJob";
import { ReportFields } from "../../office/DriverReport";
import { CallInstead, isStopped, StepFields } from "../../office/DriverSteps";
import { stepLabel, stepWays, type NextStep } from "../../office/job-steps";
import type { PhoneEntry } from "../phone-store";
import { showWrong, useNextInView } from "../in-view";
import { pressOrSend, problemOf } from "../press";
import { StepsSoFar } from "../StepsSoFar";
import { useAwake } from "../use-awake";
import { stateOnPhone } from "../use-phone";

/** A job and its next step, by what this phone has. */
export function JobView({
  job: read,
  driver,
  entries,
  readAt,
  facilities,
  officePhone,
}: {
  job: DriverJob;
  driver: string;
  entries: PhoneEntry[];
  /** When it was read, by the phone's clock. */
  readAt: number;
  facilities: readonly string[];
  officePhone: string;
}) {
  const job = { ...read, state: stateOnPhone(read, entries, readAt) };
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>();
  const [isBusy, setBusy] = useState(false);
  useNextInView(job.state, read);
  useAwake(job.state !== "assigned" && !isDone(job));
  const press = async (step: NextStep | "report", form: HTMLFormElement) => {
    if (isBusy) return;
    setBusy(true);
    const fields = new FormData(form);
    // A full phone keeps nothing; where the signal is back, the office gets it at once.
    const { done, goes } = await pressOrSend(driver, read, step, fields).finally(() => setBusy(false));
    if (goes) return sendPlain(form, job.id, step);
    setProblem(problemOf(done, step, fields));
    if (!done.ok) showWrong(form);
    // What was found next is another report.
    if (done.ok && step === "report") form.reset();
  };
  const { usual, ways, others } = stepWays(job, facilities);
  const formOf = (step: NextStep, { at, quiet }: { at?: string | undefined; quiet?: boolean }) => (
    <form
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void press(step, event.currentTarget);
      }}
    >
      <StepFields
        step={step}
        job={job}
        at={at}
        photos={[]}
        problem={problem?.values["intent"] === step ? problem : undefined}
      />
      <button className={`button big full${quiet ? " secondary" : ""}`} aria-disabled={isBusy || undefined}>
        {isBusy ? "Saving…" : at ? `At ${at}` : stepLabel(step, job.kind, job.state)}
      </button>
    </form>
  );
  return (
    <>
      <ErrorSummary problem={problem} />
      <JobTop
        job={job}
        back={
          <a className="big-link" href={paths.driver.dashboard}>
            Back to all jobs
          </a>
        }
      />
      <JobNotes job={job} />
      <StepsSoFar entries={entries.filter(({ jobId }) => jobId === job.id)} kind={job.kind} />
      {isStopped(job) && <CallInstead phone={officePhone} />}
      {usual && !isStopped(job) && (
        <section key={job.state} aria-labelledby="next-step" className="next-step">
          <h2 id="next-step" className="unseen">
            Next step
          </h2>
          {ways.map((at) => (
            <Fragment key={at ?? ""}>{formOf(usual, { at })}</Fragment>
          ))}
          {others.map((step) => (
            <details key={step} open={problem?.values["intent"] === step}>
              <summary>{stepLabel(step, job.kind, job.state)}</summary>
              {formOf(step, { quiet: true })}
            </details>
          ))}
        </section>
      )}
      {mayReport(job.state) && (
        <section aria-labelledby="reports" className="reported">
          <h2 id="reports">What you found</h2>
          <details open={problem?.values["intent"] === "report"}>
            <summary>Report what you found</summary>
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                void press("report", event.currentTarget);
              }}
            >
              <ReportFields problem={problem?.values["intent"] === "report" ? problem : undefined} photos={[]} />
              <button className="button big full secondary" aria-disabled={isBusy || undefined}>
                {isBusy ? "Saving…" : "Report it"}
              </button>
            </form>
          </details>
        </section>
      )}
      <Facts rows={jobFacts(job)} />
    </>
  );
}

/** As the full page's form without script sends it: its answer is that page. */
function sendPlain(form: HTMLFormElement, jobId: string, step: string): void {
  const intent = document.createElement("input");
  Object.assign(intent, { type: "hidden", name: "intent", value: step });
  form.append(intent);
  Object.assign(form, { method: "post", enctype: "multipart/form-data", action: driverPaths.job(jobId) });
  form.submit();
}
