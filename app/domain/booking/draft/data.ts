import { z } from "zod";
import { stored } from "../../kernel/stored";
import { checkLine, needsConsultation } from "../../pricing/rules";
import type { OrderLine, Size } from "../../pricing/types";
import { tidyWasteTypes } from "../../pricing/waste-types";
import { PLACEMENTS, USUAL_PLACEMENT } from "../../schedule/placement";

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
  // The number as people read it, "(407) 555-0133 ext. 12": a draft is what its form shows, and its agreement prints it.
  contactInfo: z
    .object({ firstName: text, lastName: text, phone: text, email: text })
    .catch({ firstName: "", lastName: "", phone: "", email: "" }),
  specialInstructions: text,
  placement: z.enum(PLACEMENTS).catch(USUAL_PLACEMENT),
  /** An association (HOA) has to agree to the dumpster. */
  associationApproval: z.boolean().catch(false),
  smsConsent: z.boolean().catch(false),
});
export type DraftData = z.infer<typeof draftDataSchema>;

/** Reads what was typed leniently: what no longer fits falls back to its default, never throws. */
export function readDraftData(stored: unknown): DraftData {
  const known = draftDataSchema.safeParse(stored);
  return known.success ? known.data : draftDataSchema.parse({});
}

/** A draft's data (booking_drafts.data). Within a version nothing that was typed locks anybody out. */
export const STORED_DRAFT = stored<DraftData>("a draft", [readDraftData]);

export const EMPTY_DRAFT: DraftData = readDraftData({});

/**
 * The ordered lines: the cart, and the line being typed once it has a size. Lines that were never possible are left
 * out; `sizes` leaves out those as well whose size is not on offer now.
 */
export function orderLines(data: DraftData, sizes: readonly Size[] | null = null): OrderLine[] {
  const typed: CartLine[] =
    data.dumpsterSize === null
      ? []
      : [{ dumpsterSize: data.dumpsterSize, quantity: data.quantity, materialCategory: data.materialCategory }];
  return [...data.cart, ...typed].flatMap((line) => {
    const { dumpsterSize: size, quantity, materialCategory: material } = line;
    const check = checkLine({ size, quantity, material, rentalDays: data.rentalDays }, sizes);
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
