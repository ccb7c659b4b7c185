import { useMemo } from "react";

/** A view as one text. */
export type Sealed<View> = string & { readonly __view?: View };

/**
 * A page's data as one text, where they go with it: Remix's own encoding numbers every key and value, up to 700 bytes
 * more of the compressed page (bars.md: the whole journey).
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
