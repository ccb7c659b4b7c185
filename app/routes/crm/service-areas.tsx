import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { formatPrice } from "~/domain/kernel/money";
import { listAreas } from "~/domain/service-area/areas.server";
import { countActiveZips } from "~/domain/service-area/service-area.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";

export const meta: MetaFunction = () => [
  { title: "Service areas · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** Where we deliver, for what fee; the number that the website claims stands beside the true one (domain.md, 4.4). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const areas = listAreas(orm).map(({ zip_codes, created_at: _at, ...area }) => ({ ...area, zips: zip_codes.length }));
  return { areas, claimed: scope.services.settings().zipClaim, active: countActiveZips(orm) };
}

export default function ServiceAreasPage() {
  const { areas, claimed, active } = useLoaderData<typeof loader>();
  return (
    <>
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
              <td>{area.zips === 1 ? "1 ZIP code" : `${area.zips} ZIP codes`}</td>
              <td>
                <span className={`state ${area.is_active ? "go" : "done"}`}>{area.is_active ? "On" : "Off"}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {areas.length === 0 && <p className="empty">No area yet: nobody can book.</p>}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
