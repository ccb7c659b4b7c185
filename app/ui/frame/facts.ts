import { licenseClaims } from "~/domain/settings/claims";
import type { Settings } from "~/domain/settings/schema";

/** What every page's frame says about the company. */
export interface BusinessFacts {
  name: string;
  /** As printed: "(407) 555-0142". */
  phone: string;
  email: string;
  /** "8AM to 5PM" */
  hoursLabel: string;
  addressLines: string[];
  /** "License CGC 012345", "Insurance GL-998877": what the owner entered, none by default. */
  claims: string[];
  /** 197, for "197+ ZIP codes": the advertised figure. */
  zipClaim: number;
}

/** What the booking's frame says of it. */
export type FocusedFacts = Pick<BusinessFacts, "name" | "phone" | "hoursLabel">;

export function focusedFacts({ businessName, phone, hoursLabel }: Settings): FocusedFacts {
  return { name: businessName, phone, hoursLabel };
}

/** The frame's facts from the settings; nothing else of the settings goes to the browser with it. */
export function businessFacts(settings: Settings): BusinessFacts {
  const { street, city, state, zip } = settings.address;
  return {
    name: settings.businessName,
    phone: settings.phone,
    email: settings.email,
    hoursLabel: settings.hoursLabel,
    addressLines: [street, `${city}, ${state} ${zip}`],
    claims: licenseClaims(settings),
    zipClaim: settings.zipClaim,
  };
}

/** The address of a phone link: "tel:+14075550142" for a United States number as printed. */
export function telLink(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return `tel:+${digits.length === 10 ? `1${digits}` : digits}`;
}
