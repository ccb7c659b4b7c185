/**
 * Every setting with its words, once: the office's pages, the forms, the history and the checks are made of this. The
 * type refuses a setting without a label; a test holds that each stands in one group. Pure.
 */
import type { SettingKey } from "../settings/schema";
import type { Unit } from "./units";

export interface Leaf {
  label: string;
  /** What it does, for whoever is about to change it. */
  help?: string;
  unit: Unit;
}
/** One value, or several that belong together: by their name, by size, by material. */
export type Described =
  | Leaf
  | { of: string; parts: Readonly<Record<string, Leaf>> }
  | { of: string; bySize: Omit<Leaf, "label"> }
  | { byMaterial: Readonly<Record<string, Leaf>> };

const money = (label: string, help?: string): Leaf => ({ label, unit: "cents", ...(help && { help }) });
const whole = (label: string, help?: string): Leaf => ({ label, unit: "whole", ...(help && { help }) });
const line = (label: string, help?: string): Leaf => ({ label, unit: "line", ...(help && { help }) });

export const DESCRIBED: { readonly [K in SettingKey]: Described } = {
  businessName: line("Name", "On every page, mail and paper."),
  legalName: line("Legal name", "Who the agreement is made with."),
  phone: { label: "Phone, as printed", unit: "phone" },
  email: { label: "Email", help: "Customers write to it; it is named where something fails.", unit: "email" },
  address: {
    of: "Address",
    parts: { street: line("Street"), city: line("City"), state: line("State"), zip: line("ZIP") },
  },
  licenseNumber: line("License number (optional)", "Shown on the website and on papers once it is there."),
  insuranceNumber: line("Insurance number (optional)", "Shown on the website and on papers once it is there."),

  hoursLabel: line("Hours as written", "In the footer: 8AM to 5PM."),
  structuredHours: {
    of: "Hours for search engines",
    parts: {
      days: { label: "Open on", unit: "weekdayNames" },
      opens: { label: "Opens", help: "Like 08:00.", unit: "time" },
      closes: { label: "Closes", help: "Like 18:00.", unit: "time" },
    },
  },
  zipClaim: whole("ZIP codes that the website claims", "“197+ ZIP codes”. The true number stands under Service areas."),
  photographs: {
    label: "Photographs",
    help: "Files of public/photos, one in each line: /photos/yard.webp | What it shows | width | height, in pixels.",
    unit: "photographs",
  },
  reviews: { label: "Reviews", help: "One in each line: What they wrote | Name | Town.", unit: "reviews" },

  deliveryWeekdays: { label: "We deliver and pick up on", unit: "weekdays" },
  holidays: {
    label: "Closed days",
    help: "One in each line, like 12/25/2026, Dec 25, 2026 or 2026-12-25, or several in a row: 12/24/2026 to 12/26/2026. A name after a day is not kept.",
    unit: "days",
  },
  accessWaitMinutes: whole(
    "Minutes that a driver waits who cannot get in",
    "The customer is told at once, and answers on their page.",
  ),
  moveNoticeMinutes: whole(
    "Minutes before a customer hears that we moved their day",
    "Until then the move can be taken back, and nobody has heard of it.",
  ),
  windowCapacity: whole("Deliveries that one window of a day can hold", "A window that is full is not offered."),
  sameDayCutoffMinute: {
    label: "Same-day orders until",
    help: "New York time, like 12:00. Later orders begin tomorrow.",
    unit: "minute",
  },
  bookingHorizonDays: whole("Days ahead that can be booked"),

  maxUnitsPerBooking: whole("Most dumpsters of one booking"),
  maxQuantityPerLine: whole("Most dumpsters of one line"),
  maxRentalDays: whole("Most rental days"),
  flexibleExtensionDays: whole(
    "Days that “keep it longer” holds back",
    "Past the due day; no other order gets it then.",
  ),
  holdMinutes: whole("Minutes that dumpsters are held while paying", "The card company wants 30 of them."),
  maxHoldsPerEmail: whole("Holds of one email address at a time"),
  draftDays: whole("Days that an unfinished booking is kept"),
  quoteDays: whole("Days that a price of the office holds"),
  quoteHoldPercent: {
    label: "Share of each size that prices of the office may hold",
    help: "Beyond it the price is made, and no dumpster is held for it.",
    unit: "percent",
  },

  noticeHours: whole("Hours between the notice of a later charge and the charge", "The agreement names it."),
  agreementClause: {
    label: "Your own terms (optional)",
    help: "A last section of every agreement signed from now on. Leave an empty line between paragraphs. Let a lawyer read it.",
    unit: "text",
  },
  invoiceNote: { label: "Note on invoices (optional)", help: "Below the sums, under “Good to know”.", unit: "text" },
  invoicesEnabled: { label: "Customers get invoices", unit: "onOff" },

  logDays: whole("Days that the log is kept"),
  callRecording: {
    label: "Calls are recorded",
    help: "Florida asks everybody on the line: calls then begin with an announcement.",
    unit: "onOff",
  },

  prices: { of: "Price by size", bySize: { unit: "cents" } },
  haulFees: { of: "Haul of one dumpster, by size", bySize: { unit: "cents" } },
  defaultHaulFee: money("Haul, of any other size"),
  deliveryFee: money("Fee for delivery", "Where the service area has none of its own."),
  extensionPerDay: money("Extra day, for each dumpster"),
  discountPercent: { label: "Discount on every order", unit: "percent" },
  taxRate: { label: "Sales tax", unit: "fraction" },
  dryRunFee: money("Dry run", "We came, and could not do it."),
  prohibitedItemFee: money("Prohibited item, each"),
  lightCleaningFee: money("Light cleaning"),
  tamperFee: money("Moving or tampering with the dumpster"),

  includedDays: whole("Included days"),
  includedTons: { label: "Included tons", unit: "number" },
  maxTons: { label: "Most tons that we lift", unit: "number" },
  overagePerTon: money("Each ton more"),
  landfillPerTon: money("Landfill fee, for each ton more"),

  materials: {
    byMaterial: {
      multiplier: { label: "Factor", unit: "number" },
      creditRate: { label: "Credit", unit: "fraction" },
      handlingFee: { label: "Handling fee", unit: "cents" },
    },
  },
  cancellation: {
    of: "Cancelling",
    parts: {
      freeHours: whole("Free, hours before the window"),
      lateHours: whole("Later fee begins, hours before"),
      latePercent: { label: "Fee in between", unit: "percent" },
      lastPercent: { label: "Fee after that", unit: "percent" },
    },
  },
};

