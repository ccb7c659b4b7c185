import flow from "./flow.css?inline";
import styles from "./styles.css?inline";

/** The public pages' whole style sheet, inlined into each page: one request before the first paint (bars.md). */
export const publicStyles: string = styles;
/** The same and what booking, look-up and confirmation pages need beside it. */
const flowStyles: string = flow;

/** The sheet for a page, from the ids of its routes. From one kind to the other it is always a document load. */
export function stylesFor(routeIds: readonly string[]): string {
  return routeIds.some((id) => id.startsWith("routes/public/")) ? publicStyles : flowStyles;
}
