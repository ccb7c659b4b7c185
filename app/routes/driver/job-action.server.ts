import { redirect } from "@remix-run/node";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { takeStep } from "~/domain/dispatch/steps.server";
import type { Actor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { isPhotoStep } from "~/domain/photos/rules";
import { parseForm, problem, refuse, typedValues } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";
import { takeSentPhotos } from "~/http/uploads/take-sent.server";
import { paths } from "~/paths";
import { isStepName, STEP_FORMS, stepProblem, takenOf } from "./step-forms.server";

/** Who drives, and the job that they have. */
export interface Driving {
  scope: Scope;
  actor: Actor;
  driverId: Id<"driver">;
  job: DriverJob;
}

/**
 * Answers one step's form, its name in `intent`. Its photographs are kept first, also where something else of the form is
 * refused: nobody has to take them twice. Where one of them is refused the step is not taken, and what was typed is shown
 * again.
 */
export async function answerStep({ scope, actor, driverId, job }: Driving, form: FormData) {
  const name = form.get("intent");
  if (!isStepName(name)) return problem(refuse(typedValues(form), { "": "Choose what was done." }));
  const deed = scope.deed(actor);
  const parsed = parseForm(form, STEP_FORMS[name]);
  const bad = isPhotoStep(name)
    ? await takeSentPhotos(scope, deed, { jobId: job.id, driverId, step: name, taken: takenOf(form) })
    : null;
  if (!parsed.ok || bad)
    return problem(
      refuse(parsed.values, { ...(parsed.ok ? {} : parsed.fields), ...(bad && { [bad.field]: bad.message }) }),
      bad?.status,
    );
  const done = await scope.services.db.write((tx) => takeStep(tx, deed, driverId, job.id, parsed.value));
  // Pressed twice, or sent again after the connection was lost: it stands already.
  if (!done.ok && done.from !== name) return problem(refuse(parsed.values, stepProblem(done, parsed.value)));
  return redirect(done.ok && done.job.done_at !== null ? paths.driver.dashboard : paths.driver.job(job.id));
}
