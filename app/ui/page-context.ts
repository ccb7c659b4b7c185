import { createContext } from "react";

export interface PageFrame {
  /** None on a page that is kept for everyone: its policy names hashes instead. */
  nonce: string | undefined;
  /** The style sheet's text on the server; in the browser it is read back from the document, so both renders agree. */
  styles: string;
  /** The address of the sheet where it is a file of its own; null where it is inlined. */
  sheet: string | null;
  /** The inline script's text (app/ui/boot); on the server only. */
  boot: string;
  /** The same of what a driver's pages do until React is there (app/ui/boot/after-paint.ts). */
  afterPaint: string;
}

export const PageContext = createContext<PageFrame>({
  nonce: undefined,
  styles: "",
  sheet: null,
  boot: "",
  afterPaint: "",
});
