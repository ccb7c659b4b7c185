import { useNavigate, useSubmit } from "@remix-run/react";
import type { FormEvent, MouseEvent } from "react";

/**
 * For what holds many plain links: a click goes where it leads without loading a document, as with <Link>, whose fifty
 * components cost more than the rest of a list. What the browser does with a link otherwise (a new tab, a copy) it does.
 */
export function useFollow() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = linkPressed(event);
    // A file is kept or played, a number is called.
    if (!link || link.hasAttribute("download") || link.rel === "external" || link.origin !== location.origin) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
}

/** The same for what holds many plain forms: each is sent as <Form> sends one, to the page's own address. */
export function useSend() {
  const submit = useSubmit();
  return (event: FormEvent) => {
    const form = event.target as HTMLFormElement;
    // A search goes by itself, by its address; what was sent already is taken.
    if (event.defaultPrevented || form.method !== "post") return;
    event.preventDefault();
    submit(((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null) ?? form);
  };
}

/** The link that a click means to open here; null for a click that means something else, or that was taken already. */
export function linkPressed(event: globalThis.MouseEvent | MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return isPlain && !event.defaultPrevented ? (event.target as Element).closest<HTMLAnchorElement>("a[href]") : null;
}
