import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportForQuickBooks } from "~/domain/payments/journal.server";
import { requireAdmin } from "~/http/access/guards.server";
import { csvFile } from "~/http/answers/csv.server";
import { enter } from "~/http/context.server";
import { exportPeriodOf } from "./export-period.server";

/** The books of a period as a file; who took it is in the log. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireAdmin(scope, args.request);
  const { db, clock, log } = scope.services;
  const period = exportPeriodOf(args.request, clock.now());
  log.info({ module: "billing", action: "exported_quickbooks", user_id: account.id, error_details: period });
  return csvFile(`quickbooks-${period.from}-${period.to}`, exportForQuickBooks(db.orm, period));
}
