/** Remix's and its router's own words, and what they say to programmers. */
const FRAMEWORK =
  /Unexpected Server Error|Application Error|You made a [A-Z]+ request|did not provide|Method Not Allowed|routes\/|Remix|Error: |\n\s+at |\.server\.ts/;

/** What of an answer is not in our own words; null when all of it is. Scripts and styles are not read. */
export function foreignWords(body: string): string | null {
  return FRAMEWORK.exec(body.replace(/<(script|style)\b[^]*?<\/\1>/g, ""))?.[0] ?? null;
}

/** Words of a page as people read them. */
export function wordsOn(body: string): string {
  return body
    .replace(/<(script|style|template|head)\b[^]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
