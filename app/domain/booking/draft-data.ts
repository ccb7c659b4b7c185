import { z } from "zod";
import { checkLine, needsConsultation } from "../pricing/rules";
import type { OrderLine } from "../pricing/types";
import { tidyWasteTypes } from "../pricing/waste-types";

/** The specification's "Booking form data": what has been typed into a draft so far. Pure; the browser may use it. */
const cartLine = z.object({ dumpsterSize: z.number(), quantity: z.number(), materialCategory: z.string() });
export type CartLine = z.infer<typeof cartLine>;

const text = z.string().catch("");
export const draftDataSchema = z.object({
  projectType: text,
  businessType: z.enum(["residential", "commercial"]).catch("residential"),
  wasteTypes: z.array(z.unknown()).catch([]).transform(tidyWasteTypes),
  cart: z.array(cartLine).catch([]),
  /** Null until a size is chosen: the line being typed then does not count. */
  dumpsterSize: z.number().nullable().catch(null),
  materialCategory: z.string().catch("general"),
  quantity: z.number().int().min(1).catch(1),
  estimatedPrice: z.number().catch(0),
  zip: text,
  address: text,
  city: text,
  county: text,
  deliveryDate: text,
  deliveryTime: text,
  rentalDays: z.number().int().min(1).catch(7),
  flexibleExtension: z.boolean().catch(false),
  extensionPrice: z.number().catch(0),
  pickupDate: text,
  ecoFriendlyOptions: z.boolean().catch(false),
  contactInfo: z.object({ firstName: text, lastName: text, phone: text, email: text }).catch({ firstName: "", lastName: "", phone: "", email: "" }),
  specialInstructions: text,
  smsConsent: z.boolean().catch(false),
});
export type DraftData = z.infer<typeof draftDataSchema>;

/** Reads a stored draft leniently: what no longer fits falls back to its default, never throws. */
export function readDraftData(stored: unknown): DraftData {
  const known = draftDataSchema.safeParse(stored);
  return known.success ? known.data : draftDataSchema.parse({});
}

export const EMPTY_DRAFT: DraftData = readDraftData({});

/** The ordered lines: the cart, and the line being typed once it has a size. Lines that are not possible are left out. */
export function orderLines(data: DraftData): OrderLine[] {
  const typed: CartLine[] = data.dumpsterSize === null ? [] : [{ dumpsterSize: data.dumpsterSize, quantity: data.quantity, materialCategory: data.materialCategory }];
  return [...data.cart, ...typed].flatMap((line) => {
    const check = checkLine({ size: line.dumpsterSize, quantity: line.quantity, material: line.materialCategory, rentalDays: data.rentalDays });
    return check.ok ? [check.line] : [];
  });
}

/** The lines that were added, without the one being typed. */
export function cartLines(data: DraftData): OrderLine[] {
  return orderLines({ ...data, dumpsterSize: null });
}

/** The cart as a page shows it, so that a button of an older page is not taken for another line. */
export function cartKey(data: Pick<DraftData, "cart">): string {
  return data.cart.map((line) => `${line.quantity}x${line.dumpsterSize}${line.materialCategory}`).join(",");
}

/** True when a material needs a conversation first: the way then leads to a call-back instead of payment. */
export function draftNeedsConsultation(data: DraftData): boolean {
  return needsConsultation(orderLines(data));
}
