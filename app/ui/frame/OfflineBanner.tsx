import { useSyncExternalStore } from "react";

const subscribe = (changed: () => void) => {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
};

/** Shown once hydrated, while the browser is offline. The words are the specification's (section 8). */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine, () => true);
  return <div role="status">{!online && <p className="offline">You're offline. Some features may not be available.</p>}</div>;
}
