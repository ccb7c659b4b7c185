import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCrm } from "~/http/access/guards.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { accountStatementPdf } from "~/services/documents/statement.server";
import { askedStatement } from "./asked-statement.server";

/** A customer's month as a PDF, to send to them. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const statement = askedStatement(scope, args);
  const pdf = await accountStatementPdf(scope.services, statement);
  return new Response(new Uint8Array(pdf), {
    headers: {
      ...privateHeaders(),
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="Statement-${statement.month}.pdf"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
