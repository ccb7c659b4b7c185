/** A decoded request: text, or objects and arrays of it. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormFields = { [key: string]: FormValue };

interface Branch {
  [key: string]: string | Branch;
}

const MAX_DEPTH = 12;

/**
 * Stripe's bracket notation, "line_items[0][price_data][currency]=usd", as objects; a level whose keys are all
 * numbers (or empty, "expand[]=") is an array. Returns null for a name that is nested too deeply or broken.
 */
export function parseStripeForm(encoded: string): FormFields | null {
  const root: Branch = Object.create(null) as Branch;
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = splitName(name);
    if (!path || !place(root, path, value)) return null;
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, settle(value)]));
}

/** "a[b][0]" → ["a", "b", "0"]. */
function splitName(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) return null;
  const path = [match[1]!, ...[...match[2]!.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1]!)];
  return path.length <= MAX_DEPTH ? path : null;
}

function place(root: Branch, path: string[], value: string): boolean {
  let here = root;
  for (const [depth, part] of path.entries()) {
    const key = part === "" ? String(Object.keys(here).length) : part;
    if (depth === path.length - 1) {
      here[key] = value;
      return true;
    }
    const next = (here[key] ??= Object.create(null) as Branch);
    if (typeof next === "string") return false;
    here = next;
  }
  return false;
}

function settle(value: string | Branch): FormValue {
  if (typeof value === "string") return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key))) {
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => settle(value[key]!));
  }
  return Object.fromEntries(keys.map((key) => [key, settle(value[key]!)]));
}
