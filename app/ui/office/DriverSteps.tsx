import { Form, type FormProps } from "@remix-run/react";
import type { ReactNode } from "react";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { ScanButton } from "../driver/ScanButton";
import type { ShownPhoto } from "~/domain/photos/photos.server";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import { isPhotoStep } from "~/domain/photos/rules";
import { Field, SelectField, SubmitButton, TextareaField, valueOf, type Answers } from "../form";
import { PhotoField } from "./PhotoField";
import { PLACE_FIELDS, usePlace } from "./use-place";
import { attemptReasons, stepLabel, stepWays, type NextStep } from "./job-steps";

/** What the steps look at. */
type StepJob = Pick<DriverJob, "kind" | "state" | "dumpster"> & Partial<Pick<DriverJob, "brings" | "bringsDumpster">>;

interface Shown {
  job: StepJob;
  /** The names of the facilities in use; any other can be typed. */
  facilities: readonly string[];
  /** What was kept of this job already; null where no photographs are taken: in the office. */
  photos: ShownPhoto[] | null;
  /** What the customer was asked about, which is what is in the way. */
  askedFor?: string | undefined;
}
interface Around {
  /** What the office's forms send along. */
  hidden?: ReactNode;
  /** Where the phone keeps the step first; a form by itself otherwise. */
  onSubmit?: FormProps["onSubmit"];
}

/**
 * In the place of "On my way", where the office has stopped the booking: no truck leaves for it. Whoever had left before
 * without signal has pressed that already, and goes on by what their phone has.
 */
export const isStopped = ({ onHold, state }: Pick<DriverJob, "onHold" | "state">): boolean =>
  Boolean(onHold) && isBeforeItLeaves(state);

export function CallInstead({ phone }: { phone: string }) {
  return (
    <section aria-labelledby="next-step" className="next-step">
      <h2 id="next-step" className="unseen">
        Next step
      </h2>
      <a className="button big full" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
        <span>
          On hold. Call <span className="num">{phone}</span>
        </span>
      </a>
    </section>
  );
}

/** The job's next step as one large button, with what it needs; what else can happen folded below it. */
export function DriverSteps({
  problem,
  waiting,
  callInstead,
  ...shown
}: Shown &
  Around & { /** The office's number, where this is not to be driven to. */ callInstead?: string | undefined } & {
    /** The customer was asked; null: nobody is asked here. */ waiting: boolean | null;
  } & Pick<Answers, "problem">) {
  const { job } = shown;
  const { usual, ways, others } = stepWays(job, shown.facilities);
  if (callInstead) return <CallInstead phone={callInstead} />;
  if (!usual) return null;
  return (
    <section aria-labelledby="next-step" className="next-step">
      <h2 id="next-step" className="unseen">
        Next step
      </h2>
      {ways.map((at) => (
        <StepForm key={at ?? ""} step={usual} at={at} {...shown} problem={problem} />
      ))}
      {others.map((step) => (
        <details key={step} open={isTried(problem, step)}>
          <summary>{summaryOf(step, job, waiting)}</summary>
          <StepForm step={step} {...shown} problem={problem} quiet asks={mayAsk(step, job, waiting)} />
        </details>
      ))}
    </section>
  );
}

/** The customer is asked first where a driver stands before a closed gate: by the same reason and note. */
const mayAsk = (step: NextStep, { state }: StepJob, waiting: boolean | null) =>
  step === "attempted" && state === "arrived" && waiting === false;

const isTried = (problem: Answers["problem"], step: NextStep) => {
  const sent = problem?.values["intent"];
  return sent === step || (sent === "blocked" && step === "attempted");
};

function summaryOf(step: NextStep, job: StepJob, waiting: boolean | null): string {
  if (mayAsk(step, job, waiting)) return "I cannot get in";
  return waiting && step === "attempted" ? "We leave without doing it" : stepLabel(step, job.kind, job.state);
}

