import type { LoaderFunctionArgs } from "@remix-run/node";
import { dayAt } from "~/domain/kernel/time.server";
import { findStatement, monthAt, readMonth, type Statement } from "~/domain/records/statement.server";
import type { Scope } from "~/http/context.server";

/** The statement of an address: its customer, its month or else the present one. Throws 404 for nobody. */
export function askedStatement({ services }: Scope, { params, request }: LoaderFunctionArgs): Statement {
  const now = services.clock.now();
  const month = readMonth(new URL(request.url).searchParams.get("month") ?? "") ?? monthAt(now);
  const statement = findStatement(services.db.orm, params["id"] ?? "", month, dayAt(now));
  if (!statement) throw new Response("There is no such customer.", { status: 404 });
  return statement;
}
