import { halvesOf } from "../booking/office/search-words";

/** Words of names, as the office's searches compare them where no index does. Pure. */

/** As the index compares: without accents, in either case of letters. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** A word that was typed as it is compared with names: apostrophes and hyphens do not matter. */
export const plainWord = (word: string): string => plain(halvesOf(word).join(""));

/** The words of a name, of "O'Neil" also the whole without its sign. */
export const namePartsOf = (names: string): string[] =>
  plain(names)
    .split(/\s+/)
    .flatMap((word) => {
      const parts = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
      return parts.length > 1 ? [...parts, parts.join("")] : parts;
    });

/** Whether each of the words that were typed is the beginning of one of the parts. */
export const beginEach = (words: readonly string[], parts: readonly string[]): boolean =>
  words.every((word) => parts.some((part) => part.startsWith(plainWord(word))));
