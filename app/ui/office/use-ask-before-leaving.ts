import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, type RefObject } from "react";
import { isChanged, type TypedField } from "./tabs";

const WORDS = "What you typed is not saved. Leave this page all the same?";

/**
 * Nobody loses half an order by a key or a link that leads elsewhere: the browser asks first. What is being sent is no
 * loss. Back is asked about where the browser lets a page do that (the Navigation API). Remix has this too (useBlocker), in
 * the bundle that the public pages load.
 */
export function useAskBeforeLeaving(form: RefObject<HTMLFormElement | null>): void {
  const { state } = useNavigation();
  const isSending = useRef(false);
  isSending.current = state === "submitting";
  useEffect(() => {
    // What was refused stands in the fields as they came, and is saved no more than before.
    const wouldLose = () =>
      !isSending.current &&
      (document.querySelector("main .problems") !== null ||
        [...(form.current?.elements ?? [])].some((one) => isField(one) && isChanged(one)));
    const press = (event: MouseEvent) => {
      if (!leadsAway(event) || !wouldLose() || confirm(WORDS)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const unload = (event: BeforeUnloadEvent) => void (wouldLose() && event.preventDefault());
    const goBack = (event: NavigateEvent) => {
      const isAway =
        event.navigationType === "traverse" && new URL(event.destination.url).pathname !== location.pathname;
      if (isAway && event.cancelable && wouldLose() && !confirm(WORDS)) event.preventDefault();
    };
    // Not every browser has it.
    const { navigation } = window as Partial<Pick<Window, "navigation">>;
    navigation?.addEventListener("navigate", goBack);
    document.addEventListener("click", press, true);
    addEventListener("beforeunload", unload);
    return () => {
      navigation?.removeEventListener("navigate", goBack);
      document.removeEventListener("click", press, true);
      removeEventListener("beforeunload", unload);
    };
  }, [form]);
}

/** A link of this website to another page, in this very tab. Others unload the page, or leave it where it is. */
function leadsAway(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target !== "" || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)
    return false;
  return link.origin === location.origin && link.pathname !== location.pathname;
}

const isField = (one: Element): one is TypedField =>
  (one instanceof HTMLInputElement && one.type !== "hidden") ||
  one instanceof HTMLTextAreaElement ||
  one instanceof HTMLSelectElement;
