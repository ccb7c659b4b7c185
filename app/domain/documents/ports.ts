export interface PdfBrowser {
  /** `asleep`: starts with the next document. `failed`: the last document could not be made. */
  state: "asleep" | "awake" | "failed";
  /** Documents made since the start of this process. */
  made: number;
}

export interface PdfPort {
  /**
   * Renders finished, escaped HTML to a Letter-size PDF. Throws when the browser is missing, too slow,
   * or when `mustContain` is not in the text of the result; the outbox tries again.
   */
  render(html: string, options: { title: string; mustContain: string }): Promise<Buffer>;
  /** How the browser is, for whoever watches over the machine. */
  browser(): PdfBrowser;
  /** Ends the browser. */
  close(): Promise<void>;
}

export interface FilesPort {
  /** Writes a file once under the data folder and returns its relative path. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** Nothing happens when there is no such file. */
  remove(path: string): Promise<void>;
}