export interface SetupGroup {
  id: string;
  page: "settings" | "pricing";
  title: string;
  /** What a change of it does, and what stays as it is. */
  affects: string;
  keys: readonly SettingKey[];
}

const NEW_ORDERS =
  "Counts for whatever is not paid yet; what was signed is signed again. What was paid or is being paid keeps its price, and so does what the office prepared at a fixed price, signed or not, until that price ends.";

export const GROUPS = [
  {
    id: "company",
    page: "settings",
    title: "Company",
    affects: "Shown on every page at once, in new mails and on new papers. Papers that exist stay as they are.",
    keys: ["businessName", "legalName", "phone", "email", "address", "licenseNumber", "insuranceNumber"],
  },
  {
    id: "website",
    page: "settings",
    title: "Website",
    affects: "Public pages show it at once, search engines when they next look.",
    keys: ["hoursLabel", "structuredHours", "zipClaim", "photographs", "reviews"],
  },
  {
    id: "days",
    page: "settings",
    title: "Days and windows",
    affects:
      "Days that can be chosen from now on. Deliveries and pickups that are planned stay on their day: look at them when you close one.",
    keys: [
      "deliveryWeekdays",
      "holidays",
      "accessWaitMinutes",
      "moveNoticeMinutes",
      "windowCapacity",
      "sameDayCutoffMinute",
      "bookingHorizonDays",
    ],
  },
  {
    id: "booking",
    page: "settings",
    title: "Booking limits",
    affects: "Orders from now on; nothing that was signed.",
    keys: [
      "maxUnitsPerBooking",
      "maxQuantityPerLine",
      "maxRentalDays",
      "flexibleExtensionDays",
      "holdMinutes",
      "maxHoldsPerEmail",
      "draftDays",
      "quoteDays",
      "quoteHoldPercent",
    ],
  },
  {
    id: "documents",
    page: "settings",
    title: "Papers",
    affects:
      "Agreements and invoices made from now on. Whoever has signed and not paid signs again, because the words are others.",
    keys: ["agreementClause", "invoiceNote", "noticeHours", "invoicesEnabled"],
  },
  {
    id: "records",
    page: "settings",
    title: "Log and calls",
    affects: "Older lines of the log are removed within the hour.",
    keys: ["logDays", "callRecording"],
  },
  { id: "sizes", page: "pricing", title: "Sizes", affects: NEW_ORDERS, keys: ["prices"] },
  {
    id: "fees",
    page: "pricing",
    title: "Fees and tax",
    affects: `${NEW_ORDERS} Fees of later (dry run, cleaning) are those of the agreement that was signed.`,
    keys: [
      "deliveryFee",
      "extensionPerDay",
      "haulFees",
      "defaultHaulFee",
      "dryRunFee",
      "prohibitedItemFee",
      "lightCleaningFee",
      "tamperFee",
      "discountPercent",
      "taxRate",
    ],
  },
  {
    id: "weight",
    page: "pricing",
    title: "Included days and weight",
    affects: NEW_ORDERS,
    keys: ["includedDays", "includedTons", "maxTons", "overagePerTon", "landfillPerTon"],
  },
  {
    id: "materials",
    page: "pricing",
    title: "Materials",
    affects: `Size price × factor, plus the handling fee once a line, less the credit on the size price. ${NEW_ORDERS}`,
    keys: ["materials"],
  },
  {
    id: "cancelling",
    page: "pricing",
    title: "Cancelling",
    affects: "Fees of what is cancelled from then on, counted to the start of the delivery window.",
    keys: ["cancellation"],
  },
] as const satisfies readonly SetupGroup[];

export function findGroup(page: SetupGroup["page"], id: string): SetupGroup | null {
  return GROUPS.find((group) => group.page === page && group.id === id) ?? null;
}
