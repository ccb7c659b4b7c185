import { useMemo } from "react";

/** A view as one text. */
export type Sealed<View> = string & { readonly __view?: View };

/**
 * A step's data as one text: Remix's own encoding numbers every key and value, which is up to 700 bytes more of each
 * compressed page (bars.md: the whole journey).
 */
export function seal<View>(view: View): Sealed<View> {
  return swapQuotes(JSON.stringify(view));
}

export function unseal<View>(sealed: Sealed<View>): View {
  return JSON.parse(swapQuotes(sealed)) as View;
}

/** The text goes into a string inside a string: each of its thousand double quotes would bring three backslashes. */
function swapQuotes(text: string): string {
  return text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'));
}

/** The view again; the same object as long as the text is the same. */
export function useSealed<View>(sealed: Sealed<View>): View {
  return useMemo(() => unseal(sealed), [sealed]);
}