function StepForm({
  step,
  problem,
  hidden,
  onSubmit,
  quiet = false,
  asks = false,
  at,
  ...shown
}: { step: NextStep; quiet?: boolean; asks?: boolean; at?: string | undefined } & Shown &
  Around &
  Pick<Answers, "problem">) {
  // The problem of another step's form is not this one's.
  const mine = isTried(problem, step) ? problem : undefined;
  const place = usePlace();
  return (
    <Form
      onSubmit={(event) => {
        onSubmit?.(event);
        // What the phone keeps first asks for the position itself.
        if (!event.defaultPrevented && shown.photos && step === "attempted") place(event);
      }}
      method="post"
      encType={shown.photos && isPhotoStep(step) ? "multipart/form-data" : undefined}
      noValidate
    >
      {hidden}
      <StepFields step={step} at={at} {...shown} problem={mine} />
      {asks && (
        <SubmitButton intent="blocked" className="button big full">
          Ask the customer now
        </SubmitButton>
      )}
      <SubmitButton intent={step} className={`button big full${quiet ? " secondary" : ""}`}>
        {at ? `At ${at}` : stepLabel(step, shown.job.kind, shown.job.state)}
      </SubmitButton>
    </Form>
  );
}

/** What stands on the steel, typed or read from its label by the camera; `ours` is what our list says. */
function NumberField({
  ours,
  size,
  scans,
  id,
  ...field
}: { id: string; name: string; label: string; ours?: string | null; size?: number | null; scans: boolean } & Pick<
  Answers,
  "problem"
>) {
  return (
    <>
      <Field
        {...field}
        id={id}
        hint={ours ? `We have ${ours}. Enter what stands on it.` : size ? `A ${size}-yard one.` : undefined}
        autoCapitalize="characters"
        autoComplete="off"
      />
      {scans && <ScanButton into={id} />}
    </>
  );
}

/** What a step's form asks for. */
export function StepFields({
  step,
  job,
  photos,
  problem,
  at,
  askedFor = "",
}: { step: NextStep; at?: string | undefined } & Omit<Shown, "facilities"> & Pick<Answers, "problem">) {
  const asked = valueOf("sure", { problem });
  const isSwap = job.kind === "swap";
  // What the page asked about: the button pressed again answers.
  const sure = <input key={asked} type="hidden" name="sure" defaultValue={asked} />;
  if (step === "en_route") return sure;
  if (step === "serviced")
    return (
      <>
        <NumberField
          problem={problem}
          id="dumpsterNumber"
          name="dumpsterNumber"
          scans={photos !== null}
          label={isSwap ? "Number of the empty one, which you set down" : "Number on the dumpster"}
          ours={isSwap ? job.bringsDumpster : job.dumpster}
          size={isSwap ? job.brings : null}
        />
        {isSwap && (
          <NumberField
            problem={problem}
            id={problem ? "secondNumber" : "taken"}
            name="secondNumber"
            scans={photos !== null}
            label="Number of the full one, which you took"
            ours={job.dumpster}
          />
        )}
        {photos && <PhotoField problem={problem} step="serviced" label="Photos of it (optional)" kept={photos} />}
      </>
    );
  if (at) return <input type="hidden" name="facility" value={at} />;
  if (step === "at_disposal") return <Field problem={problem} name="facility" label="Which facility?" />;
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
        {sure}
        <Field problem={problem} name="netPounds" label="Net, pounds" inputMode="numeric" autoComplete="off" />
        {photos && (
          <PhotoField
            problem={problem}
            step="ticketed"
            name="ticketPhoto"
            label="Photo of the ticket (optional)"
            kept={photos}
          />
        )}
      </>
    );
  if (step === "attempted")
    return (
      <>
        <SelectField
          problem={problem}
          name="reason"
          label="Why not?"
          values={{ reason: askedFor }}
          options={[
            { value: "", label: "Choose" },
            ...attemptReasons(job.kind).map((reason) => ({ value: reason, label: reason })),
          ]}
        />
        {photos && PLACE_FIELDS.map((name) => <input key={name} type="hidden" name={name} defaultValue="" />)}
        <TextareaField problem={problem} name="note" label="Note for the office (optional)" rows={2} maxLength={500} />
        {photos && (
          <PhotoField
            problem={problem}
            step="attempted"
            label="Photo of what is in the way"
            hint={
              [
                ...(photos.some((photo) => photo.step === "attempted") ? [] : ["Without one there may be no fee."]),
                ...(askedFor ? ["If you leave before the time above, there is no fee."] : []),
              ].join(" ") || undefined
            }
            kept={photos}
          />
        )}
      </>
    );
  return null;
}
