import styles from "./styles.css?inline";

/** The public pages' whole style sheet, inlined into each page: one request before the first paint (bars.md). */
export const publicStyles: string = styles;
