/** Control characters, and those that turn or hide the text around them. */

const ODD =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * What a stranger may have put into the log, as it may be shown: odd characters become "�", what is too long ends with
 * "…". `max` in characters; line breaks stay where `lines` says so. Pure.
 */
export function plainText(value: string, max: number, lines = false): string {
  const cut = value.length > max ? `${value.slice(0, max).replace(/[\ud800-\udbff]$/, "")}…` : value;
  const plain = cut.replace(/\r\n?/g, "\n").replace(ODD, "\ufffd");
  return lines ? plain : plain.replace(/\s+/g, " ");
}
