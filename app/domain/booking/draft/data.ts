import { z } from "zod";
import { stored } from "../../kernel/stored";
import { answers, type MaterialAnswer } from "../../pricing/material-advice";
import { checkLine, needsConsultation } from "../../pricing/rules";
import type { OrderLine, Size } from "../../pricing/types";
import { tidyWasteTypes } from "../../pricing/waste-types";
import { PLACEMENTS, USUAL_PLACEMENT } from "../../schedule/placement";
import { eachBox } from "./boxes";

/** The specification's "Booking form data": what has been typed into a draft so far. Pure; the browser may use it. */
const cartLine = z.object({ dumpsterSize: z.number(), quantity: z.number(), materialCategory: z.string() });
export type CartLine = z.infer<typeof cartLine>;
/**
 * As many as the largest booking that the settings allow has dumpsters. Not every button counts what it keeps, so
 * without an end anybody could make a draft so long that its page stops all others: 20,000 lines took 4.5 s and 16 MB.
 */
const MOST_LINES = 100;

const text = z.string().catch("");
const texts = z.array(z.string());
const place = z.number().int().min(0).nullable().catch(null);
const materialAnswer = z
  .object({ wasteTypes: texts, checked: texts, proposed: texts, answer: z.string(), apart: texts.optional() })
  .nullable()
  .catch(null);
export const draftDataSchema = z.object({
  projectType: text,
  businessType: z.enum(["residential", "commercial"]).catch("residential"),
  wasteTypes: z.array(z.unknown()).catch([]).transform(tidyWasteTypes),
  cart: z
    .array(cartLine)
    .catch([])
    .transform((lines) => lines.slice(0, MOST_LINES)),
  /** Null until a size is chosen: the line being typed then does not count. */
  dumpsterSize: z.number().nullable().catch(null),
  materialCategory: z.string().catch("general"),
  quantity: z.number().int().min(1).catch(1),
  /** Where the line being typed stands among the cart's, from 0; null: after them. */
  lineAt: place,
  /** The answer to "You checked Roofing. Use the Roofing price?"; null until somebody was asked. */
  materialAnswer,
  estimatedPrice: z.number().catch(0),
  zip: text,
  address: text,
  city: text,
  county: text,
  deliveryDate: text,
  deliveryTime: text,
  rentalDays: z.number().int().min(1).catch(7),
  extensionPrice: z.number().catch(0),
  pickupDate: text,
  // The number as people read it, "(407) 555-0133 ext. 12": a draft is what its form shows, and its agreement prints it.
  contactInfo: z
    .object({ firstName: text, lastName: text, phone: text, email: text })
    .catch({ firstName: "", lastName: "", phone: "", email: "" }),
  specialInstructions: text,
  gateCode: text,
  placement: z.enum(PLACEMENTS).catch(USUAL_PLACEMENT),
  ...eachBox(z.boolean().catch(false)),
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

/** The lines as they stand in the order: the cart's, and the one being typed at its place once it has a size. */
export function allLines(data: DraftData): CartLine[] {
  if (data.dumpsterSize === null) return data.cart;
  const { dumpsterSize, quantity, materialCategory } = data;
  return data.cart.toSpliced(data.lineAt ?? data.cart.length, 0, { dumpsterSize, quantity, materialCategory });
}

/** Every line in the cart, none being typed; what was typed of one without a size stays. */
export function closeLine(data: DraftData): DraftData {
  return data.dumpsterSize === null ? data : { ...data, ...NO_LINE, cart: allLines(data) };
}

/** Without the line that is being typed. */
export function dropLine(data: DraftData): DraftData {
  return { ...data, ...NO_LINE };
}

/** Without the line at this place of the order. The one being typed stays: its form is open, and has no such button. */
export function removeLine(data: DraftData, at: number): DraftData {
  const typed = openAt(data);
  if (at === typed) return data;
  const index = typed !== null && at > typed ? at - 1 : at;
  const lineAt = data.lineAt !== null && at < data.lineAt ? data.lineAt - 1 : data.lineAt;
  return { ...data, cart: data.cart.filter((_, i) => i !== index), lineAt };
}

/** The line at this place of the order as the one being typed; a place that there is none at is left alone. */
export function openLine(data: DraftData, at: number): DraftData {
  const lines = allLines(data);
  const line = lines[at];
  return line ? { ...data, ...line, cart: lines.toSpliced(at, 1), lineAt: at } : data;
}

/** Where the line being typed stands among `allLines`; null while there is none. */
export function openAt(data: DraftData): number | null {
  return data.dumpsterSize === null ? null : Math.min(data.lineAt ?? data.cart.length, data.cart.length);
}

const NO_LINE = { dumpsterSize: null, quantity: 1, materialCategory: "general", lineAt: null } as const;

/**
 * The ordered lines. Lines that were never possible are left out; `sizes` leaves out those as well whose size is not on
 * offer now.
 */
export function orderLines(data: DraftData, sizes: readonly Size[] | null = null): OrderLine[] {
  return allLines(data).flatMap((line) => {
    const checked = orderLine(line, data, sizes);
    return checked ? [checked] : [];
  });
}

function orderLine(line: CartLine, data: DraftData, sizes: readonly Size[] | null): OrderLine | null {
  const { dumpsterSize: size, quantity, materialCategory: material } = line;
  const check = checkLine({ ...data, size, quantity, material }, sizes);
  return check.ok ? check.line : null;
}

/** Whether a line could ever be ordered; one that could not is left out of the order. */
export function isPossible({ dumpsterSize: size, quantity, materialCategory: material }: CartLine): boolean {
  return checkLine({ size, quantity, material, rentalDays: 1 }, null).ok;
}

/** A line of the order with its place in it, from 0. */
export type PlacedLine = OrderLine & { at: number };

/** The lines that stand beside the one being typed, each with its place in the whole order. */
export function cartLines(data: DraftData): PlacedLine[] {
  const typed = openAt(data);
  return data.cart.flatMap((line, i) => {
    const checked = orderLine(line, data, null);
    return checked ? [{ ...checked, at: typed !== null && i >= typed ? i + 1 : i }] : [];
  });
}

/** The cart as a page shows it, so that a button of an older page is not taken for another line. */
export function cartKey(data: Pick<DraftData, "cart">): string {
  return data.cart.map((line) => `${line.quantity}x${line.dumpsterSize}${line.materialCategory}`).join(",");
}

/** What was said about the material, as long as it is about the order as it is: other boxes, or none of it left, end it. */
export function materialAnswerOf(data: DraftData): MaterialAnswer | null {
  const materials = allLines(data).map((line) => line.materialCategory);
  return answers(data.materialAnswer, data.wasteTypes, materials) ? data.materialAnswer : null;
}

/** True when a material needs a conversation first: the way then leads to a call-back instead of payment. */
export function draftNeedsConsultation(data: DraftData): boolean {
  return needsConsultation(orderLines(data));
}
