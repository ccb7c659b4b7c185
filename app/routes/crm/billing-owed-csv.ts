import type { LoaderFunctionArgs } from "@remix-run/node";
import { dayAt } from "~/domain/kernel/time.server";
import { exportOwedOnAccount } from "~/domain/records/owed-on-account.server";
import { requireCrm } from "~/http/access/guards.server";
import { csvFile } from "~/http/answers/csv.server";
import { enter } from "~/http/context.server";

/** Who owes how much on account, as a file. Who took it is in the log. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { db, clock, log } = scope.services;
  const today = dayAt(clock.now());
  log.info({ module: "billing", action: "exported", user_id: account.id, error_details: { list: "owed" } });
  return csvFile(`owed-on-account-${today}`, exportOwedOnAccount(db.orm, today));
}
