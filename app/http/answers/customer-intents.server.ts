import type { data } from "@remix-run/node";
import type { z } from "zod";
import type { Scope } from "../context.server";
import { parseForm, problem, readForm, type Problem } from "./forms.server";

/** Who asks, with what they sent. */
export interface Visit {
  scope: Scope;
  request: Request;
}
type Answer = Response | ReturnType<typeof data<unknown>>;

/** One thing that a customer can do on a page: who may, what its form has, and the one verb that does it. */
interface CustomerIntent<On, Schema extends z.ZodType> {
  /** What it is about, for whoever may; throws the answer for everybody else. */
  may: (visit: Visit) => On | Promise<On>;
  schema: Schema;
  run: (visit: Visit, on: On, value: z.output<Schema>, typed: Problem["values"]) => Promise<Answer> | Answer;
}

export type CustomerIntents = Readonly<Record<string, (visit: Visit, form: FormData) => Promise<Answer>>>;

/** A right, a schema and a verb as one line of a page's table: the right is asked for before the form is looked at. */
export function customerIntent<On, Schema extends z.ZodType>({
  may,
  schema,
  run,
}: CustomerIntent<On, Schema>): CustomerIntents[string] {
  return async (visit, form) => {
    const on = await may(visit);
    const parsed = parseForm(form, schema);
    return parsed.ok ? run(visit, on, parsed.value, parsed.values) : problem(parsed);
  };
}

/**
 * Answers a form of a customer's page by its table of intents (the button's `name="intent"`); one that is not in the
 * table, or none at all, is the page's `usual` one.
 */
export async function answerCustomer<Table extends CustomerIntents>(
  table: Table,
  usual: keyof Table & string,
  visit: Visit,
): Promise<Answer> {
  const form = await readForm(visit.request);
  const name = form.get("intent");
  const wanted = typeof name === "string" && Object.hasOwn(table, name) ? table[name] : table[usual];
  if (!wanted) throw new Error(`there is no intent ${usual}`);
  return wanted(visit, form);
}
