import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { toDollars } from "~/domain/kernel/money";
import { listHistory } from "~/domain/events/events.server";
import { areaVersion, findArea, planZips } from "~/domain/service-area/areas.server";
import type { StoredArea } from "~/domain/service-area/service-area.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter, type Scope } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { AreaForm, ZipForm, ZipPreview } from "~/ui/office/AreaForms";
import { Panel } from "~/ui/office/bits";
import { Timeline } from "~/ui/office/Timeline";
import { AREA_INTENTS } from "./area-intents.server";
import { useSent } from "~/ui/office/use-sent";

export const meta: MetaFunction = () => [
  { title: "Service area · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

function getArea(scope: Scope, id = ""): StoredArea {
  const area = findArea(scope.services.db.orm, id);
  if (!area) throw new Response("There is no such service area.", { status: 404 });
  return area;
}

/** `?how=add&zips=…` shows what that would do, before anything is done. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  const area = getArea(scope, args.params["id"]);
  const { searchParams } = new URL(args.request.url);
  const how = searchParams.get("how") === "remove" ? "remove" : "add";
  const typed = searchParams.get("zips") ?? "";
  const { orm } = scope.services.db;
  return {
    area: { id: area.id, name: area.area_name, zips: [...area.zip_codes].sort() },
    seen: areaVersion(area),
    mayChange: standing.isAdmin,
    values: {
      areaName: area.area_name,
      deliveryFee: String(toDollars(area.delivery_fee)),
      minimumOrder: String(toDollars(area.minimum_order)),
      isActive: area.is_active ? "on" : "",
    },
    preview: typed.trim() === "" ? null : ({ how, typed, plan: planZips(orm, area, typed, how) } as const),
    history: listHistory(orm, "area", [area.id]).reverse(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  return answerIntent(
    AREA_INTENTS,
    scope,
    args.request,
    () => getArea(scope, args.params["id"]),
    ({ id }) => crmPaths.serviceArea(id),
  );
}

export default function ServiceAreaPage() {
  const { area, seen, mayChange, values, preview, history } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>{area.name}</h1>
        <Link to={crmPaths.tab("service-areas")}>All areas</Link>
      </header>
      <div className="two">
        <div>
          <Panel title="Terms" id="terms">
            <AreaForm key={seen} values={values} seen={seen} mayChange={mayChange} problem={problem} />
          </Panel>
          <Panel title="History" id="history">
            <Timeline entries={history} />
          </Panel>
        </div>
        <Panel title="ZIP codes" id="zip-codes" count={area.zips.length}>
          {preview && <ZipPreview {...preview} seen={seen} back={crmPaths.serviceArea(area.id)} />}
          {mayChange && <ZipForm typed={preview?.typed} />}
          {area.zips.length > 0 ? <p className="zips">{area.zips.join(" ")}</p> : <p className="empty">None yet.</p>}
        </Panel>
      </div>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
