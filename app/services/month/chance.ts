/**
 * Chance that can be had again: the same seed and the same words give the same number, in whatever order they are asked.
 * Pure.
 */
export interface Chance {
  /** From 0 to below 1. */
  of(...words: readonly (string | number)[]): number;
  /** One of a list that is not empty. Throws for an empty one. */
  pick<T>(list: readonly T[], ...words: readonly (string | number)[]): T;
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number, ...words: readonly (string | number)[]): number;
}

export function chanceOf(seed: number): Chance {
  const of = (...words: readonly (string | number)[]) => spread(`${seed}|${words.join("|")}`) / 2 ** 32;
  return {
    of,
    pick(list, ...words) {
      const found = list[Math.floor(of(...words) * list.length)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    },
    whole: (least, most, ...words) => least + Math.floor(of(...words) * (most - least + 1)),
  };
}

/** FNV-1a, and what MurmurHash3 does last: words that differ in one letter lie far apart. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
