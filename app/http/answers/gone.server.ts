import { data } from "@remix-run/node";
import { typedValues } from "./forms.server";

/** What a page needs that is gone: why, and what was typed into its form, so that nobody types it again. */
export interface Gone {
  gone: string;
  typed: string[];
  /** What the page is called, where a number of an error says nothing. */
  heading?: string;
  /** Where to go on, if not to the overview. */
  back?: { label: string; to: string };
}

/** Made by the pages themselves, or chosen and not typed. */
const NOT_TYPED = /^(?:intent|seen|version|\w*[iI]d)$/;

/** What a form is about. Where `find` throws 404, the record is gone meanwhile: thrown instead with what was typed. */
export async function findOrGone<On>(find: () => On, form: FormData): Promise<On> {
  try {
    return find();
  } catch (thrown) {
    throw await withTyped(thrown, form);
  }
}

async function withTyped(thrown: unknown, form: FormData): Promise<unknown> {
  if (!(thrown instanceof Response) || thrown.status !== 404) return thrown;
  const typed = Object.entries(typedValues(form)).flatMap(([name, value]) =>
    NOT_TYPED.test(name) ? [] : [value].flat(),
  );
  const gone: Gone = { gone: await thrown.text(), typed: typed.filter((text) => text.trim() !== "") };
  return data(gone, { status: 404, headers: { "Cache-Control": "no-store" } });
}
