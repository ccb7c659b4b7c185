import type { Problem } from "~/http/forms.server";

export type Values = Problem["values"];

/** What every form part takes: the refusal of the last try, and what to show when there was none. */
export interface Answers {
  problem?: Problem | null;
  values?: Values;
}

/** The single value to show: what was typed in the refused try, else the given one. */
export function valueOf(name: string, { problem, values }: Answers): string {
  const found = (problem ? problem.values : values)?.[name];
  return (Array.isArray(found) ? found[0] : found) ?? "";
}

/** All values of a repeated name. */
export function listOf(name: string, { problem, values }: Answers): string[] {
  const found = (problem ? problem.values : values)?.[name];
  return found === undefined ? [] : Array.isArray(found) ? found : [found];
}

export function errorOf(name: string, { problem }: Answers): string | undefined {
  return problem?.fields[name];
}

/** The ids of hint and error, for aria-describedby; undefined when there is neither. */
export function describedBy(id: string, hint: unknown, error: unknown): string | undefined {
  return [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
}
