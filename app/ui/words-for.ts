/** What a table says to a word of an address; undefined where it says nothing, whatever every object inherits. */
export function wordsFor<T>(table: Readonly<Record<string, T>>, key: string | null | undefined): T | undefined {
  return key !== null && key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
