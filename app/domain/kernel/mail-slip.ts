import { spellingDistance } from "./spelling";
import { tidyEmail } from "./typed";

/** Mailboxes that most people have, by what stands before the dot and after it. */
const PROVIDERS: readonly (readonly [label: string, end: string])[] = [
  ["gmail", "com"],
  ["yahoo", "com"],
  ["hotmail", "com"],
  ["outlook", "com"],
  ["icloud", "com"],
  ["comcast", "net"],
  ["verizon", "net"],
  ["bellsouth", "net"],
  ["earthlink", "net"],
];
/** Close to one of them, and meant. */
const OTHERS: ReadonlySet<string> = new Set(["mail", "email", "ymail", "cloud"]);
/** No country's and nobody's: whatever stands before, ".com" was meant. */
const NEVER_AN_END: ReadonlySet<string> = new Set(["con", "cmo", "ocm", "comm", "coom", "vom", "xom", "cpm"]);
/** Ends of countries: a slip only where the provider has no mailbox there. */
const SLIPS_OF_COM: ReadonlySet<string> = new Set([...NEVER_AN_END, "co", "cm", "om"]);
const LONG_LABEL = 7;

/**
 * The address that was probably meant by one that was typed or heard wrong: "ann@gmial.com", "bo@yahoo.con". Null where it
 * may well be as it is, and for what is no address. A guess: it is asked about, and nothing is refused for it.
 */
export function likelyMeant(typed: string): string | null {
  const email = tidyEmail(typed);
  const [, name, label, end] = /^(.+)@([a-z0-9-]+)\.([a-z.]+)$/.exec(email ?? "") ?? [];
  if (!name || !label || !end) return null;
  for (const [known, ending] of PROVIDERS) {
    const isEnd = end === ending || (ending === "com" ? SLIPS_OF_COM : NEVER_AN_END).has(end);
    if (isEnd && isNearly(label, known)) return label === known && end === ending ? null : `${name}@${known}.${ending}`;
  }
  return NEVER_AN_END.has(end) ? `${name}@${label}.com` : null;
}

/**
 * The address to ask about before something is saved or sent: what was probably meant by the one that was typed. Null where
 * there is nothing to ask, or where the answer to this very address was that it is right.
 */
export function meantInstead(typed: string, { unsure, asTyped }: { unsure: string; asTyped: boolean }): string | null {
  return asTyped && unsure === typed ? null : likelyMeant(typed);
}

function isNearly(label: string, known: string): boolean {
  if (label === known) return true;
  if (OTHERS.has(label)) return false;
  return spellingDistance(label, known) <= (known.length >= LONG_LABEL ? 2 : 1);
}
