/**
 * What is said beside a field with too much in it; `name` with its article or owner: "the reason", "your message". `has`:
 * how many characters there are, which nobody counts in a long text.
 */
export function tooLong(name: string, most: number, has?: number): string {
  const words = `Shorten ${name} to ${most.toLocaleString("en-US")} characters or fewer`;
  return has === undefined ? `${words}.` : `${words}: there are ${has.toLocaleString("en-US")}.`;
}
