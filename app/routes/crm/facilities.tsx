import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listFacilities, seenOf } from "~/domain/fleet/fleet.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { FleetPage, type FleetItem } from "~/ui/office/FleetPage";
import { FACILITY_INTENTS } from "./fleet-intents.server";

export const meta: MetaFunction = () => [
  { title: "Facilities · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { searchParams } = new URL(args.request.url);
  const items = listFacilities(scope.services.db.orm).map((facility): FleetItem => {
    const { id, name, address, zip, materials, hours, is_active: isActive } = facility;
    const values = { name, address, zip, materials, hours };
    const says = [`${address} ${zip}`.trim(), materials || "Everything that we haul", hours];
    return { id, name, isActive, says, seen: seenOf(facility), values };
  });
  return { items, chosen: searchParams.get("edit"), told: searchParams.get("told") === "saved" };
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    FACILITY_INTENTS,
    await enter(args),
    args.request,
    () => null,
    () => crmPaths.facilities,
  );
}

export default function FacilitiesPage() {
  return (
    <FleetPage
      {...useLoaderData<typeof loader>()}
      title="Facilities"
      one="facility"
      page={crmPaths.facilities}
      fields={[
        { name: "name", label: "Name", maxLength: 80 },
        { name: "address", label: "Street and city", maxLength: 120 },
        { name: "zip", label: "ZIP", hint: "Miles are counted from its center.", maxLength: 5, inputMode: "numeric" },
        { name: "materials", label: "What it takes", hint: "Empty: everything that we haul.", maxLength: 200 },
        { name: "hours", label: "Hours", maxLength: 120 },
      ]}
    />
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
