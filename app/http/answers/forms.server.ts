import { data } from "@remix-run/node";
import type { z } from "zod";
import { LIMITS } from "~/domain/booking/draft/fields";
import type { SetupLook } from "~/domain/setup/preview.server";
import { SETTING_TEXTS } from "~/domain/settings/schema";
import { checkSent, type Sent } from "~/domain/kernel/sent";
import { MOST_FIELDS, MOST_VALUES } from "../limits/body.server";

/** Why a form was not accepted: shown in the summary and beside each field, with everything typed kept. */
export interface Problem {
  ok: false;
  /** Field name → what to do about it. "" is about the form as a whole. */
  fields: Record<string, string>;
  values: Record<string, string | string[]>;
  /** Where to ask for a call-back when this cannot be booked online. */
  callBack?: string;
  /** Nothing is wrong: what the form would do, asked for before it is sent in earnest. */
  look?: SetupLook;
  /** What somebody else wrote into fields meanwhile, in words: whose value stays is chosen for each. */
  whose?: {
    name: string;
    legend: string;
    fallback: string;
    choices: { value: string; label: string; text: string }[];
  }[];
  /** The summary's heading where the specification has one for this refusal. */
  title?: string;
}

export type ParsedForm<T> = { ok: true; value: T; values: Problem["values"] } | Problem;

/** Whoever pastes half a file into a field of sentences does not type it again. */
const HALF_A_FILE = 20_000;
/**
 * The longest fields, in characters; no other is longer than an email address. What is refused is shown again so far.
 */
const LONG_FIELDS: Record<string, number> = {
  specialInstructions: HALF_A_FILE,
  message: HALF_A_FILE,
  note: HALF_A_FILE,
  zips: HALF_A_FILE,
  ...SETTING_TEXTS,
  // What a form of the settings was made of.
  seen: HALF_A_FILE,
};
const OTHER_FIELDS = LIMITS.email;
/** Enough to see what is wrong with it. */
const A_LITTLE = 100;
/** Drawn or typed anew each time: no page shows it again, and none keeps it. */
const NEVER_SHOWN = /^(?:signatureImage|code|\w{0,40}password)$/i;
const LONGEST_NAME = 60;

/**
 * Fields of a form or an address as sent; a repeated name becomes a list. Files are ignored, and names that are none of
 * ours by their length.
 */
export function sentValues(form: Iterable<[string, FormDataEntryValue]>): Problem["values"] {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of form) {
    if (typeof value !== "string" || name.length > LONGEST_NAME) continue;
    const before = values.get(name);
    if (Array.isArray(before)) before.push(value);
    else values.set(name, before === undefined ? value : [before, value]);
  }
  return Object.fromEntries(values);
}

/** The same as it may be shown again. */
export function typedValues(form: FormData): Problem["values"] {
  return shownAgain(sentValues(form));
}

/** What was sent as a page may show it again: each value at most a little longer than its field takes. */
export function shownAgain(sent: Sent): Problem["values"] {
  const cut = (name: string, value: string) =>
    value.replace(/\r\n/g, "\n").slice(0, (LONG_FIELDS[name] ?? OTHER_FIELDS) + A_LITTLE);
  return Object.fromEntries(
    Object.entries(sent)
      .filter(([name]) => !NEVER_SHOWN.test(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map((one) => cut(name, one)) : cut(name, value)]),
  );
}

/**
 * The body of a request as a form; one that is no form counts as an empty one. The front has counted its fields and
 * bytes, by what it said it was; here they are counted as they were read. Throws 413 when there are more than any of
 * our forms has, or a name is sent more often.
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => new FormData());
  const times = new Map<string, number>();
  let fields = 0;
  for (const name of form.keys()) {
    if (++fields > MOST_FIELDS) throw new Response(null, { status: 413 });
    const count = (times.get(name) ?? 0) + 1;
    if (count > MOST_VALUES) throw new Response(null, { status: 413 });
    times.set(name, count);
  }
  return form;
}

/** Checks a form against a schema. Never throws for bad input. */
export function parseForm<S extends z.ZodType>(form: FormData, schema: S): ParsedForm<z.output<S>> {
  return parseSent(sentValues(form), schema);
}

/** The same of a form that was read already. */
export function parseSent<S extends z.ZodType>(sent: Sent, schema: S): ParsedForm<z.output<S>> {
  return { ...checkSent(sent, schema), values: shownAgain(sent) };
}

/** A refusal made by the server's own checks, in the same shape. */
export function refuse(values: Problem["values"], fields: Record<string, string>): Problem {
  return { ok: false, fields, values };
}

/** What is wrong in the order of the page's fields, in which it is put right; `line` stands for "line-1-size" too. */
export function inOrder(fields: Problem["fields"], order: readonly string[]): Problem["fields"] {
  const place = (name: string) => {
    const at = order.findIndex((one) => name === one || name.startsWith(`${one}-`));
    return at < 0 ? order.length : at;
  };
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => place(one) - place(other)));
}

/**
 * The same problem, only of fields in which something was typed or chosen: nothing is missing before the form is
 * finished.
 */
export function aboutTyped({ fields, ...refused }: Problem): Problem {
  return {
    ...refused,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => (refused.values[name] ?? "") !== "")),
  };
}

/** 400 with the problem as action data; the page shows it whether or not scripts run. */
export function problem(refused: Problem, status = 400) {
  return data(refused, { status, headers: { "Cache-Control": "no-store" } });
}
