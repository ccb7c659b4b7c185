import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { isRecallable, mayBeHandedOver } from "~/domain/states/job-places";
import { Field, SelectField, type Answers } from "../form";
import type { BoardView, ChosenJob } from "./board";
import { DriverSteps } from "./DriverSteps";

/** A job whose truck is out: called back, handed over, or its steps entered for a driver whose phone is lost. */
export function OutPanel({
  view,
  job,
  hidden,
  problem,
}: { view: BoardView; job: ChosenJob; hidden: ReactNode } & Pick<Answers, "problem">) {
  const tried = (intent: string) => (problem?.values["intent"] === intent ? problem : undefined);
  const driver = view.drivers.find(({ id }) => id === job.driverId)?.name ?? "The driver";
  return (
    <div className="two">
      {isRecallable(job.state) && (
        <Form method="post">
          {hidden}
          <h3>Call the truck back</h3>
          <p className="hint">
            A breakdown, or the driver is gone: the job waits again, and the customer pays nothing for it.
          </p>
          <Field name="why" label="Why" aria-required problem={tried("recall")} maxLength={200} />
          <p className="actions">
            <button className="button secondary" name="intent" value="recall">
              Call it back
            </button>
          </p>
        </Form>
      )}
      {mayBeHandedOver(job.state) && (
        <Form method="post">
          {hidden}
          <h3>Hand it over</h3>
          <p className="hint">Another driver does the rest of it, from the step where it stands.</p>
          <SelectField
            name="driverId"
            label="To whom"
            problem={tried("hand-over")}
            values={{ driverId: "" }}
            options={[
              { value: "", label: "Choose a driver" },
              ...view.drivers
                .filter(({ id, isActive }) => isActive && id !== job.driverId)
                .map(({ id, name, truck, isAway }) => ({
                  value: id,
                  label: isAway ? `${name} (away on this day)` : truck === null ? `${name} (no truck)` : name,
                })),
            ]}
          />
          <Field name="why" label="Why" aria-required problem={tried("hand-over")} maxLength={200} />
          <p className="actions">
            <button className="button secondary" name="intent" value="hand-over">
              Hand it over
            </button>
          </p>
        </Form>
      )}
      <OfficeSteps job={job} hidden={hidden} problem={problem} driver={driver} />
    </div>
  );
}

/** The driver's own steps, entered by the office. */
export function OfficeSteps({
  job,
  hidden,
  problem,
  driver,
}: { job: ChosenJob; hidden: ReactNode; driver: string } & Pick<Answers, "problem">) {
  return (
    <details className="entered" open={problem ? problem.values["why"] === undefined : false}>
      <summary>Enter a step for {driver}</summary>
      <p className="hint">For a lost phone. The record says that the office entered it.</p>
      <DriverSteps
        job={job}
        facilities={job.facilities}
        photos={null}
        waiting={null}
        problem={problem}
        hidden={hidden}
      />
    </details>
  );
}
