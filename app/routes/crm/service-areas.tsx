import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { formatPrice } from "~/domain/kernel/money";
import { listAreas } from "~/domain/service-area/areas.server";
import { countActiveZips } from "~/domain/service-area/service-area.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { answerIntent } from "~/http/answers/intents.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { NewAreaForm } from "~/ui/office/AreaForms";
import { useSent } from "~/ui/office/use-sent";
import { MAKE_AREA_INTENTS } from "./area-intents.server";

export const meta: MetaFunction = () => [
  { title: "Service areas · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** Where we deliver, for what fee; the number that the website claims stands beside the true one (domain.md, 4.4). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const areas = listAreas(orm).map(({ zip_codes, created_at: _at, ...area }) => ({ ...area, zips: zip_codes.length }));
  const { zipClaim } = scope.services.settings();
  return { areas, claimed: zipClaim, active: countActiveZips(orm), mayChange: standing.isAdmin };
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    MAKE_AREA_INTENTS,
    await enter(args),
    args.request,
    () => null,
    () => crmPaths.tab("service-areas"),
  );
}

export default function ServiceAreasPage() {
  const { areas, claimed, active, mayChange } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Service areas</h1>
      </header>
      <p className={active < claimed ? "notice warn" : "notice"}>
        The website claims <b>{claimed}+</b> ZIP codes. <b>{active}</b> are in areas that are switched on.
      </p>
      <table className="list">
        <caption className="unseen">Service areas by name</caption>
        <thead>
          <tr>
            <th scope="col">Area</th>
            <th scope="col">Delivery fee</th>
            <th scope="col">Smallest order</th>
            <th scope="col">ZIP codes</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area.id}>
              <th scope="row">
                <Link to={crmPaths.serviceArea(area.id)}>{area.area_name}</Link>
              </th>
              <td>
                {area.delivery_fee === 0 ? "Fee as in the prices" : `${formatPrice(area.delivery_fee)} for delivery`}
              </td>
              <td>{area.minimum_order === 0 ? "No smallest order" : `From ${formatPrice(area.minimum_order)}`}</td>
              <td>{area.zips === 0 ? "No ZIP code yet" : area.zips === 1 ? "1 ZIP code" : `${area.zips} ZIP codes`}</td>
              <td>
                <span className={`state ${area.is_active ? "go" : "done"}`}>{area.is_active ? "On" : "Off"}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {areas.length === 0 && <p className="empty">No area yet: nobody can book.</p>}
      {mayChange && <NewAreaForm problem={problem ?? null} />}
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
