/**
 * The words by which a customer steers our texts (domain.md, 4.29): the phone networks' own lists, and those that the law
 * names (47 CFR 64.1200(a)(10): stop, quit, end, revoke, opt out, cancel, unsubscribe). Pure. Only a text that consists of
 * such a word is one, or that asks in no other words for an end of the texts, as the law has it too ("any reasonable
 * means"): "Please stop by at noon" is for a person.
 */
export type TextWord = "stop" | "start" | "yes" | "help";

const WORDS: Readonly<Record<string, TextWord>> = {
  STOP: "stop",
  STOPALL: "stop",
  UNSUBSCRIBE: "stop",
  CANCEL: "stop",
  END: "stop",
  QUIT: "stop",
  REVOKE: "stop",
  OPTOUT: "stop",
  START: "start",
  UNSTOP: "start",
  // Only of who has stopped them; else it answers something that we asked.
  YES: "yes",
  HELP: "help",
  INFO: "help",
};

/** What may stand beside "stop" and "unsubscribe": nothing of it can mean a truck or a booking. */
const TO_STOP = new Set(["STOP", "UNSUBSCRIBE"]);
const ABOUT_TEXTS = new Set(
  "PLEASE PLS KINDLY ALL THE THESE THIS YOUR ME SENDING TEXTING MESSAGING TEXT TEXTS MESSAGE MESSAGES SMS FROM".split(
    " ",
  ),
);

/** Nothing of these is longer with its quotes and signs: the pattern never sees more. */
const LONGEST = 40;

/** What stands between the letters of such a word in the ways that people and phones write it. */
const BESIDE = /[\s\p{P}\p{S}\p{Cf}\p{M}]+/gu;

/** "stop", " Stop. ", "‘STOP’", "S.T.O.P", "Opt-out" and "ＳＴＯＰ" are one word; null for what a person has to read. */
export function readTextWord(body: string): TextWord | null {
  const word = lettersOf(body);
  if (word === null) return null;
  if (Object.hasOwn(WORDS, word)) return WORDS[word] ?? null;
  const said = wordsOf(body);
  const isOnlyThat = said.every((one) => TO_STOP.has(one) || ABOUT_TEXTS.has(one));
  return isOnlyThat && said.some((one) => TO_STOP.has(one)) ? "stop" : null;
}

/** Of the words that stop our texts the one that may mean the booking: "CANCEL", however it is written. */
export const saysCancel = (body: string): boolean => lettersOf(body) === "CANCEL";

/** Null: too long for such a word. */
const lettersOf = (body: string): string | null => (body.trim().length > LONGEST ? null : wordsOf(body).join(""));

const wordsOf = (body: string): string[] =>
  body
    .trim()
    .normalize("NFKC")
    .toUpperCase()
    .split(BESIDE)
    .filter((one) => one !== "");
