import { useEffect, useRef } from "react";

/**
 * Runs once after hydration, when entry.client has put back what was typed before: the moment to read controls.
 * Child effects run before the root's, hence the timer.
 */
export function useSettled(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), 0);
    return () => clearTimeout(timer);
  }, []);
}
