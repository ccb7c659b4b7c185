/**
 * Asked for in `Accept`: a page's data as React needs them to take it over, in Remix's own encoding, instead of the
 * page.
 */
export const PAGE_DATA = "text/x-script";
