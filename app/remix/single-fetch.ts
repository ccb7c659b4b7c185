/**
 * The type of single fetch's answers. In `Accept` it asks for a page's data, as React needs them to take it over, in the place
 * of the page.
 */
export const DATA_TYPE = "text/x-script";

/** It writes the answer of an action that threw like this; each of its lines ends. */
export const THREW = '[{"_1":2},"error"';

/** Its encoding ("turbo-stream"): one list, in which objects and lists name the places of their parts. */
export function encode(value: unknown): string {
  const places: unknown[] = [];
  const put = (part: unknown): number => {
    const at = places.push(null) - 1;
    if (Array.isArray(part)) places[at] = part.map(put);
    else if (typeof part === "object" && part !== null)
      places[at] = Object.fromEntries(Object.entries(part).map(([name, inner]) => [`_${put(name)}`, put(inner)]));
    else places[at] = part;
    return at;
  };
  put(value);
  return `${JSON.stringify(places)}\n`;
}
