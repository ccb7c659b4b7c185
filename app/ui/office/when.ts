export { formatWhen } from "~/domain/kernel/moments";

/** For the datetime attribute. */
export function isoOf(at: number): string {
  return new Date(at).toISOString();
}
