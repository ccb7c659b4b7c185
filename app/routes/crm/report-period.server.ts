/** The time that a report's address asks for. An empty field is none. */
export function askedPeriod({ url }: Request): Record<"month" | "from" | "to", string | null> {
  const { searchParams } = new URL(url);
  const [month, from, to] = ["month", "from", "to"].map((name) => searchParams.get(name) || null);
  return { month: month ?? null, from: from ?? null, to: to ?? null };
}
