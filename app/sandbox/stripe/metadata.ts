/** Metadata as Stripe keeps it: everything is text, an empty value removes the key. */
export function toMetadata(
  given: { [name: string]: string | number | null } | "" | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given || {})
      .filter(([, value]) => value !== null && value !== "")
      .map(([key, value]) => [key, String(value)]),
  );
}
