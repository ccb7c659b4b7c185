import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listDriverInvitations } from "~/domain/accounts/driver-invitations.server";
import { listDrivers } from "~/domain/fleet/drivers.server";
import { dayAt } from "~/domain/kernel/time.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { FleetNav } from "~/ui/office/FleetNav";
import { DriverTable, InviteDriver } from "~/ui/office/DriverTable";
import { useSent } from "~/ui/office/use-sent";
import { INVITE_DRIVER_INTENTS } from "./invite-driver-intents.server";
import { wordsFor } from "~/ui/words-for";

export const meta: MetaFunction = () => [{ title: "Drivers · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { db, clock } = scope.services;
  const today = dayAt(clock.now());
  return {
    today,
    drivers: listDrivers(db.orm, today),
    invitations: listDriverInvitations(db.orm),
    told: new URL(args.request.url).searchParams.get("told"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    INVITE_DRIVER_INTENTS,
    await enter(args),
    args.request,
    () => null,
    () => crmPaths.tab("drivers"),
  );
}

const TOLD: Readonly<Record<string, string>> = {
  email: "Invited. The mail with the link is on its way; it works for 7 days, once.",
  phone: "Invited. The text with the link is on its way (at night it waits until 8 am). It works for 7 days, once.",
};

export default function DriversPage() {
  const { today, drivers, invitations, told } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Drivers</h1>
        <FleetNav />
      </header>
      {!problem && wordsFor(TOLD, told) && (
        <Notice kind="good" live>
          <p>{wordsFor(TOLD, told)}</p>
        </Notice>
      )}
      {drivers.length > 0 ? (
        <DriverTable drivers={drivers} today={today} />
      ) : (
        <p className="empty">Nobody drives for us yet. Invite the first one below.</p>
      )}
      <InviteDriver invitations={invitations} problem={problem} />
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
