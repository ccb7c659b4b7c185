import type { LoaderFunctionArgs } from "@remix-run/node";
import { dayAt } from "~/domain/kernel/time.server";
import { exportBilling } from "~/domain/records/billing.server";
import { isBillingGroup } from "~/domain/records/billing-groups";
import { requireCrm } from "~/http/access/guards.server";
import { csvFile } from "~/http/answers/csv.server";
import { enter } from "~/http/context.server";

/** A list of the billing tab as a file. Who took it is in the log. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { db, clock, log } = scope.services;
  const wanted = new URL(args.request.url).searchParams.get("list");
  const list = isBillingGroup(wanted) ? wanted : "noticed";
  log.info({ module: "billing", action: "exported", user_id: account.id, error_details: { list } });
  return csvFile(`charges-${list}-${dayAt(clock.now())}`, exportBilling(db.orm, list));
}
