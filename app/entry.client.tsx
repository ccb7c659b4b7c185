import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useEffect, useLayoutEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { dataDecoded } from "./remix/decoded";
import { withoutError } from "./ui/form/error-title";
import { refuseUnanswered } from "./ui/form/unanswered";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const listControls = () => [
  ...document.querySelectorAll<Control>("input:not([type=hidden]):not([type=file]),textarea,select"),
];

const isTick = (field: Control): field is HTMLInputElement => /^(?:checkbox|radio)$/.test(field.type);

function readFields() {
  return listControls().map((field) => ({
    value: field.value,
    // Of what has no tick nobody asks.
    checked: (field as HTMLInputElement).checked,
    edited: isEdited(field),
    field,
    focused: isAt(field),
  }));
}

const isAt = (field: Control | undefined) => field === document.activeElement;

function isEdited(field: Control): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((o) => o.selected !== o.defaultSelected);
  return isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Going back the browser puts back what was typed, as late as the page is shown, and closes what it stood in. */
function showEdited(): void {
  for (const field of listControls())
    for (let at = isEdited(field) && field.closest("details"); at; at = at.parentElement?.closest("details") ?? null) {
      if (at.open) continue;
      at.open = true;
      // As if it had been typed now: whoever follows what is typed has not heard of it.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
}

/**
 * What people typed, opened and focused before hydration survives it, also when an extension or a translation
 * changed the document and React renders everything anew (error 418). Typing goes on while React works.
 */
function snapshot(): () => void {
  let fields = readFields();
  const typing = () => (fields = readFields());
  const moving = ({ target }: FocusEvent) => {
    // Only people's own moves: a script's (the error summary's) goes to what the keyboard cannot reach.
    if (target instanceof HTMLElement && target.tabIndex < 0) return;
    const now = listControls();
    fields = fields.map((was, index) => ({ ...was, focused: isAt(now[index]) }));
  };
  // Marked whole: what is typed next is to take all of its place, also when newer data take it first.
  const marked = fields.find(({ field, focused, value }) => {
    const { selectionStart, selectionEnd } = field as HTMLInputElement;
    // A field for a number tells of no marks, and Firefox has none of a field's for the page's.
    return (
      focused && value && ((!selectionStart && selectionEnd === value.length) || getSelection()?.toString() === value)
    );
  });
  document.addEventListener("input", typing, true);
  document.addEventListener("focusin", moving, true);
  const opened = [...document.querySelectorAll("details")].map((element) => element.open);

  return () => {
    document.removeEventListener("input", typing, true);
    document.removeEventListener("focusin", moving, true);
    const now = listControls();
    fields.forEach((was, index) => {
      const field = now[index];
      if (field?.name !== was.field.name || field.type !== was.field.type) return;
      if (was.edited && isTick(field)) field.checked = was.checked;
      else if (was.edited && field.value !== was.value) field.value = was.value;
      if (was === marked && field.value !== was.value) (field as HTMLInputElement).select();
      if (!was.focused || isAt(field)) return;
      field.focus({ preventScroll: true });
      // What was marked stays marked; a field that React made anew knows nothing of it. A number or an address has no marks.
      const { selectionStart: start, selectionEnd } = was.field as HTMLInputElement;
      if (field !== was.field && start != null) (field as HTMLInputElement).setSelectionRange(start, selectionEnd);
    });
    document.querySelectorAll("details").forEach((element, index) => {
      element.open = opened[index] ?? element.open;
    });
    showEdited();
  };
}

function PutBack({ restore, children }: { restore: () => void; children: ReactNode }) {
  // A document that React rendered anew has lost what the boot script had put into it: theme, status line.
  useLayoutEffect(() => void dispatchEvent(new Event("frame")), []);
  useEffect(() => {
    restore();
    document.documentElement.dataset.hydrated = "yes";
  }, [restore]);
  return children;
}

refuseUnanswered();
// It puts back in a task of its own: on a busy phone after React has been, and even after this.
const LATE_MS = 1_000;
addEventListener("pageshow", () => [0, LATE_MS].forEach((ms) => setTimeout(showEdited, ms)), { once: true });
// React is to find the title that the routes give; the error summary puts its word back.
document.title = withoutError(document.title);
const restore = snapshot();
void dataDecoded().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PutBack restore={restore}>
          <RemixBrowser />
        </PutBack>
      </StrictMode>,
    );
  }),
);
