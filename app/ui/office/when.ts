/**
 * Instants in New York time for views. The server's kernel/time does more but brings Temporal with it, too heavy for a
 * browser. Node and browsers put different spaces before "AM": one plain space, so that both renders agree.
 */
const NEW_YORK = "America/New_York";

/** "Dec 1, 9:05 am"; with the year when asked. */
export function formatWhen(at: number, options: { year?: boolean } = {}): string {
  const date = new Date(at).toLocaleDateString("en-US", {
    timeZone: NEW_YORK,
    month: "short",
    day: "numeric",
    ...(options.year ? { year: "numeric" as const } : {}),
  });
  const time = new Date(at).toLocaleTimeString("en-US", { timeZone: NEW_YORK, hour: "numeric", minute: "2-digit" });
  return `${date}, ${time}`.replace(/\s/g, " ").replace(/ ([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}m`);
}

/** For the datetime attribute. */
export function isoOf(at: number): string {
  return new Date(at).toISOString();
}
