/** Addresses in a message, in order and once each: those of the text, then those of the HTML. For people and tests. */
export function linksIn({ text, html }: { text: string; html: string }): string[] {
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map(([url]) => url.replace(/[.,;:!?)\]]+$/, ""));
  const inHtml = [...html.matchAll(/\bhref="(https?:[^"]+)"/g)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
  return [...new Set([...inText, ...inHtml])];
}
