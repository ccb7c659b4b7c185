import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { crmPaths } from "~/crm-paths";
import type { Mismatch } from "~/domain/dispatch/mismatches.server";
import { CONDITION, loadWords, LOCATION } from "~/domain/inventory/yard";
import { JOB_KIND } from "~/domain/states/job-labels";
import type { Problem } from "~/http/answers/forms.server";
import { Field, RadioCards, SelectField, SubmitButton } from "../form";
import { Facts, Panel, When } from "./bits";
import { LongDay } from "./LongDay";

/** Two dumpsters side by side with what is known of each, and the question which one it was. */
export function MismatchPanel({ mismatch, problem }: { mismatch: Mismatch; problem?: Problem | null }) {
  const { task, job, ours, theirs, typed, driver, at, theirsAt, oursIsElsewhere } = mismatch;
  return (
    <Panel title={`${JOB_KIND[job.kind]} for ${job.booking}`} id={task}>
      <p>
        <Link to={crmPaths.booking(job.booking, "units")}>{job.name}</Link>, {job.address}, <LongDay day={job.day} />.{" "}
        {driver} typed <b className="num">{typed}</b>, <When at={at} />.
      </p>
      <div className="two">
        <Side title="By our list" dumpster={ours} otherwise="No dumpster was noted for this job." />
        <Side
          title={`As typed: ${typed}`}
          dumpster={theirs}
          otherwise="No dumpster of ours has this number."
          note={
            theirs?.condition === "retired"
              ? "By our list it is retired. If it really was this one, it is listed again, as out of service."
              : theirsAt && (
                  <>
                    By our list it is out for booking <Link to={crmPaths.booking(theirsAt, "units")}>{theirsAt}</Link>.
                    {theirsAt === job.booking && " This booking has two, and they may have been mixed up."}
                  </>
                )
          }
        />
      </div>
      <Form method="post" className="stack">
        <input type="hidden" name="task" value={task} />
        <RadioCards
          name="stands"
          legend="Which one was it?"
          choices={[
            {
              value: "ours",
              label: `${ours?.number ?? "Ours"}: the typed number was a slip`,
              text: "Nothing is moved.",
            },
            {
              value: "theirs",
              label: `${theirs?.number ?? typed}: it really was this one`,
              text: "The booking has this one from now on.",
              disabled: theirs === null,
            },
          ]}
          problem={problem}
        />
        {ours && theirs && oursIsElsewhere && !theirsAt && (
          <p className="hint">
            {ours.number} has been moved since, so it stays as it is: {loadedPlace(ours)}.
          </p>
        )}
        {ours && theirs && (theirsAt || !oursIsElsewhere) && (
          <SelectField
            name="otherPlace"
            label={`Then where is ${ours.number}?`}
            hint="Only asked where the typed number was right."
            options={[
              { value: "", label: "Choose" },
              ...(theirsAt
                ? [{ value: "exchanged", label: `Exchanged with it: ${theirsAt} has ${ours.number}` }]
                : (["yard", "truck", "disposal", "shop", "unknown"] as const).map((value) => ({
                    value,
                    label: LOCATION[value],
                  }))),
            ]}
            problem={problem}
          />
        )}
        <Field name="why" label="How do you know? (optional)" maxLength={200} autoComplete="off" problem={problem} />
        <SubmitButton intent="settle">This is how it is</SubmitButton>
      </Form>
    </Panel>
  );
}

const loadedPlace = (one: NonNullable<Mismatch["ours"]>) =>
  `${LOCATION[one.location]}, ${loadWords(one)}`.toLowerCase();

function Side({
  title,
  dumpster,
  otherwise,
  note,
}: {
  title: string;
  dumpster: Mismatch["ours"];
  otherwise: string;
  note?: ReactNode;
}) {
  return (
    <section>
      <h3>{title}</h3>
      {dumpster ? (
        <Facts
          rows={[
            [
              "Number",
              <Link key="n" to={crmPaths.dumpster(dumpster.number)} className="num">
                {dumpster.number}
              </Link>,
            ],
            ["Size", `${dumpster.size_yards} yards`],
            ["Place", LOCATION[dumpster.location]],
            ["Load", loadWords(dumpster)],
            ["Condition", CONDITION[dumpster.condition]],
          ]}
        />
      ) : (
        <p className="empty">{otherwise}</p>
      )}
      {note && <p className="notice warn">{note}</p>}
    </section>
  );
}
