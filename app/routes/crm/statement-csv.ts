import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportStatement } from "~/domain/records/statement.server";
import { requireCrm } from "~/http/access/guards.server";
import { csvFile } from "~/http/answers/csv.server";
import { enter } from "~/http/context.server";
import { askedStatement } from "./asked-statement.server";

/** A customer's month as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const statement = askedStatement(scope, args);
  return csvFile(`statement-${statement.month}`, exportStatement(statement));
}
