/**
 * Brings the focus to what a page begins with after a post: its errors, its answer. On the first load only where nobody
 * has gone on: on a slow line a person reads, scrolls and types long before the scripts are there, and `autofocus` has
 * done it already where the browser follows that.
 */
export function focusArrived(box: HTMLElement | null): void {
  if (document.documentElement.dataset.hydrated || (document.activeElement === document.body && !scrollY)) box?.focus();
}
