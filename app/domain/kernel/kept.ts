/** What was made before, by a text; at most `most` of them, the oldest goes first. */
export function keptTexts<Made>(most: number): {
  get(key: string): Made | undefined;
  set(key: string, made: Made): void;
} {
  const kept = new Map<string, Made>();
  return {
    get: (key) => kept.get(key),
    set(key, made) {
      if (kept.size >= most) kept.delete(kept.keys().next().value ?? "");
      kept.set(key, made);
    },
  };
}
