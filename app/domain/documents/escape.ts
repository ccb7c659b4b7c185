/**
 * HTML that is escaped by construction, for documents and mail. Text that comes from people reaches markup only
 * through the `html` tag, which escapes every value that is not itself a piece of Html.
 */
import { composed } from "../kernel/text";

/** A finished piece of markup. Only `html` and `trustedHtml` make one. */
export class Html {
  constructor(private readonly markup: string) {}
  toString(): string {
    return this.markup;
  }
}

export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[];

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Text made safe for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return wellFormed(text).replace(/[&<>"'`]/g, (char) => ENTITIES[char] ?? char);
}

/** Markup from a template: values are escaped, pieces of Html pass, lists are joined, null and false vanish. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let out = strings[0] ?? "";
  values.forEach((value, i) => {
    out += render(value) + (strings[i + 1] ?? "");
  });
  return new Html(out);
}

/** Only for markup written in our own source (style sheets, the logo). Never for a value that was stored or sent. */
export function trustedHtml(markup: string): Html {
  return new Html(markup);
}

/** Text typed by a person, tidied and in a <bdi>, so that right-to-left or override marks end where the text ends. */
export function typed(text: string): Html {
  return html`<bdi>${tidy(text)}</bdi>`;
}

/** Typed text of several lines. */
export function typedLines(lines: readonly string[]): Html {
  return html`${lines.filter((line) => tidy(line) !== "").map((line, i) => html`${i > 0 && trustedHtml("<br>")}${typed(line)}`)}`;
}

/** One clean line: control characters and direction overrides gone, white space single. */
export function tidy(text: string): string {
  return composed(wellFormed(text))
    .replace(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, "")
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
}

/** A link's address: web, mail and phone only; anything else (javascript:, data:) becomes "#". */
export function href(address: string): string {
  return /^(https?:\/\/|mailto:|tel:)[^\p{Cc}\s]*$/iu.test(address) ? address : "#";
}

/** tel: address of a phone number as people write it. */
export function telHref(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return `tel:${digits.length === 10 ? `+1${digits}` : `+${digits}`}`;
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(render).join("");
  return escapeHtml(String(value));
}

/** Half a surrogate pair would make invalid UTF-8; NUL and its like are no characters of HTML. */
function wellFormed(text: string): string {
  return text
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD")
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, "");
}
