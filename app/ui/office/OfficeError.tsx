import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { paths } from "~/paths";

/** An error inside the frame, so that the tabs stay. Never a stack trace. */
export function OfficeError() {
  const error = useRouteError();
  const known = isRouteErrorResponse(error);
  return (
    <div className="panel">
      <p className="eyebrow">Error {known ? error.status : 500}</p>
      <h1>{known && error.status === 404 ? "Not found" : "Something went wrong"}</h1>
      <p>{known && typeof error.data === "string" && error.data ? error.data : "We encountered an unexpected error. Please try refreshing the page."}</p>
      <p className="actions"><a className="button secondary" href={paths.crm.tab("overview")}>Back to the overview</a></p>
    </div>
  );
}
