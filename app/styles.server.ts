import { createHash } from "node:crypto";
import flow from "./flow.css?inline";
import office from "./office.css?inline";
import site from "./site.css?inline";

/** Without the tool's banner: nothing of its own reset is in our sheets, and it would stand in every page. */
const bare = (sheet: string) => sheet.replace(/^\/\*!.*?\*\/\s*/s, "").trim();

/** The public pages' whole style sheet, inlined into each page: one request before the first paint (bars.md). */
export const publicStyles: string = bare(site);
/** The same for booking, look-up and confirmation pages. */
export const flowStyles: string = bare(flow);
/** The signed-in areas', for the one document of theirs that has no file beside it. */
export const officeStyles: string = bare(office);

const version = createHash("sha256").update(flowStyles).digest("base64url").slice(0, 10);
/** The address of the booking's sheet as a file: immutable, its name is its content's. */
export const FLOW_SHEET = `/styles/flow-${version}.css`;
const COOKIE = "sheet";

/**
 * How a page is styled. Inlined, except for the steps after the first form of a booking: they are several in a row, and
 * a sheet that stays in the browser saves each of them half its bytes. From one kind to the other it is always a
 * document load.
 */
export function stylingFor(
  routeIds: readonly string[],
  cookies: string | null,
): { styles: string; sheet: string | null } {
  if (routeIds.some((id) => id.startsWith("routes/public/"))) return { styles: publicStyles, sheet: null };
  const keepsSheet = cookies?.split(/;\s*/).includes(`${COOKIE}=${version}`);
  return keepsSheet ? { styles: "", sheet: FLOW_SHEET } : { styles: flowStyles, sheet: null };
}

/** Sent with the answer to the booking's first form, for as long as the browser is open; `secure`: over HTTPS only. */
export function keepsSheetCookie(secure: boolean): string {
  return `${COOKIE}=${version}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
