import type { z } from "zod";

/** The fields of a form as they were sent: a text, or a list of texts for a name that came more than once. Pure. */
export type Sent = Readonly<Record<string, string | string[]>>;

/** What was sent by this name, the first where it came more than once; "" for nothing. */
export function sentText(sent: Sent, name: string): string {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** Everything that was sent by this name. */
export function sentTexts(sent: Sent, name: string): string[] {
  return Object.hasOwn(sent, name) ? [sent[name] ?? []].flat() : [];
}

/** Why a form is refused: field → what to do about it; "" is about the form as a whole. */
export type Fields = Record<string, string>;

/**
 * Where a schema has no words of its own for what is wrong: nobody types that into a form of ours, but whoever reads the
 * answer reads us and not our library ("Invalid input: expected number, received NaN").
 */
export const WITHOUT_WORDS = { error: () => "Please check this, and choose or enter it again." };

/** Checks what was sent against a schema; of each field the first thing that is wrong. Never throws for bad input. */
export function checkSent<S extends z.ZodType>(
  sent: Sent,
  schema: S,
): { ok: true; value: z.output<S> } | { ok: false; fields: Fields } {
  const parsed = schema.safeParse(sent, WITHOUT_WORDS);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields: Fields = {};
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0] ?? "");
    fields[name] ??= issue.message;
  }
  return { ok: false, fields };
}
