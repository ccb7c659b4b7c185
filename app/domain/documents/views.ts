import type { Cents } from "../kernel/money";
import type { Day } from "../kernel/days";
import type { PriceSums } from "../pricing/types";
import type { Apart } from "../booking/order/apart";

/**
 * What the documents and mails need to know, as ready facts: figures in integer cents, days as New York dates,
 * moments as finished labels. Whoever reads the database fills these in; nothing here knows where they come from.
 */

export interface BusinessView {
  name: string;
  legalName: string;
  phone: string;
  email: string;
  addressLines: string[];
  /** Without https://, as printed. */
  website: string;
  /** Licence numbers and the like, only when the company entered them itself. */
  licenseClaims?: string[];
}

export interface PersonView {
  name: string;
  email: string;
  phone: string;
}

/** One ordered line: quantity × size × material. */
export interface DocumentLine {
  /** "20-yard dumpster" */
  description: string;
  /** "General waste · 1 ton included, 3 tons maximum" */
  detail?: string;
  quantity: number;
  unitCents: Cents;
  totalCents: Cents;
}

/** The sums of an order, as domain.md section 3 names them; shown by `sumLines`. */
export interface OrderFigures extends PriceSums {
  /** As printed: "8%". */
  taxRatePercent: string;
}

/** When and where an order takes place. */
export interface RentalView {
  /** Street, then city, state and ZIP. */
  serviceAddress: string[];
  deliveryDay: Day;
  /** "Morning (8AM - 12PM)" */
  windowLabel: string;
  pickupDay: Day;
  /** It stays until its customer asks: the pickup's day is the last one that is paid for. */
  isKept?: true | undefined;
  rentalDays: number;
}

export interface InvoiceView extends OrderFigures, RentalView {
  business: BusinessView;
  invoiceNumber: string;
  /** Of a credit note: the invoice that it takes back. */
  credits?: string;
  /** Where its dumpsters have days of their own: the dates are the first delivery's and the last pickup's. */
  apart?: Apart | undefined;
  /** Its booking was cancelled as a whole when this was issued: the days are those that were planned. */
  isCancelled?: true;
  /** Of something after the order, whose rental is by then another than the one that stands on its own invoice. */
  isLater?: true;
  issuedOn: Day;
  bookingNumber: string;
  customer: PersonView;
  /** Whose account it goes on, where that is a company's: the customer stands below it. As it was called then. */
  company?: string;
  /** The customer's own number for what they order on account; missing where they gave none. */
  poNumber?: string;
  lines: DocumentLine[];
  paid: Cents;
  /** What credit notes took of it before it was paid; missing where none did. */
  credited?: Cents;
  balance: Cents;
  /** The last day to pay what goes on the customer's account. */
  dueBy?: Day;
  /** Null before payment and for a $0 order. `paidAt` is a label: "December 1, 2026, 3:42 pm". */
  payment: { brand: string; last4: string; paidAt: string } | null;
  notes: string[];
}

export interface AgreementSection {
  /** Stable; used for links and named in charge notices. */
  id: string;
  heading: string;
  paragraphs: string[];
  bullets?: string[];
}

export interface SignatureView {
  name: string;
  /** A label in New York time. */
  signedAt: string;
  ip: string;
  userAgent: string;
  /** PNG as a data URL; anything else is not shown. Kept beside the stored facts, not in them (`printAgreement`). */
  imageDataUrl: string | null;
  consentText: string;
}

export interface AgreementView extends RentalView {
  business: BusinessView;
  bookingNumber: string;
  customer: PersonView;
  lines: DocumentLine[];
  /** What was chosen that can cost money later, a sentence each. */
  choices: string[];
  /** Days to pay an order that goes on its customer's account; missing: by card. Its words stand in the sections. */
  accountDays?: number;
  figures: OrderFigures;
  sections: readonly AgreementSection[];
  /** Null: a copy to read before signing. */
  signature: SignatureView | null;
  termsVersion: string;
  /** SHA-256 of `canonicalAgreement`, in hexadecimal. */
  contentSha256: string;
}
