/**
 * Alt+1 main content, Alt+2 navigation, Alt+3 search (specification, section 2): to the first that carries that access
 * key, or is marked for it where something else in the page has the key already (it may stand there once). What stands
 * for the search where a page has none: decision 0031. Browsers' own access keys need other keys on a Mac and in
 * Firefox.
 */
export function openByKey(event: KeyboardEvent): void {
  const { code, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (!altKey || ctrlKey || metaKey || shiftKey || !/^Digit[1-3]/.test(code)) return;
  const place = document.querySelector<HTMLElement>(`[data-alt="${code[5]}"],[accesskey="${code[5]}"]`);
  if (!place) return;
  event.preventDefault();
  if ("href" in place) place.click();
  else place.focus();
}

/** An open menu that the focus leaves would cover what gets it; the browser closes it for clicks and Escape only. */
export function closeLeftMenus({ target }: Event): void {
  for (const menu of document.querySelectorAll<HTMLElement>(":popover-open")) {
    if (!menu.contains(target as Node) && (target as HTMLButtonElement).popoverTargetElement !== menu)
      menu.hidePopover();
  }
}

/** Browsers do not always follow `autofocus` on what is no field. Who is at another place already stays there. */
export function focusSummary(): void {
  document.querySelector<HTMLElement>("body:not(:focus-within) .problems")?.focus();
}
