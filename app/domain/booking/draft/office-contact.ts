/** Who the office has said that a prepared order is for (domain.md, 4.23). Pure. */
import { phoneColumns } from "../../kernel/phone";
import type { DraftData } from "./data";

type Contact = Pick<DraftData["contactInfo"], "firstName" | "lastName" | "email" | "phone">;

/** Each part as the office wrote it last, whatever the caller has written into the order since. */
export interface OfficeContact {
  email: string;
  phone: string;
  name: string;
}

/** A contact's parts, written one way: the same are equal. */
export function partsOf({ firstName, lastName, email, phone }: Contact): OfficeContact {
  const name = `${firstName} ${lastName}`.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
  return { email: email.toLowerCase(), phone: phoneColumns(phone).phone, name };
}

/**
 * What the office has said once somebody of it saves `contact`: a part that its form leaves as it stood is nobody's word
 * where the caller wrote it.
 */
export function saidOnSave(said: OfficeContact | null, stood: Contact, contact: Contact): OfficeContact {
  const [before, now] = [partsOf(stood), partsOf(contact)];
  const part = (name: keyof OfficeContact) => (now[name] === before[name] ? (said?.[name] ?? "") : now[name]);
  return { email: part("email"), phone: part("phone"), name: part("name") };
}

/** A contact without what only its caller has written. */
export function onlySaid<T extends Contact>(contact: T, said: OfficeContact): T {
  const now = partsOf(contact);
  const isSaid = (name: keyof OfficeContact) => said[name] === now[name];
  return {
    ...contact,
    ...(!isSaid("email") && { email: "" }),
    ...(!isSaid("phone") && { phone: "" }),
    // The name that the office has said stays: without one, an address that two share would be whose ever it was first.
    ...(!isSaid("name") && { firstName: said.name, lastName: "" }),
  };
}
