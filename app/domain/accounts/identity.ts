import { readPhone } from "../kernel/phone";
import { tidyEmail } from "../kernel/typed";

/** The field `email` takes an email address or a phone number: domain.md, 4.20. */
export type SignInName = { kind: "email"; value: string } | { kind: "phone"; value: string };

/** An email address by the rule of every form, or a phone number as E.164; null when it is neither. */
export function readSignInName(typed: string): SignInName | null {
  if (typed.includes("@")) {
    const email = tidyEmail(typed);
    return email === null ? null : { kind: "email", value: email };
  }
  const phone = readPhone(typed);
  return phone && phone.extension === null ? { kind: "phone", value: phone.e164 } : null;
}

/** What a new profile is called: the part of the email before the @ (specification, section 5). */
export function defaultDisplayName(name: SignInName): string {
  return name.kind === "email" ? (name.value.split("@")[0] ?? name.value) : `Phone ending ${name.value.slice(-4)}`;
}
