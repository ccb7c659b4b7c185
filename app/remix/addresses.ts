/**
 * Single fetch asks for a page's data under the page's address with this ending, and names the routes that it wants in
 * `_routes` where they are not all. Pure.
 */
const ENDING = /\.data$/;

/** Whether it is the data of a page that is asked for, or where its form is sent by script. */
export const isDataAddress = (pathname: string): boolean => ENDING.test(pathname);

/** The address of the page itself. */
export const pagePath = (pathname: string): string => pathname.replace(ENDING, "");

/** The same with what is asked of the page, as somebody would open it. */
export function pageOf({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  return pagePath(pathname) + search.replace(/([?&])_routes=[^&]*&?/, "$1").replace(/[?&]$/, "");
}
