import { useEffect, useRef } from "react";

/** For so long after a step the page above its form may change: what the office answers comes behind what the phone knows. */
const SETTLES_MS = 3_000;

/**
 * After a step the next one's form is in view, however much stands above it. Nothing moves where it is already. `read`: the
 * job as it was read last, anew after each step.
 */
export function useNextInView(state: string, read: object): void {
  const shown = useRef({ state, until: 0 });
  useEffect(() => {
    const now = Date.now();
    if (shown.current.state !== state) shown.current = { state, until: now + SETTLES_MS };
    if (now < shown.current.until) document.querySelector(".next-step form")?.scrollIntoView({ block: "nearest" });
  }, [state, read]);
}

/**
 * What is wrong or asked, in the middle of the page, so that the button which answers it is near; once it is shown. The
 * summary above has the focus all the same, and is read.
 */
export function showWrong(form: HTMLFormElement): void {
  setTimeout(() => form.querySelector(".field.bad")?.scrollIntoView({ block: "center" }), 50);
}
