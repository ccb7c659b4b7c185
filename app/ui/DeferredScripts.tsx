import { Scripts } from "@remix-run/react";
import { useContext } from "react";
import { KeptPart } from "./kept-part";
import { PageContext } from "./page-context";

/** The inline script of every page's head (boot/). In the browser it has run: there its text is not needed again. */
export function BootScript({ nonce }: { nonce: string | undefined }) {
  const { boot } = useContext(PageContext);
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: boot }} />;
}

/**
 * Remix's scripts, held back until someone uses a form control (architecture.md, "Hydrate on intent").
 * In the browser the same place renders <Scripts/> itself: by then the template has been replaced by its content.
 * `routes`: the ids of the page's routes, by which the scripts differ.
 */
export function DeferredScripts({ routes }: { routes: string }) {
  const { nonce } = useContext(PageContext);
  if (typeof document !== "undefined") return <Scripts nonce={nonce} />;
  return <KeptPart of={HeldScripts} props={{ nonce, routes }} />;
}

/** The same for all pages of the same routes, which Remix takes from where it stands. */
function HeldScripts({ nonce }: { nonce: string | undefined; routes: string }) {
  return (
    <template id="app-scripts">
      <Scripts nonce={nonce} />
    </template>
  );
}

/** The same until the page was painted: on a phone's processor they hold the first paint up, and its forms work without. */
export function ScriptsAfterPaint({ routes }: { routes: string }) {
  const { nonce, afterPaint } = useContext(PageContext);
  return (
    <>
      <script
        id="after-paint"
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: afterPaint }}
      />
      <DeferredScripts routes={routes} />
    </>
  );
}
