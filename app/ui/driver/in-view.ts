import { useEffect, useRef } from "react";

/** After a step the next one's button is in view, however much stands above it. Nothing moves where it is already. */
export function useNextInView(state: string): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    document.querySelector(".next-step button.big")?.scrollIntoView({ block: "nearest" });
  }, [state]);
}

/**
 * What is wrong or asked, in the middle of the page, so that the button which answers it is near; once it is shown. The
 * summary above has the focus all the same, and is read.
 */
export function showWrong(form: HTMLFormElement): void {
  setTimeout(() => form.querySelector(".field.bad")?.scrollIntoView({ block: "center" }), 50);
}
