import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isAdminAccount } from "~/domain/accounts/team.server";
import { listHistory } from "~/domain/events/events.server";
import { driverSeen, findDriver } from "~/domain/fleet/drivers.server";
import { listOtherDays } from "~/domain/fleet/shifts.server";
import { listTrucks } from "~/domain/fleet/fleet.server";
import { dayAt } from "~/domain/kernel/time.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { Panel } from "~/ui/office/bits";
import { ChangeList } from "~/ui/office/ChangeList";
import { OtherDaysPanel } from "~/ui/office/DriverDays";
import { DaysOffPanel, DriverAccessPanel, DriverForm } from "~/ui/office/DriverRecord";
import { FleetNav } from "~/ui/office/FleetNav";
import { describeEvent } from "~/ui/office/timeline-words";
import { useSent } from "~/ui/office/use-sent";
import { DRIVER_INTENTS } from "./driver-intents.server";
import { wordsFor } from "~/ui/words-for";

export const meta: MetaFunction = () => [{ title: "Driver · CRM Dashboard" }, { name: "robots", content: "noindex" }];

function find(scope: Awaited<ReturnType<typeof enter>>, id: string | undefined) {
  const driver = findDriver(scope.services.db.orm, id ?? "", dayAt(scope.services.clock.now()));
  if (!driver) throw new Response("There is no such driver.", { status: 404 });
  return driver;
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  const { db, config } = scope.services;
  const { orm } = db;
  const driver = find(scope, args.params["id"]);
  const today = dayAt(scope.services.clock.now());
  return {
    driver,
    seen: driverSeen(driver),
    today,
    mayEnd: standing.isAdmin || !isAdminAccount(orm, driver.user_id, config.ADMIN_EMAILS),
    otherDays: listOtherDays(orm, driver.id, today),
    trucks: listTrucks(orm)
      .filter(({ id, is_active }) => is_active || id === driver.truck_id)
      .map(({ id, name }) => ({ value: id, label: name })),
    changes: listHistory(orm, "driver", [driver.id]).map((event) => ({
      id: event.id,
      at: event.at,
      who: event.actor_label,
      words: describeEvent(event),
      why: event.why,
    })),
    told: new URL(args.request.url).searchParams.get("told"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  return answerIntent(
    DRIVER_INTENTS,
    scope,
    args.request,
    () => find(scope, args.params["id"]),
    ({ id }) => crmPaths.driver(id),
  );
}

const TOLD: Readonly<Record<string, string>> = {
  saved: "Saved.",
  off: "The days off are entered.",
  on: "Drives on those days after all.",
  day: "Kept. Dispatch plans that day with it.",
  usual: "That day is as always again.",
  out: "Signed out everywhere. Signing in again needs the password or a code.",
  ended: "Access ended. Every sign-in ended with it.",
  back: "May drive again, and sign in as before.",
};

export default function DriverPage() {
  const { driver, seen, today, mayEnd, trucks, otherDays, changes, told } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>{driver.name}</h1>
        {!driver.is_active && <span className="state done">Does not drive for us any more</span>}
        <FleetNav />
      </header>
      {!problem && wordsFor(TOLD, told) && (
        <Notice kind="good" live>
          <p>{wordsFor(TOLD, told)}</p>
        </Notice>
      )}
      <div className="record">
        <div>
          <DriverForm key={seen} driver={driver} seen={seen} trucks={trucks} problem={problem} />
          <DriverAccessPanel driver={driver} mayEnd={mayEnd} problem={problem} />
        </div>
        <div>
          <DaysOffPanel key={driver.off.length} driver={driver} today={today} problem={problem} />
          <OtherDaysPanel
            key={`days${otherDays.length}`}
            days={otherDays}
            trucks={trucks}
            today={today}
            problem={problem}
          />
          <Panel title="Changes" id="changes">
            <ChangeList changes={changes} empty="Nothing was changed yet." />
          </Panel>
        </div>
      </div>
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
