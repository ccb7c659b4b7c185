import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportStatement, findStatement, monthAt, readMonth } from "~/domain/records/statement.server";
import { requireCrm } from "~/http/access/guards.server";
import { csvFile } from "~/http/answers/csv.server";
import { enter } from "~/http/context.server";

/** A customer's month as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { db, clock } = scope.services;
  const asked = readMonth(new URL(args.request.url).searchParams.get("month") ?? "");
  const statement = findStatement(db.orm, args.params["id"] ?? "", asked ?? monthAt(clock.now()));
  if (!statement) throw new Response("There is no such customer.", { status: 404 });
  return csvFile(`statement-${statement.month}`, exportStatement(statement));
}
