/** Headers of pages that belong to one person: nobody stores them, no search engine lists them. */
export const privateHeaders = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow" });

/**
 * Headers of the booking's pages that show what was typed in full (decision 0027). Not of a refused form: going back to
 * one without scripts would show the browser's error page instead of what was typed.
 */
export const draftHeaders = ({ actionHeaders }: { actionHeaders: Headers }) =>
  actionHeaders.has("Cache-Control") ? { "Cache-Control": "private, no-cache" } : { "Cache-Control": "no-store" };
