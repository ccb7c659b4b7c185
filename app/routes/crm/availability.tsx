import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findShortageOf, readWeeks } from "~/domain/inventory/shortage.server";
import { dayAt } from "~/domain/kernel/time.server";
import { isOpenDay } from "~/domain/schedule/rules";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { WeeksOfSize } from "~/ui/office/YardWeeks";
import { ShortageNotice } from "~/ui/office/YardTable";

export const meta: MetaFunction = () => [
  { title: "Next 8 weeks · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { services } = scope;
  const { db, clock } = services;
  const today = dayAt(clock.now());
  const weeks = readWeeks(db.orm, today).map((one) => ({
    ...one,
    days: one.days.map((day) => ({ ...day, isOpen: isOpenDay(day.day, services.settings()) })),
  }));
  return { weeks, shortages: weeks.flatMap(({ size }) => findShortageOf(db.orm, size, today) ?? []) };
}

export default function AvailabilityPage() {
  const { weeks, shortages } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="title">
        <h1>The next 8 weeks</h1>
        <p className="hint">
          A bar for each day: how many are promised. The line above: how many there are. Gray: a day that we are closed.
        </p>
        <Link to={crmPaths.inventory()}>All dumpsters</Link>
      </header>
      <ShortageNotice shortages={shortages} />
      {weeks.map((one) => (
        <WeeksOfSize key={one.size} {...one} />
      ))}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
