/**
 * What an object looks like, as far as it is packed: its keys in order, one shape for all of a list, `true` for a
 * value.
 */
export type Shape<T> = T extends readonly (infer Item)[]
  ? Item extends object
    ? readonly [Shape<Item>]
    : true
  : T extends object
    ? { readonly [Key in keyof T]-?: Shape<T[Key]> }
    : true;

type AnyShape = true | readonly [AnyShape] | { readonly [key: string]: AnyShape };

/**
 * The values alone, as one text: Remix would send every key and place of an object with each page (643 bytes of it).
 */
export function pack<T>(value: T, shape: Shape<NoInfer<T>>): string {
  return JSON.stringify(strip(value, shape));
}

/** The object again, from what `pack` made of it with the same shape. */
export function unpack<T>(text: string, shape: Shape<T>): T {
  return dress(JSON.parse(text), shape) as T;
}

function strip(value: unknown, shape: AnyShape): unknown {
  if (shape === true) return value;
  if (isList(shape)) return (value as unknown[]).map((item) => strip(item, shape[0]));
  return Object.entries(shape).map(([key, inner]) => strip((value as Record<string, unknown>)[key], inner));
}

function dress(values: unknown, shape: AnyShape): unknown {
  if (shape === true) return values;
  if (isList(shape)) return (values as unknown[]).map((item) => dress(item, shape[0]));
  return Object.fromEntries(
    Object.entries(shape).map(([key, inner], i) => [key, dress((values as unknown[])[i], inner)]),
  );
}

const isList = (shape: AnyShape): shape is readonly [AnyShape] => Array.isArray(shape);
