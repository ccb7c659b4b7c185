import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listDriverJobs, listPastJobs } from "~/domain/dispatch/driver-read.server";
import { listOffers } from "~/domain/dispatch/offers.server";
import { listOtherDays } from "~/domain/fleet/shifts.server";
import { addDays, formatDay } from "~/domain/kernel/days";
import { hoursWords } from "~/domain/kernel/hours";
import { dayAt } from "~/domain/kernel/time.server";
import { enter } from "~/http/context.server";
import { requireDriver } from "~/http/access/guards.server";
import { placeNow } from "~/http/live/place.server";
import { driverPaths } from "~/driver-paths";
import { PastJobs } from "~/ui/driver/PastJobs";
import { DaysOfJobs } from "~/ui/driver/DaysOfJobs";
import { useOnlinePhone } from "~/ui/driver/OnlinePhone";
import { Offers } from "~/ui/office/DriverOffers";
import { useDriverNews } from "~/ui/office/use-driver-news";

/** So many days ahead a driver is told of other hours, or another truck. */
const WEEK = 7;

export const meta: MetaFunction = () => [{ title: "Driver Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  // Before the jobs are read: what happens from now on is heard.
  const place = placeNow(scope);
  const { driverId } = await requireDriver(scope, args.request);
  const today = dayAt(scope.services.clock.now());
  return {
    today,
    place,
    topic: `driver:${driverId}`,
    jobs: driverId ? listDriverJobs(scope.services.db.orm, driverId, today) : [],
    offers: driverId ? listOffers(scope.services.db.orm, driverId, scope.services.clock.now()) : [],
    past: driverId && scope.services.flags().job_history ? listPastJobs(scope.services.db.orm, driverId, today) : [],
    otherDays: driverId ? listOtherDays(scope.services.db.orm, driverId, today, addDays(today, WEEK)) : [],
    officePhone: scope.services.settings().phone,
  };
}

export default function DriverDashboard() {
  const { today, jobs, offers, past, otherDays, officePhone, place, topic } = useLoaderData<typeof loader>();
  useDriverNews(topic, place);
  const { phone } = useOnlinePhone();
  return (
    <>
      <h1 className="unseen">My jobs</h1>
      <Offers offers={offers} />
      {!jobs.some(({ day }) => day === today) && <p className="empty big">No job for today, {formatDay(today)}.</p>}
      {otherDays.map(({ day, truck, ...hours }) => (
        <p key={day} className="notice">
          {day === today ? "Today" : formatDay(day)}: {[hoursWords(hours), truck].filter(Boolean).join(", ")}
        </p>
      ))}
      <DaysOfJobs jobs={jobs} today={today} entries={phone?.entries} to={driverPaths.job} />
      <PastJobs jobs={past} today={today} />
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
