import { redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { forbidden, requireCrm, type SignedInStaff } from "../access/guards.server";
import type { Scope } from "../context.server";
import { findOrGone } from "./gone.server";
import { parseForm, problem, readForm, refuse, typedValues, type Problem } from "./forms.server";

/** What a verb of the office answers: done, and where to go on if not to the page itself; or why not, beside which field. */
export type Done = { ok: true; to?: string } | { ok: false; message: string; field?: string; status?: number };

/** The form again with these values: what is wrong with several fields, or what it would do (`look`, nothing wrong). */
export interface FormAgain {
  ok: false;
  fields: Problem["fields"];
  values?: Problem["values"];
  look?: Problem["look"];
  /** What the page shows besides of what was typed: the price of an order so far. */
  more?: object;
  status?: number;
}

/** One thing that can be done on a page: what its form has, who may, and the one verb that does it. */
export interface Intent<On, Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  may: "staff" | "admin";
  run(scope: Scope, deed: Deed<StaffActor>, on: On, value: z.output<Schema>): Promise<Done | FormAgain>;
}

/** An intent with its schema's type: `run` gets what `schema` gives. */
export function intent<On, Schema extends z.ZodType>(one: Intent<On, Schema>): Intent<On> {
  return one;
}

export type Intents<On> = Readonly<Record<string, Intent<On>>>;

/**
 * Answers a form of an office's page by its table of intents (the button's `name="intent"`): reads it, asks for the right,
 * calls the one verb. A refusal is the page's problem with everything typed, a success one redirect to `page`. Throws the
 * guard's answer for whoever may not; an intent that is not in the table is refused, or is for `others`: a page's own large
 * form, whose buttons mostly change what is typed.
 */
export async function answerIntent<On, Other = never>(
  table: Intents<On>,
  scope: Scope,
  request: Request,
  find: (person: SignedInStaff, form: FormData) => On,
  page: (on: On) => string,
  others?: (person: SignedInStaff, on: On, form: FormData) => Promise<Other>,
) {
  const person = await requireCrm(scope, request);
  const form = await readForm(request);
  const name = form.get("intent");
  const wanted = typeof name === "string" && Object.hasOwn(table, name) ? table[name] : undefined;
  if (!wanted && others) return others(person, find(person, form), form);
  if (!wanted) return problem(refuse(typedValues(form), { "": "Choose what to do." }));
  if (wanted.may === "admin" && !person.standing.isAdmin) throw forbidden(scope);
  const on = await findOrGone(() => find(person, form), form);
  const parsed = parseForm(form, wanted.schema);
  if (!parsed.ok) return problem(parsed);
  const done = await wanted.run(scope, scope.deed(person.actor), on, parsed.value);
  if (!done.ok && "fields" in done) {
    const { fields, values = parsed.values, look, more, status } = done;
    return problem(
      { ...refuse({ intent: name as string, ...values }, fields), ...(look && { look }), ...more },
      status,
    );
  }
  if (!done.ok) return problem(refuse(parsed.values, { [done.field ?? ""]: done.message }), done.status);
  return redirect(done.to ?? page(on));
}
