import { Scripts } from "@remix-run/react";
import { useContext } from "react";
import { BOOT_SCRIPT } from "./boot-script";
import { PageContext } from "./page-context";

/**
 * Remix's scripts, held back until someone uses a form control (architecture.md, "Hydrate on intent").
 * In the browser the same place renders <Scripts/> itself: by then the template has been replaced by its content.
 */
export function DeferredScripts() {
  const { nonce } = useContext(PageContext);
  const boot = <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: BOOT_SCRIPT }} />;
  return typeof document === "undefined" ? (
    <>
      {boot}
      <template id="app-scripts">
        <Scripts nonce={nonce} />
      </template>
    </>
  ) : (
    <>
      {boot}
      <Scripts nonce={nonce} />
    </>
  );
}
