import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * After a client navigation to another page: back to the top (specification, section 2), with the focus in the main
 * content, as a document load would have it. A hash keeps its place.
 */
export function useTopOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash) return;
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
