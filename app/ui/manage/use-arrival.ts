import { useEffect, useRef } from "react";

/**
 * Where one address comes to show another page (the look-up, then its booking): to the top, with the focus on the new
 * heading, as after a document load. Nothing at the first load, and nothing while `page` stays.
 */
export function useArrival(page: string): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>("main h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [page]);
}
