import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readDayNotes } from "~/domain/dispatch/day-notes.server";
import { driversOfDay } from "~/domain/dispatch/drivers-of-day.server";
import { listJobsOfDay } from "~/domain/dispatch/driver-read.server";
import { formatDay, parseDay } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { SheetOfDriver } from "~/ui/office/BoardSheet";
import { planRules } from "./dispatch-answers.server";

export const meta: MetaFunction = () => [
  { title: "Day sheet · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { services } = scope;
  const { db } = services;
  const now = services.clock.now();
  const day = parseDay(new URL(args.request.url).searchParams.get("day") ?? "") ?? dayAt(now);
  const jobs = listJobsOfDay(db.orm, day);
  const notes = readDayNotes(db.orm, planRules(services), day, now);
  const drivers = driversOfDay(db.orm, day)
    .map(({ id, name, truck }) => ({
      id,
      name,
      truck: truck?.name ?? null,
      hours: notes.drivers.get(id)?.hours ?? "",
      miles: notes.drivers.get(id)?.miles ?? 0,
      jobs: jobs.filter(({ driverId }) => driverId === id),
    }))
    .filter((driver) => driver.jobs.length > 0);
  return { day, drivers, officePhone: services.settings().phone };
}

export default function DaySheet() {
  const { day, drivers, officePhone } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="title">
        <h1>Day sheet</h1>
        <p className="hint">{formatDay(day, { year: true })}. A page for each driver: print it from the browser.</p>
        <p>
          <Link to={crmPaths.dispatch(day)}>Back to the board</Link>
        </p>
      </header>
      {drivers.length === 0 && <p className="empty">No driver has a job on this day.</p>}
      {drivers.map((driver) => (
        <SheetOfDriver key={driver.id} driver={driver} day={day} officePhone={officePhone} />
      ))}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
