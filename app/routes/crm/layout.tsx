import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import "~/office.css";
import { findAgent } from "~/domain/voice/agents.server";
import { enter } from "~/http/context.server";
import type { Denied } from "~/http/access/guards.server";
import { yearOf } from "~/domain/kernel/moments";
import { findSentForm } from "~/http/access/kept-form.server";
import { placeNow } from "~/http/live/place.server";
import { requireCrm } from "~/http/access/guards.server";
import { Notice } from "~/ui/form";
import { AccessDenied } from "~/ui/office/AccessDenied";
import { ThisYear } from "~/ui/office/bits";
import { OfficeFrame } from "~/ui/office/OfficeFrame";
import { Refused } from "~/ui/Refused";
import { useRefusal } from "~/ui/use-refusal";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "CRM Dashboard" }, { name: "robots", content: "noindex" }];
export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  // Before anything is read: what happens from here on is told.
  const place = placeNow(scope);
  const { account, standing } = await requireCrm(scope, args.request);
  const warned = new URL(args.request.url).searchParams.get("told") === "warnings";
  return {
    me: account.id,
    name: standing.displayName,
    role: standing.isAdmin ? "admin" : "staff",
    place,
    year: yearOf(scope.services.clock.now()),
    takesCalls: findAgent(scope.services.db.orm, account.id)?.is_available ?? false,
    warned,
    /** What this person sent to the page as their session had ended (http/access/kept-form.server.ts). */
    sent: findSentForm(scope, args.request, account.id),
  } as const;
}

export default function CrmLayout() {
  const { me, name, role, place, year, takesCalls, warned } = useLoaderData<typeof loader>();
  return (
    <OfficeFrame me={me} name={name} role={role} place={place} takesCalls={takesCalls}>
      {warned && (
        <Notice kind="warn" live>
          <p>Login completed with warnings</p>
        </Notice>
      )}
      <ThisYear.Provider value={year}>
        <Outlet />
      </ThisYear.Provider>
    </OfficeFrame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const refusal = useRefusal();
  if (isRouteErrorResponse(error) && isDenied(error.data))
    return <AccessDenied what={error.data.denied} contact={error.data.contact} />;
  return <Refused {...refusal} />;
}

function isDenied(value: unknown): value is Denied {
  return typeof value === "object" && value !== null && "denied" in value && "contact" in value;
}
