/** One verb of TwiML, as it was written. Pure. */
export interface Verb {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Verb[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const plain = (text: string) =>
  text.replace(/&(#\d+|#x[\da-f]+|\w+);/gi, (entity, name: string) =>
    name.startsWith("#x")
      ? String.fromCodePoint(parseInt(name.slice(2), 16))
      : name.startsWith("#")
        ? String.fromCodePoint(Number(name.slice(1)))
        : (ENTITIES[name] ?? entity),
  );

/** The verbs of a response, in their order. Throws for what is no TwiML: the network then says "application error". */
export function readTwiml(xml: string): Verb[] {
  const root: Verb = { name: "", attributes: {}, children: [], text: "" };
  const open: Verb[] = [root];
  for (const [, closing, name, inner = "", alone, text] of xml.matchAll(
    /<(?:\?[^>]*\?|!--[\s\S]*?--|(\/)?([A-Za-z][\w-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/)?)>|([^<]+)/g,
  )) {
    const top = open.at(-1);
    if (!top) throw new Error("TwiML closes more than it opens");
    if (text !== undefined) top.text += plain(text);
    else if (closing) {
      if (top.name !== name) throw new Error(`TwiML closes ${name} inside ${top.name}`);
      open.pop();
    } else if (name) {
      const verb: Verb = { name, attributes: attributesOf(inner), children: [], text: "" };
      top.children.push(verb);
      if (!alone) open.push(verb);
    }
  }
  const [response] = root.children;
  if (open.length !== 1 || response?.name !== "Response") throw new Error("no TwiML response");
  return response.children;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = "", double, single]) => [
      name,
      plain(double ?? single ?? ""),
    ]),
  );
}
