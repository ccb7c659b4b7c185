import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * For what holds many plain links: a click goes where it leads without loading a document, as with <Link>, whose fifty
 * components cost more than the rest of a list. What the browser does with a link otherwise (a new tab, a copy) it does.
 */
export function useFollow() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
}
