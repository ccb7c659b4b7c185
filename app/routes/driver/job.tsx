import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { driverEvidence } from "~/domain/dispatch/attempts.server";
import { listReportsOfJob } from "~/domain/dispatch/reports.server";
import { findDriverJob, goesThere, type DriverJob } from "~/domain/dispatch/driver-read.server";
import { mayReport } from "~/domain/dispatch/report-rules";
import { facilityNames } from "~/domain/fleet/fleet.server";
import { dayAt } from "~/domain/kernel/time.server";
import { listPlaceOfJob } from "~/domain/photos/place-photos.server";
import { listPhotosOfJob, listPhotosOfPlace } from "~/domain/photos/photos.server";
import type { PhotoStep } from "~/domain/photos/rules";
import { readForm, type Problem } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { requireDriver } from "~/http/access/guards.server";
import { placeNow } from "~/http/live/place.server";
import { isOurs } from "~/domain/states/job-places";
import { driverPaths } from "~/driver-paths";
import { paths } from "~/paths";
import { KeptPhotos, PlacePhotos } from "~/ui/driver/PlacePhotos";
import { StepsSoFar } from "~/ui/driver/StepsSoFar";
import { useAwake } from "~/ui/driver/use-awake";
import { useStepOnPhone } from "~/ui/driver/use-step-on-phone";
import { ErrorSummary } from "~/ui/form";
import { Facts } from "~/ui/office/bits";
import { AccessWait } from "~/ui/office/AccessWait";
import { DriverEvidence } from "~/ui/office/DriverEvidence";
import { DriverReport } from "~/ui/office/DriverReport";
import { isDone, jobFacts, JobNotes, JobTop } from "~/ui/office/DriverJob";
import { PlaceShots } from "~/ui/office/PlaceShots";
import { DriverSteps, isStopped } from "~/ui/office/DriverSteps";
import { nextSteps } from "~/ui/office/job-steps";
import { useDriverNews } from "~/ui/office/use-driver-news";
import { useSent } from "~/ui/office/use-sent";
import { useAnswer } from "~/ui/driver/use-answer";
import { waitView } from "./blocked.server";
import { answerJob, notTheirs } from "./job-action.server";

/** Where scripts do not run, the page asks again whether the customer has answered. */
export const handle = {
  refresh: (data: unknown) => {
    const { job, wait } = data as { job: Pick<DriverJob, "id" | "state">; wait: unknown };
    return wait && job.state === "arrived" ? { seconds: 30, to: driverPaths.job(job.id) } : null;
  },
};

export const meta: MetaFunction = () => [{ title: "Job · Driver Dashboard" }, { name: "robots", content: "noindex" }];

/** The journal of a phone keeps what is pressed; a plain form is taken at once or not at all. */
const PRESSED = "What was pressed without signal is kept. If you have just done it, call the office.";

/** The signed-in driver and the job, which is theirs. Throws 404 for another's as for none. */
async function requireJob(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const person = await requireDriver(scope, args.request);
  const { driverId } = person;
  const job = driverId && findDriverJob(scope.services.db.orm, driverId, args.params["id"] ?? "");
  // Flag "job history" off: today and later only; what is still to be done is no history.
  const isPast = job && isDone(job) && job.day < dayAt(scope.services.clock.now());
  const notHere = (why: string) => new Response(`${why} ${PRESSED}`, { status: 404 });
  if (!job) throw notHere("This job was moved, cancelled or given to somebody else.");
  if (isPast && !scope.services.flags().job_history) throw notHere("This job is done, and of a day before today.");
  return { scope, person, driverId, job };
}

export async function loader(args: LoaderFunctionArgs) {
  // Before the job is read: what happens from now on is heard.
  const place = placeNow(await enter(args));
  const { scope, job, driverId } = await requireJob(args);
  const { orm } = scope.services.db;
  return {
    job,
    place,
    topic: `driver:${driverId}`,
    wait: waitView(scope.services, job),
    photos: listPhotosOfJob(orm, job.id),
    places: isOurs(job) ? [] : listPlaceOfJob(orm, job.id),
    // Of who was there and goes there no more, they show somebody's place for nothing: maySeePhoto.
    placePhotos: driverId && !isOurs(job) && goesThere(orm, driverId, job.id) ? listPhotosOfPlace(orm, job.id) : [],
    reports: listReportsOfJob(orm, job.id),
    facilities: facilityNames(orm),
    attempt: driverEvidence(orm, job.id, scope.services.clock.now()),
    officePhone: scope.services.settings().phone,
  };
}

/** A step of the job or what was found, its name in `intent`, with the fields and photographs that it brings. */
export async function action(args: ActionFunctionArgs) {
  const mine = await requireJob(args).catch(notTheirs);
  // Answered without a refusal, the page of the refusal comes with the driver's frame around it.
  if (!mine) return data(null, { status: 404 });
  const { scope, person, driverId, job } = mine;
  return answerJob({ scope, actor: person.actor, driverId, job }, await readForm(args.request));
}

/** Whether a form that is open asks for photographs of this step: it shows its own. */
const isAsked = (job: DriverJob, step: PhotoStep) =>
  step === "report" ? mayReport(job.state) : nextSteps(job).some((next) => next === step);

export default function DriverJobPage() {
  const {
    job: read,
    place,
    topic,
    wait,
    photos,
    places,
    placePhotos,
    reports,
    attempt,
    facilities,
    officePhone,
  } = useLoaderData<typeof loader>();
  const { shown: job, problem, isAsking, entries, onSubmit } = useStepOnPhone(read, useSent(useAnswer<Problem>()));
  useAwake(job.state !== "assigned" && !isDone(job));
  useDriverNews(topic, place);
  return (
    <>
      <ErrorSummary problem={problem} />
      <JobTop
        job={job}
        back={
          <Link className="big-link" to={paths.driver.dashboard} accessKey="3">
            Back to all jobs
          </Link>
        }
      />
      <PlacePhotos photos={placePhotos} />
      <JobNotes job={job} />
      {places.length > 0 && <PlaceShots photos={places} />}
      <AccessWait key={`${job.id}${wait?.answer}`} job={job} wait={wait} />
      <StepsSoFar entries={entries} kind={job.kind} />
      {isAsking && <p role="status">Asking…</p>}
      <DriverSteps
        key={job.state}
        job={job}
        facilities={facilities}
        photos={photos}
        problem={problem}
        waiting={wait !== null}
        askedFor={wait?.reason}
        callInstead={isStopped(job) ? officePhone : undefined}
        onSubmit={onSubmit}
      />
      <KeptPhotos photos={photos.filter(({ step }) => !isAsked(job, step) && !(attempt && step === "attempted"))} />
      {attempt && <DriverEvidence attempt={attempt} photos={photos} problem={problem} />}
      <DriverReport job={job} reports={reports} photos={photos} problem={problem} onSubmit={onSubmit} />
      <Facts rows={jobFacts(job)} />
    </>
  );
}
