/**
 * The words by which a customer steers our texts (domain.md, 4.29); the phone networks' own lists. Pure. Only a text that
 * consists of such a word is one: "Please stop by at noon" is for a person.
 */
export type TextWord = "stop" | "start" | "yes" | "help";

const WORDS: Readonly<Record<string, TextWord>> = {
  STOP: "stop",
  STOPALL: "stop",
  UNSUBSCRIBE: "stop",
  CANCEL: "stop",
  END: "stop",
  QUIT: "stop",
  START: "start",
  UNSTOP: "start",
  // Only of who has stopped them; else it answers something that we asked.
  YES: "yes",
  HELP: "help",
};

/** No word is longer with its quotes and signs: the pattern never sees more. */
const LONGEST = 30;

/** "stop", " Stop. " and "STOP!" are one word; null for what a person has to read. */
export function readTextWord(body: string): TextWord | null {
  const text = body.trim();
  if (text.length > LONGEST) return null;
  const word = text.replace(/^["'“”]|["'“”.!]+$/g, "");
  return Object.hasOwn(WORDS, word.toUpperCase()) ? (WORDS[word.toUpperCase()] ?? null) : null;
}
