import { Form, type FormProps } from "@remix-run/react";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { mayReport, ALL_PROHIBITED, reportWords } from "~/domain/dispatch/report-rules";
import type { StoredReport } from "~/domain/dispatch/reports.server";
import type { ShownPhoto } from "~/domain/photos/photos.server";
import { prohibitedItemLabel } from "~/domain/pricing/prohibited-items";
import { materialLabel } from "~/domain/pricing/materials";
import { MATERIAL_IDS } from "~/domain/pricing/types";
import { Checkbox, Field, SelectField, SubmitButton, type Answers } from "../form";
import { PhotoField } from "./PhotoField";

const OPEN = { value: "", label: "Nothing" };

/** What the driver found, folded below the steps: what stands, and another report. */
export function DriverReport({
  job,
  reports,
  photos,
  problem,
  onSubmit,
}: {
  job: DriverJob;
  reports: StoredReport[];
  photos: ShownPhoto[];
  /** Where the phone keeps it first. */
  onSubmit?: FormProps["onSubmit"];
} & Pick<Answers, "problem">) {
  const open = mayReport(job.state);
  // The problem of another form of the page is not this one's.
  const mine = problem?.values["intent"] === "report" ? problem : undefined;
  if (!open && reports.length === 0) return null;
  return (
    <section aria-labelledby="reports" className="reported">
      <h2 id="reports">What you found</h2>
      {reports.length > 0 && (
        <ul className="plain">
          {reports.map((report) => (
            <li key={report.id}>
              <span>{reportWords(report)}</span>
              {open && (
                <Form method="post">
                  <input type="hidden" name="reportId" value={report.id} />
                  <SubmitButton intent="withdraw" className="button secondary">
                    Take it back
                  </SubmitButton>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {open && (
        <details open={mine !== undefined}>
          <summary>Report what you found</summary>
          {/* Empty again after each report: a new one begins. */}
          <Form key={reports.length} method="post" encType="multipart/form-data" noValidate onSubmit={onSubmit}>
            <ReportFields problem={mine} photos={photos} />
            <SubmitButton intent="report" className="button big full secondary">
              Report it
            </SubmitButton>
          </Form>
        </details>
      )}
    </section>
  );
}

const materialOption = (value: (typeof MATERIAL_IDS)[number]) => ({ value, label: materialLabel(value) });

/** What a report asks for. */
export function ReportFields({ problem, photos }: { photos: readonly ShownPhoto[] } & Pick<Answers, "problem">) {
  return (
    <>
      <SelectField
        problem={problem}
        name="material"
        label="What was really in it?"
        options={[{ ...OPEN, label: "As ordered" }, ...MATERIAL_IDS.map(materialOption)]}
      />
      <SelectField
        problem={problem}
        name="prohibited"
        label="Something that may not go in"
        options={[OPEN, ...ALL_PROHIBITED.map((value) => ({ value, label: prohibitedItemLabel(value) }))]}
      />
      <Field
        problem={problem}
        name="prohibitedCount"
        label="How many of them?"
        inputMode="numeric"
        autoComplete="off"
      />
      <Checkbox problem={problem} name="cleaning" label="It needs cleaning" />
      <Checkbox problem={problem} name="moved" label="It was moved or tampered with" />
      <Checkbox problem={problem} name="overloaded" label="It is overloaded" />
      <Field
        problem={problem}
        // A swap's step asks for a second number as well: the id is who has a problem with it.
        id={problem ? undefined : "found"}
        name="secondNumber"
        label="A second number on it, or of another dumpster there"
        autoCapitalize="characters"
        autoComplete="off"
      />
      <PhotoField problem={problem} step="report" label="Photos of it (optional)" kept={photos} />
    </>
  );
}
