export interface PdfPort {
  /**
   * Renders finished, escaped HTML to a Letter-size PDF. Throws when the browser is missing, too slow,
   * or when `mustContain` is not in the text of the result; the outbox tries again.
   */
  render(html: string, options: { title: string; mustContain: string }): Promise<Buffer>;
  /** Ends the browser. */
  close(): Promise<void>;
}

export interface FilesPort {
  /** Writes a file once under the data folder and returns its relative path. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>;
}
