/** A minute of the New York day as people say it: "6:00 am". */
export function formatMinute(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

/** "6:00 am to 2:30 pm", "from 6:00 am", "until 2:30 pm"; nothing where neither differs. */
export function hoursWords({ begins, ends }: { begins: number | null; ends: number | null }): string {
  if (begins !== null && ends !== null) return `${formatMinute(begins)} to ${formatMinute(ends)}`;
  if (begins !== null) return `from ${formatMinute(begins)}`;
  return ends === null ? "" : `until ${formatMinute(ends)}`;
}
