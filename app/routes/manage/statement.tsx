import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listUnpaid } from "~/domain/charges/charges.server";
import { readStatement } from "~/domain/charges/statement.server";
import { listPapers } from "~/domain/documents/papers.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { statementName } from "~/services/documents/statement.server";
import { enter } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import { useManageFacts } from "~/ui/manage/manage-data";
import { StatementView } from "~/ui/manage/StatementView";
import { ownBookingByLink } from "./own-booking.server";

export const meta: MetaFunction = () => [{ title: "Your statement" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** Everything that a rental came to, to read and to print. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBookingByLink({ scope, request: args.request }, (number) =>
    managePaths.statement({ booking: number }),
  );
  const { orm } = scope.services.db;
  return data({
    number: booking.booking_number,
    name: statementName(booking),
    mayPay: listUnpaid(orm, booking.id).length > 0,
    statement: readStatement(orm, booking),
    papers: listPapers(orm, booking.id),
  });
}

export default function StatementPage() {
  return <StatementView page={useLoaderData<typeof loader>()} phone={useManageFacts().phone} />;
}
