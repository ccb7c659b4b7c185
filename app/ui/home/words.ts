/** Lists, days and places as people say them. Pure. */
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** "a", "a and b", "a, b and c". */
export function inWords(parts: readonly (string | number)[], last = "and"): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`;
}

/** "Monday to Saturday", "Tuesday, Thursday and Friday" from numbers (0 = Sunday), starting the week on Monday. */
export function daysInWords(weekdays: readonly number[]): string {
  const sorted = [...new Set(weekdays)].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  const names = sorted.map((number) => WEEKDAYS[number] ?? "");
  const unbroken = sorted.every((number, i) => i === 0 || (number + 6) % 7 === (((sorted[i - 1] ?? 0) + 6) % 7) + 1);
  return names.length > 2 && unbroken ? `${names[0]} to ${names.at(-1)}` : inWords(names);
}

/** "Orange County", "Orange, Osceola and Seminole counties"; "Central Florida" while no area is active. */
export function countiesInWords(counties: readonly string[]): string {
  if (counties.length === 0) return "Central Florida";
  return counties.length === 1 ? `${counties[0]} County` : `${inWords(counties)} counties`;
}

/** For the middle of a sentence: "Garage cleanout" → "garage cleanout". */
export function midSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
