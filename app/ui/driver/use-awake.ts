import { useEffect } from "react";

/** The screen stays on while a job is under way: a driver with gloves unlocks nothing. Where it cannot, it goes dark as always. */
export function useAwake(isUnderWay: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    if (!isUnderWay || !wakeLock) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    // The browser ends it with each look at another app.
    const ask = () => {
      if (document.visibilityState !== "visible") return;
      wakeLock.request("screen").then(
        (given) => (isOver ? void given.release() : (lock = given)),
        () => undefined,
      );
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  }, [isUnderWay]);
}
