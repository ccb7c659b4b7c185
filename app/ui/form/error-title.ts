import { useEffect } from "react";

const ERROR = "Error: ";
/** The id of the heading that only the error summary has. */
export const SUMMARY_HEADING = "problems-heading";

/** While there is a problem, the page's title says so first, for the tab and for screen readers (GOV.UK's practice). */
export function useErrorTitle(problem: unknown): void {
  useEffect(() => {
    if (!problem) return;
    document.title = ERROR + withoutError(document.title);
    return () => {
      document.title = withoutError(document.title);
    };
  }, [problem]);
}

export function withoutError(title: string): string {
  return title.startsWith(ERROR) ? title.slice(ERROR.length) : title;
}

/**
 * The same in a page as it is sent. While its head is rendered nobody knows of the problem, so it is written into the
 * finished page: where that has a summary, the title says so. entry.client takes it out again before React compares.
 */
export function markErrors(html: string): string {
  return html.includes(`<h2 id="${SUMMARY_HEADING}"`) ? html.replace("<title>", `$&${ERROR}`) : html;
}
