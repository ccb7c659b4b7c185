import { Form } from "@remix-run/react";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { Field, SelectField, SubmitButton, TextareaField, type Answers } from "../form";
import { ATTEMPT_REASONS, nextSteps, stepLabel, type NextStep } from "./job-steps";

/** The job's next step as one large button, with what it needs; what else can happen folded below it. */
export function DriverSteps({ job, problem }: { job: DriverJob } & Pick<Answers, "problem">) {
  const [usual, ...others] = nextSteps(job);
  if (!usual) return null;
  return (
    <section aria-labelledby="next-step" className="next-step">
      <h2 id="next-step" className="unseen">
        Next step
      </h2>
      <StepForm step={usual} job={job} problem={problem} />
      {others.map((step) => (
        <details key={step} open={problem?.values["intent"] === step}>
          <summary>{stepLabel(step, job.kind)}</summary>
          <StepForm step={step} job={job} problem={problem} quiet />
        </details>
      ))}
    </section>
  );
}

function StepForm({
  step,
  job,
  problem,
  quiet = false,
}: { step: NextStep; job: DriverJob; quiet?: boolean } & Pick<Answers, "problem">) {
  // The problem of another step's form is not this one's.
  const mine = problem?.values["intent"] === step ? problem : undefined;
  return (
    <Form method="post" noValidate>
      <StepFields step={step} job={job} problem={mine} />
      <SubmitButton intent={step} className={`button big full${quiet ? " secondary" : ""}`}>
        {stepLabel(step, job.kind)}
      </SubmitButton>
    </Form>
  );
}

/** What stands on the steel; `ours` is what our list says. */
function NumberField({
  ours,
  ...field
}: { name: string; label: string; ours?: string | null } & Pick<Answers, "problem">) {
  return (
    <Field
      {...field}
      hint={ours ? `We have ${ours}. Enter what stands on it, also another one.` : undefined}
      autoCapitalize="characters"
      autoComplete="off"
    />
  );
}

function StepFields({ step, job, problem }: { step: NextStep; job: DriverJob } & Pick<Answers, "problem">) {
  if (step === "serviced" && job.kind === "swap")
    return (
      <>
        <NumberField problem={problem} name="dumpsterNumber" label="Number of the empty one, which you set down" />
        <NumberField
          problem={problem}
          name="secondNumber"
          label="Number of the full one, which you took"
          ours={job.dumpster}
        />
      </>
    );
  if (step === "serviced")
    return <NumberField problem={problem} name="dumpsterNumber" label="Number on the dumpster" ours={job.dumpster} />;
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
