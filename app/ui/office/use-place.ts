import { useRef, type FormEvent } from "react";

const PATIENCE = { timeout: 6_000, maximumAge: 60_000, enableHighAccuracy: true };

/**
 * Asks the phone where it is when a form is sent, and sends it then with `latitude`, `longitude` and `accuracy`. Asked at no
 * other moment; without leave, or an answer in time, the form goes without them.
 */
export function usePlace() {
  const asked = useRef(false);
  return (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    // The answer sends the form once more.
    if (asked.current || !("geolocation" in navigator)) return void (asked.current = false);
    event.preventDefault();
    asked.current = true;
    const button = (event.nativeEvent as SubmitEvent).submitter;
    const go = () => form.requestSubmit(button);
    const set = (name: string, value: number) => {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = String(value);
    };
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        set("latitude", coords.latitude);
        set("longitude", coords.longitude);
        set("accuracy", Math.round(coords.accuracy));
        go();
      },
      go,
      PATIENCE,
    );
  };
}

/** Where the place is written; empty without script. */
export const PLACE_FIELDS = ["latitude", "longitude", "accuracy"] as const;
