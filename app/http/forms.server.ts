import { data } from "@remix-run/node";
import type { z } from "zod";

/** Why a form was not accepted: shown in the summary and beside each field, with everything typed kept. */
export interface Problem {
  ok: false;
  /** Field name → what to do about it. "" is about the form as a whole. */
  fields: Record<string, string>;
  values: Record<string, string | string[]>;
  /** Where to ask for a call-back when this cannot be booked online. */
  callBack?: string;
  /** The summary's heading where the specification has one for this refusal. */
  title?: string;
}

export type ParsedForm<T> = { ok: true; value: T; values: Problem["values"] } | Problem;

/** Only a drawn signature is longer; each field has its own, much lower limit besides. */
const MAX_VALUE = 20_000;
const MAX_PICTURE = 300_000;

/** Fields of the form as typed; a repeated name becomes a list. Files are ignored. */
export function typedValues(form: FormData): Problem["values"] {
  const values: Problem["values"] = {};
  for (const name of new Set(form.keys())) {
    const all = form.getAll(name).filter((value): value is string => typeof value === "string").map((value) => value.slice(0, name === "signatureImage" ? MAX_PICTURE : MAX_VALUE));
    if (all.length > 0) values[name] = all.length === 1 ? (all[0] as string) : all;
  }
  return values;
}

/** The body of a request as a form; one that is no form counts as an empty one. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    return new FormData();
  }
}

/** Checks a form against a schema. Never throws for bad input. */
export function parseForm<S extends z.ZodType>(form: FormData, schema: S): ParsedForm<z.output<S>> {
  const values = typedValues(form);
  const parsed = schema.safeParse(values);
  if (parsed.success) return { ok: true, value: parsed.data, values };
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0] ?? "");
    fields[name] ??= issue.message;
  }
  return { ok: false, fields, values };
}

/** A refusal made by the server's own checks, in the same shape. */
export function refuse(values: Problem["values"], fields: Record<string, string>): Problem {
  return { ok: false, fields, values };
}

/** The same problem, only of fields in which something was typed or chosen: nothing is missing before the form is finished. */
export function aboutTyped({ fields, ...refused }: Problem): Problem {
  return { ...refused, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => (refused.values[name] ?? "") !== "")) };
}

/** 400 with the problem as action data; the page shows it whether or not scripts run. */
export function problem(refused: Problem, status = 400) {
  return data(refused, { status, headers: { "Cache-Control": "no-store" } });
}
