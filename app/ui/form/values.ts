import type { Problem } from "~/http/answers/forms.server";

export type Values = Problem["values"];
/** Field → what its reader should know of the value that it shows: not as it was asked for, and why. */
export type Notes = Partial<Record<string, string>>;

/** What every form part takes: the refusal of the last try, and what to show when there was none. */
export interface Answers {
  problem?: Problem | null;
  values?: Values;
  /** About `values`: once a try was refused, its problems take their place. */
  notes?: Notes;
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

export function noteOf(name: string, { problem, notes }: Answers): string | undefined {
  return problem ? undefined : notes?.[name];
}

/** The ids of hint, error and note, for aria-describedby; undefined when there is none. */
export function describedBy(id: string, hint: unknown, error: unknown, note?: unknown): string | undefined {
  return (
    [hint ? `${id}-hint` : "", error ? `${id}-error` : "", note ? `${id}-note` : ""].filter(Boolean).join(" ") ||
    undefined
  );
}
