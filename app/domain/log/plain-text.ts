import { INVISIBLE } from "../kernel/invisible";

/** They end a line where nobody sees it. */
const HIDDEN_ENDS = /[\u2028\u2029]/g;

/**
 * What a stranger may have put into the log, as it may be shown: odd characters become "�", what is too long ends with
 * "…". `max` in characters; line breaks stay where `lines` says so. Pure.
 */
export function plainText(value: string, max: number, lines = false): string {
  const cut = value.length > max ? `${value.slice(0, max).replace(/[\ud800-\udbff]$/, "")}…` : value;
  const plain = cut.replace(/\r\n?/g, "\n").replace(INVISIBLE, "\ufffd").replace(HIDDEN_ENDS, "\ufffd");
  return lines ? plain : plain.replace(/\s+/g, " ");
}
