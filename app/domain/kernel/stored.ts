/**
 * JSON that stands in a column carries the version of its shape as `v`; a row without one is of version 1. The column
 * itself (db/schema) writes and reads by one of these, so that nothing else sees the text: what a later version of the
 * program changes about a shape is one more reader, in the word that owns it. Pure.
 */
export interface Stored<T> {
  write: (value: T) => string;
  /** Throws UnreadableStored for a version that is not known here, and for what is not this shape at all. */
  read: (text: string) => T;
}

export class UnreadableStored extends Error {
  override name = "UnreadableStored";
}

/**
 * `readers` are the versions in their order, from 1: each makes today's value of what it stored, and returns undefined
 * when that cannot be. The last one is written. They look at what is needed to tell the shape and leave the rest: a
 * booking's price is read wherever the booking is.
 */
export function stored<T extends object>(
  name: string,
  readers: readonly ((value: object) => T | undefined)[],
): Stored<T> {
  const version = readers.length;
  return {
    write: (value) => JSON.stringify({ v: version, ...value }),
    read(text) {
      const { v = 1, ...value } = asObject(JSON.parse(text));
      const reader = readers[Number(v) - 1];
      if (!reader) throw new UnreadableStored(`${name}: version ${String(v)} is not known here`);
      const read = reader(value);
      if (read === undefined) throw new UnreadableStored(`${name}: what is stored is none`);
      return read;
    },
  };
}

function asObject(json: unknown): { v?: unknown } {
  return typeof json === "object" && json !== null ? json : {};
}
