import type { LoaderFunctionArgs } from "@remix-run/node";
import { listDriverJobs } from "~/domain/dispatch/driver-read.server";
import { listUndecided } from "~/domain/driver/journal-read.server";
import { listNotices } from "~/domain/driver/notices.server";
import { facilityNames } from "~/domain/fleet/fleet.server";
import { dayAt } from "~/domain/kernel/time.server";
import { findSignedIn } from "~/http/access/session.server";
import { json, jsonError } from "~/http/answers/json.server";
import { enter } from "~/http/context.server";
import type { PhoneJobs } from "~/ui/driver/phone-jobs";

/** A driver's jobs for their phone to keep: the same that the dashboard shows. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const person = await findSignedIn(scope, args.request);
  const driverId = person?.standing.mayDrive ? person.standing.driverId : null;
  if (!person) return jsonError(401, { code: "unauthorized", message: "Auth session missing!" });
  if (!driverId) return jsonError(403, { code: "forbidden", message: "Only drivers may do this." });
  const today = dayAt(scope.services.clock.now());
  return json({
    driver: driverId,
    name: person.standing.displayName,
    today,
    jobs: listDriverJobs(scope.services.db.orm, driverId, today),
    officePhone: scope.services.settings().phone,
    facilities: facilityNames(scope.services.db.orm),
    undecided: listUndecided(scope.services.db.orm, driverId),
    notices: listNotices(scope.services.db.orm, driverId, { now: scope.services.clock.now() }),
  } satisfies PhoneJobs);
}
