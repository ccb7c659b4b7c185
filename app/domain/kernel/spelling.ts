/** The longest word that is compared: the cost grows with the product of both lengths. */
const LONGEST = 24;

/**
 * How many slips lie between two words: a letter that is missing, too many or another, or two neighbours that changed
 * places, which counts once. Infinity for words of more than 24 letters. Case and accents count: take them away before.
 */
export function spellingDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  if (a.length > LONGEST || b.length > LONGEST) return Infinity;
  // Row by row of the table in which every cell is the distance of two beginnings; a swap looks two rows back.
  let twoBack: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, facing] of b.entries()) {
      const replaced = (before[j] ?? 0) + (letter === facing ? 0 : 1);
      const isSwap = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === facing;
      row.push(
        Math.min(replaced, (before[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, isSwap ? (twoBack[j - 1] ?? 0) + 1 : Infinity),
      );
    }
    [twoBack, before] = [before, row];
  }
  return before[b.length] ?? 0;
}

/** From so many letters on, two slips are taken for a slip of the pen. */
const LONG_WORD = 7;

/** Whether a word may be a misspelling of another. */
export function isNearSpelling(typed: string, meant: string): boolean {
  const most = [...typed].length >= LONG_WORD ? 2 : 1;
  // Cheap, and true of nearly every pair.
  if (Math.abs(typed.length - meant.length) > 2 * most) return false;
  return spellingDistance(typed, meant) <= most;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** Every word that lies one slip away in the letters a to z: some fifty for each letter of it. */
export function oneSlipAway(word: string): string[] {
  const all = [...word].flatMap((_, i) => {
    const [before, letter, next, after] = [word.slice(0, i), word.charAt(i), word.charAt(i + 1), word.slice(i + 2)];
    return [
      before + next + after,
      before + next + letter + after,
      ...LETTERS.flatMap((other) => [before + other + next + after, before + other + letter + next + after]),
    ];
  });
  const slips = new Set([...all, ...LETTERS.map((letter) => word + letter)]);
  slips.delete(word);
  return [...slips];
}
