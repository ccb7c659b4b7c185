import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { Denied } from "~/http/access/guards.server";
import type { Gone } from "~/http/answers/gone.server";
import { crmPaths } from "~/crm-paths";
import { RefusedPart } from "../Refused";
import { useRefusal } from "../use-refusal";

/**
 * An error inside the frame, so that the tabs stay: what was answered, else the render-failure screen. Never a stack
 * trace. Of a record that is gone, with what was typed about it.
 */
export function OfficeError() {
  const error = useRouteError();
  const refusal = useRefusal();
  const gone = isRouteErrorResponse(error) && isGone(error.data) ? error.data : null;
  return (
    <>
      <RefusedPart
        {...refusal}
        {...(isRouteErrorResponse(error) &&
          isForAdmins(error.data) && { detail: "Only an admin may open or change this." })}
        {...(gone && { detail: `${gone.gone} Nothing was saved.` })}
        // Nothing to refresh: what was typed would go with the page.
        {...(gone?.heading && { heading: gone.heading, status: 410 })}
        back={gone?.back ?? { label: "Back to the overview", to: crmPaths.tab("overview") }}
      />
      {gone && gone.typed.length > 0 && (
        <div className="field">
          <label htmlFor="typed">What you typed, to copy it</label>
          <textarea id="typed" className="input" rows={8} readOnly value={gone.typed.join("\n")} />
        </div>
      )}
    </>
  );
}

const isForAdmins = (value: unknown) => (value as Partial<Denied> | null)?.denied === "admin";

function isGone(value: unknown): value is Gone {
  return typeof value === "object" && value !== null && "gone" in value && "typed" in value;
}
