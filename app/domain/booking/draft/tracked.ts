import { BOXES } from "./boxes";

/** How somebody is reached. */
export const CONTACT = ["firstName", "lastName", "phone", "email"] as const;
const TEXTS = [
  "projectType",
  "businessType",
  "zip",
  "address",
  "city",
  "placement",
  "deliveryDate",
  "deliveryTime",
  "rentalDays",
  "specialInstructions",
  "gateCode",
] as const;

/** The fields that somebody types; what follows from them (county, prices, pickup day) is worked out anew. */
export const TRACKED = [...CONTACT, ...TEXTS, ...BOXES, "wasteTypes", "lines"] as const;
export type TrackedField = (typeof TRACKED)[number];

/** What the history says of a field: it is kept for good, so what opens a gate does not stand there. */
export const told = (field: TrackedField, texts: Partial<Record<TrackedField, string>>): string =>
  field === "gateCode" && texts[field] ? "••••" : (texts[field] ?? "");
