import { redirect } from "@remix-run/node";
import type { z } from "zod";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { endOfWait, findOpenVisit, findPutOff, reportBlocked, type Visit } from "~/domain/dispatch/visits.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { formatTime } from "~/domain/kernel/time.server";
import { problem, refuse } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";
import { isExtra } from "~/domain/states/job-places";
import type { JobKind } from "~/domain/states/transitions";
import { driverPaths } from "~/driver-paths";
import type { Services } from "~/services.server";
import type { Wait } from "~/ui/office/AccessWait";
import type { BLOCKED_FORM } from "./step-forms.server";

/** The intent `blocked`: the customer is told and asked, the driver waits. */
export async function askCustomer(
  { services }: Scope,
  deed: Deed,
  driverId: Id<"driver">,
  job: DriverJob,
  parsed: { value: z.infer<typeof BLOCKED_FORM>; values: Record<string, string | string[]> },
) {
  const minutes = services.settings().accessWaitMinutes;
  const done = await services.db.write((tx) => reportBlocked(tx, deed, driverId, job.id, { ...parsed.value, minutes }));
  if (!done.ok)
    return problem(refuse(parsed.values, { "": "This job has changed meanwhile. Look where it stands now." }), 409);
  return redirect(driverPaths.job(job.id));
}

/** What the driver who waits sees, and who was told to come another day; null for anybody else. */
export function waitView({ db, clock }: Pick<Services, "db" | "clock">, job: DriverJob): Wait | null {
  const find = job.state === "arrived" ? findOpenVisit : job.state === "attempted" ? findPutOff : null;
  const visit = find?.(db.orm, job.id);
  if (!visit) return null;
  const now = clock.now();
  const end = endOfWait(visit);
  return {
    answer: visit.answer,
    reason: visit.reason,
    ...waitWords(visit, job.kind, formatTime(end), visit.answered_at === null ? "" : formatTime(visit.answered_at)),
    endsIn: Math.max(0, end - now),
  };
}

function waitWords(
  { answer, minutes }: Visit,
  kind: JobKind,
  until: string,
  saidAt: string,
): Pick<Wait, "now" | "over"> {
  if (answer === "another_day")
    return {
      now: {
        title: "The customer wants another day",
        words: `They said so at ${saidAt}${isExtra(kind) ? ", and the office calls them about it" : " and choose it themselves"}. You can go on to your next job.`,
      },
      over: null,
    };
  const leave = `You have waited until ${until}. You may close the visit below.`;
  if (answer === null)
    return {
      now: {
        title: "The customer was asked",
        words: `We wrote to them. Please wait until ${until}, and call them.`,
      },
      over: { title: "No answer", words: leave },
    };
  const said = `About ${minutes} minutes, said at ${saidAt}.`;
  return {
    now: { title: "They are clearing it now", words: `${said} Please wait until ${until}.` },
    over: { title: "Their time to clear it is over", words: `${said} Call them. ${leave}` },
  };
}
