import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listTrucks, seenOf } from "~/domain/fleet/fleet.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { FleetPage, type FleetItem } from "~/ui/office/FleetPage";
import { TRUCK_INTENTS } from "./fleet-intents.server";

export const meta: MetaFunction = () => [{ title: "Trucks · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { searchParams } = new URL(args.request.url);
  const items = listTrucks(scope.services.db.orm).map((truck): FleetItem => {
    const { id, name, plate, notes, is_active: isActive } = truck;
    const values = { name, plate: plate ?? "", notes };
    return { id, name, isActive, says: [plate, notes], seen: seenOf(truck), values };
  });
  return { items, chosen: searchParams.get("edit"), told: searchParams.get("told") === "saved" };
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    TRUCK_INTENTS,
    await enter(args),
    args.request,
    () => null,
    () => crmPaths.trucks,
  );
}

export default function TrucksPage() {
  return (
    <FleetPage
      {...useLoaderData<typeof loader>()}
      title="Trucks"
      one="truck"
      page={crmPaths.trucks}
      fields={[
        { name: "name", label: "Name", hint: "As the drivers say it: Truck 3.", maxLength: 40 },
        { name: "plate", label: "Plate (optional)", maxLength: 20 },
        { name: "notes", label: "Notes (optional)", maxLength: 500 },
      ]}
    />
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
