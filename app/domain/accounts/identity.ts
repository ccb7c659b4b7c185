import { readPhone } from "../kernel/phone";

/** The field `email` takes an email address or a phone number: domain.md, 4.20. */
export type SignInName = { kind: "email"; value: string } | { kind: "phone"; value: string };

const EMAIL = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\.]{2,}$/;

/** An email address in lower case, or a phone number as E.164; null when it is neither. */
export function readSignInName(typed: string): SignInName | null {
  const text = typed.trim().toLowerCase();
  if (text.includes("@")) return text.length <= 254 && EMAIL.test(text) ? { kind: "email", value: text } : null;
  const phone = readPhone(text);
  return phone && phone.extension === null ? { kind: "phone", value: phone.e164 } : null;
}

/** What a new profile is called: the part of the email before the @ (specification, section 5). */
export function defaultDisplayName(name: SignInName): string {
  return name.kind === "email" ? (name.value.split("@")[0] ?? name.value) : `Phone ending ${name.value.slice(-4)}`;
}
