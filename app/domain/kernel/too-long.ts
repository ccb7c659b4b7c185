/** What is said beside a field with too much in it; `name` with its article or owner: "the reason", "your message". */
export function tooLong(name: string, most: number): string {
  return `Shorten ${name} to ${most.toLocaleString("en-US")} characters or fewer.`;
}
