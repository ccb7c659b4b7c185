import { randomBytes } from "node:crypto";
import { keptFor, keptTexts } from "~/domain/kernel/kept";
import type { PartKeeper } from "./ui/kept-part";

/** Of each part; more than there are prices with each choice of a busy hour. */
const MOST_KEPT = 100;

/** Nobody can type it: it is another one in each process, and no page that was sent has it. */
const MARK = randomBytes(16).toString("hex");
/** React parts a mark from other text by a comment, which the part's own elements would not need. */
const MARKS = new RegExp(`(?:<!-- -->)?${MARK}([bek])(\\d+);(?:<!-- -->)?`, "g");
/** Stands for the nonce in what is kept. */
const NONCE = `${randomBytes(16).toString("hex")}n`;
const mark = (kind: "b" | "e" | "k", at: number) => `${MARK}${kind}${at};`;

/** By part, then by its props. */
const kept = new Map<unknown, Store>();
type Store = ReturnType<typeof keptTexts<string>>;

/**
 * For one render: `keeper` puts marks where a part is, around it when it has to be made; `finish` puts the kept markup
 * in their place and keeps what was made. The render takes the `nonce` that is given back, which is put right at last. React renders text by far faster than a part's elements (a sixth of the time
 * of the booking's first step).
 */
export function partsOfPage(nonce?: string): {
  keeper: PartKeeper;
  nonce: string | undefined;
  finish: (html: string) => string;
} {
  const found: string[] = [];
  const made: ((markup: string) => void)[] = [];

  return {
    nonce: nonce === undefined ? undefined : NONCE,
    keeper: {
      part(Part, props) {
        const store = storeOf(Part);
        const key = keyOf(props);
        const markup = store.get(key);
        if (markup !== undefined) return mark("k", found.push(markup) - 1);
        const at = made.push((text) => store.set(key, text)) - 1;
        return (
          <>
            {mark("b", at)}
            <Part {...props} />
            {mark("e", at)}
          </>
        );
      },
    },
    finish(html) {
      const whole = found.length + made.length === 0 ? html : withParts(html, found, made);
      return nonce === undefined ? whole : whole.replaceAll(NONCE, nonce);
    },
  };
}

function withParts(html: string, found: readonly string[], made: readonly ((markup: string) => void)[]): string {
  const begun: number[] = [];
  let text = "";
  let last = 0;
  for (const { index, 0: all, 1: kind, 2: number } of html.matchAll(MARKS)) {
    text += html.slice(last, index);
    last = index + all.length;
    const at = Number(number);
    if (kind === "k") text += found[at] ?? "";
    else if (kind === "b") begun[at] = text.length;
    else made[at]?.(text.slice(begun[at]));
  }
  return text + html.slice(last);
}

/**
 * Equal props have the same key. What is frozen, all of which then stays as it is, goes by which it is: the terms alone
 * are ten thousand letters.
 */
function keyOf(props: object): string {
  let key = "";
  for (const [name, value] of Object.entries(props) as [string, unknown][])
    key += `${name}:${typeof value === "object" && value !== null && Object.isFrozen(value) ? `#${numberOf(value)}` : JSON.stringify(value)},`;
  return key;
}

let lastNumber = 0;
const numberOf = keptFor((_: object) => ++lastNumber);

function storeOf(Part: unknown): Store {
  const store = kept.get(Part) ?? keptTexts<string>(MOST_KEPT);
  kept.set(Part, store);
  return store;
}
