import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findDriverJob } from "~/domain/dispatch/driver-read.server";
import { formatDay } from "~/domain/kernel/days";
import { enter } from "~/http/context.server";
import { requireDriver } from "~/http/access/guards.server";
import { paths } from "~/paths";
import { Facts } from "~/ui/office/bits";
import { jobFacts, JobHeading, JobReach } from "~/ui/office/DriverJob";

export const meta: MetaFunction = () => [{ title: "Job · Driver Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { driverId } = await requireDriver(scope, args.request);
  const job = driverId && findDriverJob(scope.services.db.orm, driverId, args.params["id"] ?? "");
  if (!job) throw new Response("This job is not on your list.", { status: 404 });
  return { job };
}

export default function DriverJobPage() {
  const { job } = useLoaderData<typeof loader>();
  return (
    <>
      <p>
        <Link className="big-link" to={paths.driver.dashboard} accessKey="3">
          Back to all jobs
        </Link>
      </p>
      <header className="job-title">
        <h1>{formatDay(job.day)}</h1>
        <p className="job-open">
          <JobHeading job={job} />
        </p>
      </header>
      <JobReach job={job} />
      {job.instructions && (
        <div className="say">
          <h2>From the customer</h2>
          <p>{job.instructions}</p>
        </div>
      )}
      <Facts rows={jobFacts(job)} />
    </>
  );
}
