import { useEffect, useState } from "react";

/** Most answers come sooner, and a sign that only flashes up disturbs. */
const PATIENCE_MS = 250;

/** `what` as soon as it has lasted for a moment, and what lasted before until then; null at once when it is over. */
export function useSlow<T extends string>(what: T | null): T | null {
  const [shown, setShown] = useState<T | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(what), what ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [what]);
  return what && shown;
}
