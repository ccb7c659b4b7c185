import { crmPaths } from "~/crm-paths";
import { RefusedPart } from "../Refused";
import { useRefusal } from "../use-refusal";

/**
 * An error inside the frame, so that the tabs stay: what was answered, else the render-failure screen. Never a stack
 * trace.
 */
export function OfficeError() {
  return <RefusedPart {...useRefusal()} back={{ label: "Back to the overview", to: crmPaths.tab("overview") }} />;
}
