import { agreementSections, TERMS_VERSION, type TermsFacts } from "~/domain/documents/terms";
import type { AgreementView, BusinessView, InvoiceView } from "~/domain/documents/views";
import { day } from "~/domain/kernel/days";
import { sumsOf } from "~/domain/pricing/price-lines";
import { priceOrder, pricingConfig } from "~/domain/pricing/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";

/** Papers of one order, an example of domain.md, section 3 (20 yards, 14 days, $598.32). */

export const sampleBusiness: BusinessView = {
  name: "Example Roll-Off",
  legalName: "Example Roll-Off LLC",
  phone: "(407) 555-0142",
  email: "office@example.com",
  addressLines: ["1200 Example Park Drive", "Orlando, FL 32801"],
  website: "www.example.com",
};

export const sampleTerms: TermsFacts = {
  businessName: "Example Roll-Off",
  legalName: "Example Roll-Off LLC",
  phone: "(407) 555-0142",
  email: "office@example.com",
  standardDays: 7,
  includedTons: 1,
  maxTons: 3,
  overagePerTon: 7000,
  landfillPerTon: 3500,
  extensionPerDay: 2500,
  haulFee: 9500,
  dryRunFee: 15000,
  prohibitedItemFee: 9500,
  lightCleaningFee: 3500,
  tamperFee: 100000,
  freeCancelHours: 48,
  lateCancelHours: 24,
  lateCancelPercent: 10,
  lastCancelPercent: 20,
  noticeHours: 24,
  taxRatePercent: "8%",
  accountDays: null,
  exempt: null,
  materials: [
    { label: "Concrete", prohibited: ["rebar", "wire_mesh"] },
    { label: "General waste", prohibited: [] },
    { label: "Electronics", prohibited: ["CRT_monitors", "batteries", "fluorescent_bulbs"] },
  ],
};

const order = {
  business: sampleBusiness,
  bookingNumber: "DMP-2026-000123",
  customer: { name: "Maria Alvarez", email: "maria@example.com", phone: "(407) 555-0199" },
  serviceAddress: ["418 Lake Example Street", "Orlando, FL 32803"],
  deliveryDay: day("2026-12-01"),
  windowLabel: "Morning (8AM - 12PM)",
  pickupDay: day("2026-12-15"),
  rentalDays: 14,
  lines: [
    {
      description: "20-yard dumpster",
      detail: "General waste · 1 ton included, 3 tons maximum",
      quantity: 1,
      unitCents: 37900,
      totalCents: 37900,
    },
  ],
};

const price = priceOrder(
  { lines: [{ size: 20, quantity: 1, material: "general", rentalDays: 14 }], context: "new", areaDeliveryFee: 0 },
  pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices),
);
const figures = { ...sumsOf(price), taxRatePercent: "8%" };

export const sampleInvoice: InvoiceView = {
  ...order,
  ...figures,
  invoiceNumber: "INV-2026-000123",
  issuedOn: day("2026-11-21"),
  paid: 59832,
  balance: 0,
  payment: { brand: "visa", last4: "4242", paidAt: "November 21, 2026, 3:42 pm" },
  notes: ["Extra days are $25 each."],
};

export const sampleAgreement: AgreementView = {
  ...order,
  choices: [
    "Keep it longer if I need to: extra days are charged at $25 a day for each dumpster to my card, without asking me again.",
  ],
  figures,
  sections: agreementSections(sampleTerms),
  termsVersion: TERMS_VERSION,
  contentSha256: "0123456789abcdef".repeat(4),
  signature: {
    name: "Maria Alvarez",
    signedAt: "November 21, 2026, 3:40 pm",
    ip: "203.0.113.9",
    userAgent: "Mozilla/5.0 (iPhone)",
    imageDataUrl: null,
    consentText: "I have read this agreement, I agree to it, and I sign it electronically.",
  },
};
