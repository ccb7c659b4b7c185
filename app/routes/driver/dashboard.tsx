import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listDriverJobs, type DriverJob } from "~/domain/dispatch/driver-read.server";
import { listOffers } from "~/domain/dispatch/offers.server";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { addDays, formatDay } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { enter } from "~/http/context.server";
import { requireDriver } from "~/http/access/guards.server";
import { paths } from "~/paths";
import { Offers } from "~/ui/office/DriverOffers";
import { isDone, JobHeading, JobReach } from "~/ui/office/DriverJob";

export const meta: MetaFunction = () => [{ title: "Driver Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { driverId } = await requireDriver(scope, args.request);
  const today = dayAt(scope.services.clock.now());
  return {
    today,
    jobs: driverId ? listDriverJobs(scope.services.db.orm, driverId, today) : [],
    offers: driverId ? listOffers(scope.services.db.orm, driverId, scope.services.clock.now()) : [],
    officePhone: scope.services.settings().phone,
  };
}

export default function DriverDashboard() {
  const { today, jobs, offers, officePhone } = useLoaderData<typeof loader>();
  const days = [...grouped(jobs)];
  const heading = (day: DriverJob["day"]) =>
    day < today
      ? `Outstanding since ${formatDay(day)}`
      : day === today
        ? `Today, ${formatDay(day)}`
        : day === addDays(today, 1)
          ? `Tomorrow, ${formatDay(day)}`
          : formatDay(day);
  return (
    <>
      <h1 className="unseen">My jobs</h1>
      <Offers offers={offers} />
      {!days.some(([day]) => day === today) && <p className="empty big">No job for today, {formatDay(today)}.</p>}
      {days.map(([day, list], i) => (
        <section
          key={day}
          aria-labelledby={`day-${day}`}
          className={day < today ? "day late" : "day"}
          {...(i === 0 && { accessKey: "3", tabIndex: -1 })}
        >
          <h2 id={`day-${day}`}>
            {heading(day)} <span className="count">{list.length}</span>
          </h2>
          <ul>
            {list.map((job) => (
              <li key={job.id} className={isDone(job) ? "job finished" : "job"}>
                <Link className="job-open" to={paths.driver.job(job.id)}>
                  <JobHeading job={job} />
                  <span>{deliveryTimeLabel(job.window)}</span>
                </Link>
                {!isDone(job) && <JobReach job={job} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p>
        <a className="big-link" href={`tel:${officePhone.replace(/[^\d+]/g, "")}`}>
          <span>
            Call the office, <span className="num">{officePhone}</span>
          </span>
        </a>
      </p>
    </>
  );
}

function grouped(jobs: DriverJob[]): Map<DriverJob["day"], DriverJob[]> {
  const days = new Map<DriverJob["day"], DriverJob[]>();
  for (const job of jobs) days.set(job.day, [...(days.get(job.day) ?? []), job]);
  return days;
}
