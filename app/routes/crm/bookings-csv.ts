import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportBookings } from "~/domain/booking/office/export.server";
import { dayAt } from "~/domain/kernel/time.server";
import { listForOffice } from "~/domain/records/booking-list.server";
import { requireCrm } from "~/http/access/guards.server";
import { csvFile } from "~/http/answers/csv.server";
import { enter } from "~/http/context.server";
import { readBookingFilter } from "./booking-filter.server";

/** The list of bookings as a file, by the same filter. Who took it is in the log: it is everybody's name and number. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { db, clock, log } = scope.services;
  const filter = readBookingFilter(new URL(args.request.url).searchParams);
  log.info({ module: "bookings", action: "exported", user_id: account.id, error_details: { status: filter.status } });
  const pages = exportBookings(db.orm, (after) => listForOffice(db.orm, { ...filter, after }), {
    byMoney: filter.money !== null,
  });
  return csvFile(`bookings-${dayAt(clock.now())}`, pages);
}
