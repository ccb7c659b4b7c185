/** An answer to the phone network's call about a text: what to text back, or nothing. */
export function twiml(words: string | null): Response {
  const message = words === null ? "" : `<Message>${escaped(words)}</Message>`;
  return new Response(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`, {
    headers: { "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "no-store" },
  });
}

const ENTITIES: Record<string, string> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&apos;" };
const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => ENTITIES[sign] ?? sign);
