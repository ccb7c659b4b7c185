import { Form, type FormProps } from "@remix-run/react";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { ScanButton } from "../driver/ScanButton";
import type { ShownPhoto } from "~/domain/photos/photos.server";
import { isPhotoStep } from "~/domain/photos/rules";
import { Field, SelectField, SubmitButton, TextareaField, type Answers } from "../form";
import { PhotoField } from "./PhotoField";
import { ATTEMPT_REASONS, nextSteps, stepLabel, type NextStep } from "./job-steps";

interface Shown {
  job: DriverJob;
  /** What was kept of this job already. */
  photos: ShownPhoto[];
}

interface OnSubmit {
  /** Where the phone keeps the step first; a form by itself otherwise. */
  onSubmit?: FormProps["onSubmit"];
}

/** The job's next step as one large button, with what it needs; what else can happen folded below it. */
export function DriverSteps({ problem, ...shown }: Shown & OnSubmit & Pick<Answers, "problem">) {
  const { job } = shown;
  const [usual, ...others] = nextSteps(job);
  if (!usual) return null;
  return (
    <section aria-labelledby="next-step" className="next-step">
      <h2 id="next-step" className="unseen">
        Next step
      </h2>
      <StepForm step={usual} {...shown} problem={problem} />
      {others.map((step) => (
        <details key={step} open={problem?.values["intent"] === step}>
          <summary>{stepLabel(step, job.kind)}</summary>
          <StepForm step={step} {...shown} problem={problem} quiet />
        </details>
      ))}
    </section>
  );
}

function StepForm({
  step,
  problem,
  onSubmit,
  quiet = false,
  ...shown
}: { step: NextStep; quiet?: boolean } & Shown & OnSubmit & Pick<Answers, "problem">) {
  // The problem of another step's form is not this one's.
  const mine = problem?.values["intent"] === step ? problem : undefined;
  return (
    <Form method="post" encType={isPhotoStep(step) ? "multipart/form-data" : undefined} noValidate onSubmit={onSubmit}>
      <StepFields step={step} {...shown} problem={mine} />
      <SubmitButton intent={step} className={`button big full${quiet ? " secondary" : ""}`}>
        {stepLabel(step, shown.job.kind)}
      </SubmitButton>
    </Form>
  );
}

export function StepFields({ step, job, photos, problem }: { step: NextStep } & Shown & Pick<Answers, "problem">) {
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
        <PhotoField
          problem={problem}
          step="serviced"
          label="Photos of the dumpster in its place (optional)"
          kept={photos}
        />
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
        <PhotoField
          problem={problem}
          step="ticketed"
          name="ticketPhoto"
          label="Photo of the ticket (optional)"
          kept={photos}
        />
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
        <PhotoField
          problem={problem}
          step="attempted"
          label="Photo of what is in the way"
          hint="Without one the customer may not be charged for the trip."
          kept={photos}
        />
      </>
    );
  return null;
}
