import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect } from "react";
import { isChanged, isTicked, type TypedField } from "./tabs";

/** What was typed and not sent, by the entry of the history and the field; in this tab's memory only. */
const typed = new Map<string, Map<string, string>>();
const MOST_PAGES = 20;
const FORMS = 'main form[method="post"]';

/**
 * Going back to a page finds what was half typed there, as a browser does by itself where it loads documents: React makes
 * its forms anew. What was sent is not typed again, and passwords are never kept.
 */
export function useTypedAgain(): void {
  const { key } = useLocation();
  const how: string = useNavigationType();
  const isBack = how === "POP";
  useEffect(() => {
    if (isBack) typeAgain(typed.get(key));
    keepWhatIsThere(key);
    const keep = ({ target }: Event) => {
      const form = (target as Element).closest?.<HTMLFormElement>(FORMS);
      if (form) remember(key, form);
    };
    const forget = ({ target }: Event) => {
      for (const [name] of fieldsOf(target as HTMLFormElement)) typed.get(key)?.delete(name);
    };
    document.addEventListener("input", keep, true);
    document.addEventListener("submit", forget, true);
    return () => {
      document.removeEventListener("input", keep, true);
      document.removeEventListener("submit", forget, true);
    };
  }, [key, isBack]);
}

function remember(key: string, form: HTMLFormElement): void {
  const page = typed.get(key) ?? new Map<string, string>();
  // The newest last, so that the oldest goes first.
  typed.delete(key);
  typed.set(key, page);
  for (const [name, field] of fieldsOf(form)) page.set(name, valueOf(field));
  const [oldest] = typed.keys();
  if (typed.size > MOST_PAGES && oldest !== undefined) typed.delete(oldest);
}

/** What was typed before the scripts came, or put back by the browser itself. */
function keepWhatIsThere(key: string): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(FORMS))
    if (fieldsOf(form).some(([, field]) => isChanged(field))) remember(key, form);
}

function typeAgain(page: ReadonlyMap<string, string> | undefined): void {
  if (!page) return;
  for (const form of document.querySelectorAll<HTMLFormElement>(FORMS))
    for (const [name, field] of fieldsOf(form)) {
      const value = page.get(name);
      // What is newer than what was kept stays.
      if (value === undefined || value === valueOf(field) || isChanged(field)) continue;
      if (isTicked(field)) field.checked = value !== "";
      else field.value = value;
      for (let at = field.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
}

/** The fields that somebody fills in, each by its place on the page: names come again in other forms. */
function fieldsOf(form: HTMLFormElement): [name: string, field: TypedField][] {
  const place = [...document.querySelectorAll(FORMS)].indexOf(form);
  const fields = form.querySelectorAll<TypedField>(
    "input:not([type=hidden], [type=password], [type=file]), textarea, select",
  );
  return [...fields].map((field, i) => [`${place} ${i} ${field.name}`, field]);
}

const valueOf = (field: TypedField) => (isTicked(field) && !field.checked ? "" : field.value);
