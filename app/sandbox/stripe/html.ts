/** Markup that is safe to send; made only by `html` and by `trusted`. */
export class Markup {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

type Piece = string | number | Markup | readonly Markup[] | null | false | undefined;

const ENTITIES: { [char: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * A template whose values are escaped, so that forgetting it is not possible; null, false and undefined are nothing.
 */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + write(pieces[index - 1]) + part));
}

/** For our own constants, such as the style sheet. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function write(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return "";
  if (piece instanceof Markup) return piece.text;
  if (Array.isArray(piece)) return piece.map(String).join("");
  return String(piece).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}
