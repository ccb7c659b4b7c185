import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { jobSizes } from "~/domain/states/job-labels";
import { SelectField, type Answers } from "../form";
import type { BoardView, ChosenJob } from "./board";

const ANY = { value: "any", label: "Whichever is free" };

/** Who drives a job, what speaks against it said before it is done, and which dumpster is loaded. */
export function GiveForm({
  view,
  job,
  hidden,
  problem,
}: { view: BoardView; job: ChosenJob; hidden: ReactNode } & Pick<Answers, "problem">) {
  const typed = problem?.values["driverId"];
  const picked = typeof typed === "string" ? typed : undefined;
  const soft = (job.against.find(({ driverId }) => driverId === picked)?.conflicts ?? []).filter((one) => !one.isHard);
  const place = problem?.values["position"];
  const mayInsist = problem !== undefined && soft.length > 0;
  const load = (id: string) => {
    const driver = view.drivers.find((one) => one.id === id);
    const stops = driver?.jobs.length ?? 0;
    const asks = job.against.find(({ driverId }) => driverId === id)?.conflicts ?? [];
    const says = !driver?.isActive
      ? "not driving"
      : asks.some(({ isHard }) => isHard)
        ? "not possible"
        : asks.length > 0
          ? "ask first"
          : null;
    return `${stops} ${stops === 1 ? "stop" : "stops"}${says ? `, ${says}` : ""}`;
  };
  return (
    <Form method="post">
      {hidden}
      <SelectField
        name="driverId"
        label="Who drives it"
        problem={problem}
        values={{ driverId: job.driverId ?? "" }}
        options={[
          { value: "", label: "Choose a driver", disabled: job.driverId !== null },
          ...view.drivers.map(({ id, name, isActive }) => ({
            value: id,
            label: `${name} (${load(id)})`,
            disabled: !isActive,
          })),
        ]}
      />
      {mayInsist && (
        <p>
          <label className="check">
            <input type="checkbox" name="allTheSame" value={soft.map(({ code }) => code).join(" ")} /> Give it all the
            same
          </label>
        </p>
      )}
      {typeof place === "string" && (
        <p>
          <label className="check">
            <input type="checkbox" name="position" value={place} defaultChecked /> As stop {place} of this driver
          </label>
        </p>
      )}
      {job.inOneForm && job.dumpsters && <DumpsterField job={job} problem={problem} />}
      {job.also.length > 0 && (
        <fieldset className="along">
          <legend>Of the same order, along with it</legend>
          {job.also.map((one) => (
            <label key={one.id} className="check">
              <input
                type="checkbox"
                name="also"
                value={`${one.id} ${one.seen}`}
                defaultChecked={one.driverId === job.driverId}
              />{" "}
              {jobSizes(one)}, {deliveryTimeLabel(one.window)}
              {one.driverId && one.driverId !== job.driverId
                ? `, now with ${view.drivers.find(({ id }) => id === one.driverId)?.name ?? "another driver"}`
                : ""}
            </label>
          ))}
        </fieldset>
      )}
      {job.against.length > 0 && (
        <details className="against">
          <summary>Who cannot take it, or should not ({job.against.length})</summary>
          <ul>
            {job.against.map(({ driverId, name, conflicts }) => (
              <li key={driverId}>
                <b>{name}:</b> {conflicts.map(({ words }) => words).join(" ")}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="actions">
        <button className="button" name="intent" value="assign">
          {job.driverId ? "Give to this driver" : "Give the job"}
        </button>
        {job.driverId ? (
          <button className="button secondary" name="intent" value="unassign">
            Take it back
          </button>
        ) : job.offer ? (
          <>
            <input type="hidden" name="offerSeen" value={job.offerId ?? ""} />
            <button className="button secondary" name="intent" value="take-offer-back">
              Take the offer back
            </button>
          </>
        ) : (
          <button className="button secondary" name="intent" value="offer">
            Offer it instead
          </button>
        )}
      </p>
    </Form>
  );
}

/** Which dumpster is to be loaded, in the driver's form or in one of its own. */
export function DumpsterField({ job: { dumpsters }, problem }: { job: ChosenJob } & Pick<Answers, "problem">) {
  if (!dumpsters) return null;
  return (
    <SelectField
      name="dumpster"
      label="Which dumpster is loaded"
      problem={problem}
      values={{ dumpster: dumpsters.planned ?? "any" }}
      options={[ANY, ...dumpsters.free.map((number) => ({ value: number, label: number }))]}
    />
  );
}
