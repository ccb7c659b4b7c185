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
  /** Loads what the first document needs and nobody should wait for. */
  prepare(): Promise<void>;
  /** How the browser is, for whoever watches over the machine. */
  browser(): PdfBrowser;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** A picture as it is kept. `busy`: too many are being drawn at this moment. */
export type RedrawnPicture = { ok: true; png: Uint8Array } | { ok: false; code: "refused" | "busy" };

export interface PicturesPort {
  /**
   * Decodes a drawing and draws it anew, scaled down and with nothing else inside, as a PNG of at most 130 KB. Refuses
   * what is no PNG, is larger than LARGEST_DRAWING or is broken, before it is decoded wherever that can be seen.
   */
  redraw(png: Uint8Array): Promise<RedrawnPicture>;
}

export interface FilesPort {
  /** Writes a file once under the data folder and returns its relative path. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** Nothing happens when there is no such file. */
  remove(path: string): Promise<void>;
  /**
   * Removes what a process left behind that ended in the middle: files right below a folder that were written before a
   * moment (milliseconds, wall time) and that are not among those that `known` names of so many paths. Returns how many.
   */
  sweep(folder: string, before: number, known: (paths: readonly string[]) => ReadonlySet<string>): Promise<number>;
}
