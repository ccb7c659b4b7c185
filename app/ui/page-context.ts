import { createContext } from "react";

export interface PageFrame {
  /** None on a page that is kept for everyone: its policy names hashes instead. */
  nonce: string | undefined;
  /** The style sheet's text on the server; in the browser it is read back from the document, so both renders agree. */
  styles: string;
  /** The inline script's text (app/ui/boot); on the server only. */
  boot: string;
}

export const PageContext = createContext<PageFrame>({ nonce: undefined, styles: "", boot: "" });
