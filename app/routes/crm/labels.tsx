import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { drawQr } from "~/domain/accounts/qr.server";
import { listForLabels, readYardFilter } from "~/domain/records/yard.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { YardLabels } from "~/ui/office/YardLabels";

export const meta: MetaFunction = () => [{ title: "Labels · CRM Dashboard" }, { name: "robots", content: "noindex" }];

/** Labels for the list's filter. The address in the code is the dumpster's page; the number in it is what a phone reads. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { db, config } = scope.services;
  const settings = scope.services.settings();
  const found = listForLabels(db.orm, readYardFilter(new URL(args.request.url).searchParams));
  return {
    company: settings.businessName,
    phone: settings.phone,
    labels: found.map(({ number, size }) => ({
      number,
      size,
      qr: drawQr(config.publicUrl + crmPaths.dumpster(number)),
    })),
  };
}

export default function LabelsPage() {
  const { company, phone, labels } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="title">
        <h1>Labels</h1>
        <p className="hint">
          {labels.length === 1 ? "1 label" : `${labels.length} labels`}. Print this page from the browser, at 100%.
        </p>
        <Link to={crmPaths.inventory()}>All dumpsters</Link>
      </header>
      {labels.length === 0 && <p className="empty">No dumpster fits.</p>}
      <YardLabels company={company} phone={phone} labels={labels} />
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
