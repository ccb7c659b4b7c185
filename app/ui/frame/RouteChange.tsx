import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "../form/use-hydrated";

/**
 * After a client navigation to another page: back to the top (specification, section 2), with the focus in the main
 * content (where the page begins with a field, in that) and the new title said, as a document load would have it. A hash keeps its place, with the focus there where
 * it can have one. Nothing at the first load.
 */
export function RouteChange() {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    setTitle(document.title);
    // What the boot script keeps up to date may have been put anew with another frame.
    dispatchEvent(new Event("frame"));
    if (hash) return document.getElementById(hash.slice(1))?.focus();
    // Where <ScrollRestoration> runs it does the same, and better on the way back.
    if (history.scrollRestoration !== "manual") scrollTo(0, 0);
    const main = document.getElementById("main");
    // A field that a page begins with has the focus already.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return (
    useHydrated() && (
      <p className="unseen" aria-live="polite" id="announcer">
        {title}
      </p>
    )
  );
}
