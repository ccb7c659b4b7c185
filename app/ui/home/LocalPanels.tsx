import { lazy, Suspense, type FunctionComponent } from "react";
import { Panels, type PanelsProps } from "./Panels";

/**
 * The server renders the panels at once; a browser fetches their code only where they are shown (the build drops the
 * import).
 */
const Shown: FunctionComponent<PanelsProps> | ReturnType<typeof lazy<FunctionComponent<PanelsProps>>> = import.meta.env
  .SSR
  ? Panels
  : lazy(async () => ({ default: (await import("./Panels")).Panels }));

/** The owner's panels above the home page, on this very machine only. */
export function LocalPanels(props: PanelsProps) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
