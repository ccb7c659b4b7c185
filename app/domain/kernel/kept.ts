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

/**
 * Makes once what is made of something frozen, all of which then stays as it is, and forgets it together with that. Made
 * anew each time of what can still change.
 */
export function keptFor<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const kept = new WeakMap<Of, { made: Made }>();
  return (of) => {
    const known = kept.get(of);
    if (known) return known.made;
    const made = make(of);
    if (Object.isFrozen(of)) kept.set(of, { made });
    return made;
  };
}
