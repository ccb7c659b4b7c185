/**
 * Whose mailbox an address is, for counting and for who is not served: capitals, a "+tag", and Gmail's dots lead to the same one. Nothing is ever
 * sent to this spelling. Where a tag is part of the name after all, two neighbours share one count, which harms nobody; and
 * where one of them is not served, the other is asked for a call-back, where a person sees that they are two.
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = splitLast(email.normalize("NFKC").trim().toLowerCase());
  const name = local.split("+")[0] || local;
  const host = domain.replace(/\.$/, "");
  if (host === "gmail.com" || host === "googlemail.com") return `${name.replaceAll(".", "")}@gmail.com`;
  return `${name}@${host}`;
}

function splitLast(email: string): [string, string] {
  const at = email.lastIndexOf("@");
  return at === -1 ? [email, ""] : [email.slice(0, at), email.slice(at + 1)];
}
