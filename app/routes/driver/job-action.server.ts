import { redirect } from "@remix-run/node";
import { parseForm, problem, refuse, typedValues, type ParsedForm } from "~/http/answers/forms.server";
import { takePlainStep } from "~/domain/driver/plain-steps.server";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { mayReport } from "~/domain/dispatch/report-rules";
import { keepReport, withdrawReport, type ReportResult } from "~/domain/dispatch/reports.server";
import { stateAfter } from "~/domain/states/presses";
import { stepQuestion, type StepQuestion } from "~/domain/dispatch/step-question";
import type { Step, StepName } from "~/domain/dispatch/steps.server";
import type { Day } from "~/domain/kernel/days";
import type { Actor, Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt } from "~/domain/kernel/time.server";
import { isPhotoStep, type PhotoStep } from "~/domain/photos/rules";
import type { Scope } from "~/http/context.server";
import { sentPhotos, takeSentPhotos, type PhotoProblem } from "~/http/uploads/take-sent.server";
import { driverPaths } from "~/driver-paths";
import { paths } from "~/paths";
import { askCustomer } from "./blocked.server";
import { REPORT_FORM, reportProblem, WITHDRAW_FORM } from "./report-forms.server";
import { BLOCKED_FORM, isStepName, placeIn, readStep, stepForm, stepProblem } from "./step-forms.server";

/** Who drives, and the job that they have. */
export interface Driving {
  scope: Scope;
  actor: Actor;
  driverId: Id<"driver">;
  job: DriverJob;
}

/**
 * Answers a form of a job's page, its name in `intent`: a step, a report, or a report that is taken back. Photographs are
 * kept first, also where something else of the form is refused: nobody has to take them twice. Where one of them is refused
 * nothing else is done, and what was typed is shown again.
 */
export async function answerJob(driving: Driving, form: FormData) {
  const name = form.get("intent");
  const deed = driving.scope.deed(driving.actor);
  if (name === "report") return report(driving, deed, form);
  if (name === "blocked") return blocked(driving, deed, form);
  if (name === "withdraw") return withdraw(driving, deed, form);
  if (isStepName(name)) return step(driving, deed, form, name);
  return problem(refuse(typedValues(form), { "": "Choose what was done." }));
}

async function step(driving: Driving, deed: Deed, form: FormData, name: StepName) {
  const { scope, driverId, job } = driving;
  const parsed = parseForm(form, stepForm(name, job.kind));
  const bad = isPhotoStep(name) ? await keepPhotos(driving, deed, form, name) : null;
  if (!parsed.ok || bad) return refused(parsed, bad);
  const { value } = parsed;
  const taken = value.to === "attempted" ? { ...value, place: placeOf(form) } : value;
  const question = questionAbout(value, job, dayAt(deed.now));
  // Asked once for each figure and each day: the button pressed again is the answer.
  if (question && form.get("sure") !== question.answer)
    return problem(refuse({ ...parsed.values, sure: question.answer }, { [question.field]: question.words }));
  const rules = { movesDumpster: scope.services.flags().auto_sync_dumpster_status };
  const done = await scope.services.db.write((tx) =>
    takePlainStep(tx, deed, driverId, job.id, taken, { readStep, rules }),
  );
  // Pressed twice, or sent again after the connection was lost: it stands already.
  if (!done.ok && done.from !== stateAfter(name)) return problem(refuse(parsed.values, stepProblem(done, value)));
  return redirect(done.ok && done.job.done_at !== null ? paths.driver.dashboard : driverPaths.job(job.id));
}

/** Only of a step that can be taken now: of any other the page says what has changed. */
function questionAbout(step: Step, job: DriverJob, today: Day): StepQuestion | null {
  if (step.to === "en_route") return job.state === "assigned" ? stepQuestion(step.to, null, job, today) : null;
  if (step.to !== "ticketed" || job.state !== "at_disposal") return null;
  const { net, gross, tare } = step.ticket;
  return gross - tare === net ? stepQuestion(step.to, net, job, today) : null;
}

/** A photograph alone is a report too: it stands in the job's record. */
async function report(driving: Driving, deed: Deed, form: FormData) {
  const { scope, driverId, job } = driving;
  if (!mayReport(job.state)) return problem(refuse(typedValues(form), reportProblem({ ok: false, code: "not_now" })));
  const parsed = parseForm(form, REPORT_FORM);
  const bad = await keepPhotos(driving, deed, form, "report");
  if (!parsed.ok || bad) return refused(parsed, bad);
  const done = await scope.services.db.write((tx) => keepReport(tx, deed, driverId, job.id, parsed.value));
  const onlyPhotos = !done.ok && done.code === "empty" && sentPhotos(scope, "report").length > 0;
  return onlyPhotos ? redirect(driverPaths.job(job.id)) : answerReport(done, job, parsed.values);
}

/** Its form is the attempt's, so what was photographed is that attempt's evidence, whatever the customer answers. */
async function blocked(driving: Driving, deed: Deed, form: FormData) {
  const { scope, driverId, job } = driving;
  const parsed = parseForm(form, BLOCKED_FORM);
  const bad = await keepPhotos(driving, deed, form, "attempted");
  if (!parsed.ok || bad) return refused(parsed, bad);
  return askCustomer(scope, deed, driverId, job, parsed);
}

async function withdraw({ scope, driverId, job }: Driving, deed: Deed, form: FormData) {
  const parsed = parseForm(form, WITHDRAW_FORM);
  if (!parsed.ok) return problem(parsed);
  const { reportId } = parsed.value;
  const done = await scope.services.db.write((tx) => withdrawReport(tx, deed, driverId, job.id, reportId));
  return answerReport(done, job, parsed.values);
}

function answerReport(done: ReportResult, job: DriverJob, values: Record<string, string | string[]>) {
  return done.ok ? redirect(driverPaths.job(job.id)) : problem(refuse(values, reportProblem(done)));
}

function keepPhotos({ scope, driverId, job }: Driving, deed: Deed, form: FormData, step: PhotoStep) {
  // A form does not say by which clock it was filled in: its photographs are of the moment at which they came.
  return takeSentPhotos(scope, deed, { jobId: job.id, driverId, step, taken: { at: null, place: placeOf(form) } });
}

const placeOf = (form: FormData) => placeIn((name) => form.get(name));

function refused(parsed: ParsedForm<unknown>, bad: PhotoProblem | null) {
  const fields = { ...(parsed.ok ? {} : parsed.fields), ...(bad && { [bad.field]: bad.message }) };
  return problem(refuse(parsed.values, fields), bad?.status);
}

/** Null for a job that is not theirs. Any other refusal stays one. */
export function notTheirs(refused: unknown): null {
  if (refused instanceof Response && refused.status === 404) return null;
  throw refused;
}
