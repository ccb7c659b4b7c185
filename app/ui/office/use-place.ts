import { useRef, type FormEvent } from "react";
import { positionNow } from "../driver/position";

/**
 * Asks the phone where it is when a form is sent, and sends it then with `latitude`, `longitude` and `accuracy`. Asked at no
 * other moment; without leave, or an answer in time, the form goes without them.
 */
export function usePlace() {
  const asked = useRef<"no" | "asking" | "known">("no");
  return (event: FormEvent<HTMLFormElement>) => {
    // The answer sends the form once more.
    if (asked.current === "known") return void (asked.current = "no");
    event.preventDefault();
    if (asked.current === "asking") return;
    asked.current = "asking";
    const form = event.currentTarget;
    const button = (event.nativeEvent as SubmitEvent).submitter;
    // A first fix takes seconds: the press must not look like none.
    if (button) button.ariaBusy = "true";
    void positionNow().then((place) => {
      for (const [name, value] of Object.entries(place)) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = value;
      }
      asked.current = "known";
      if (button) button.ariaBusy = null;
      form.requestSubmit(button);
    });
  };
}

/** Where the place is written; empty without script. */
export const PLACE_FIELDS = ["latitude", "longitude", "accuracy"] as const;
