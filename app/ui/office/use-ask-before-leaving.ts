import { unstable_usePrompt, useBeforeUnload, useNavigation } from "@remix-run/react";
import { useCallback, type RefObject } from "react";
import { isChanged, type TypedField } from "./tabs";

const WORDS = "What you typed is not saved. Leave this page all the same?";

/**
 * Nobody loses half an order by a key or a tab that leads elsewhere: the browser asks first, whichever way leads away. What
 * is being sent is no loss.
 */
export function useAskBeforeLeaving(form: RefObject<HTMLFormElement | null>): void {
  const { state } = useNavigation();
  const wouldLose = useCallback(
    () => state !== "submitting" && [...(form.current?.elements ?? [])].some((one) => isField(one) && isChanged(one)),
    [form, state],
  );
  unstable_usePrompt({
    message: WORDS,
    when: ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && wouldLose(),
  });
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => void (wouldLose() && event.preventDefault()), [wouldLose]));
}

const isField = (one: Element): one is TypedField =>
  (one instanceof HTMLInputElement && one.type !== "hidden") ||
  one instanceof HTMLTextAreaElement ||
  one instanceof HTMLSelectElement;
