import { Form, type FormProps } from "@remix-run/react";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { ScanButton } from "../driver/ScanButton";
import { Field, SelectField, SubmitButton, TextareaField, type Answers } from "../form";
import { ATTEMPT_REASONS, nextSteps, stepLabel, type NextStep } from "./job-steps";

/** The job's next step as one large button, with what it needs; what else can happen folded below it. */
export function DriverSteps({
  job,
  problem,
  onSubmit,
}: { job: DriverJob; onSubmit?: FormProps["onSubmit"] } & Pick<Answers, "problem">) {
  const [usual, ...others] = nextSteps(job);
  if (!usual) return null;
  return (
    <section aria-labelledby="next-step" className="next-step">
      <h2 id="next-step" className="unseen">
        Next step
      </h2>
      <StepForm step={usual} job={job} problem={problem} onSubmit={onSubmit} />
      {others.map((step) => (
        <details key={step} open={problem?.values["intent"] === step}>
          <summary>{stepLabel(step, job.kind)}</summary>
          <StepForm step={step} job={job} problem={problem} onSubmit={onSubmit} quiet />
        </details>
      ))}
    </section>
  );
}

function StepForm({
  step,
  job,
  problem,
  onSubmit,
  quiet = false,
}: { step: NextStep; job: DriverJob; quiet?: boolean; onSubmit: FormProps["onSubmit"] } & Pick<Answers, "problem">) {
  // The problem of another step's form is not this one's.
  const mine = problem?.values["intent"] === step ? problem : undefined;
  return (
    <Form method="post" noValidate onSubmit={onSubmit}>
      <StepFields step={step} job={job} problem={mine} />
      <SubmitButton intent={step} className={`button big full${quiet ? " secondary" : ""}`}>
        {stepLabel(step, job.kind)}
      </SubmitButton>
    </Form>
  );
}

export function StepFields({ step, job, problem }: { step: NextStep; job: DriverJob } & Pick<Answers, "problem">) {
  if (step === "serviced")
    return (
      <>
        <Field
          problem={problem}
          name="dumpsterNumber"
          label="Number on the dumpster"
          hint={job.dumpster ? `We have ${job.dumpster}. Enter what stands on it, also another one.` : undefined}
          autoCapitalize="characters"
          autoComplete="off"
        />
        <ScanButton into="dumpsterNumber" />
      </>
    );
  if (step === "at_disposal")
    return <Field problem={problem} name="facility" label="Which facility?" autoComplete="off" />;
  if (step === "ticketed")
    return (
      <>
        <Field
          problem={problem}
          name="ticketNumber"
          label="Ticket number"
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Field problem={problem} name="grossPounds" label="Gross, pounds" inputMode="numeric" autoComplete="off" />
        <Field problem={problem} name="tarePounds" label="Tare, pounds" inputMode="numeric" autoComplete="off" />
        <Field problem={problem} name="netPounds" label="Net, pounds" inputMode="numeric" autoComplete="off" />
      </>
    );
  if (step === "attempted")
    return (
      <>
        <SelectField
          problem={problem}
          name="reason"
          label="Why not?"
          options={[
            { value: "", label: "Choose" },
            ...ATTEMPT_REASONS.map((reason) => ({ value: reason, label: reason })),
          ]}
        />
        <TextareaField problem={problem} name="note" label="Note for the office (optional)" rows={2} maxLength={500} />
      </>
    );
  return null;
}
