/**
 * The fields of the booking's forms (contract.md, "Form fields"): one schema for each step. Every message says what to
 * do. Input is what a form sends: text, a list of texts for a repeated name, or nothing. Extra names are dropped.
 * Server only by weight (zod); the browser uses the HTML attributes, made from LIMITS.
 */
import { z } from "zod";
import { formatPhone, phoneProblem, readPhone } from "../../kernel/phone";
import { tooLong } from "../../kernel/too-long";
import { isDrawable, LARGEST_DRAWING, readPngUrlHeader } from "../../kernel/png";
import { checkLine } from "../../pricing/rules";
import { chooseSize, isMaterialId, MATERIAL_IDS, type MaterialId, type Size } from "../../pricing/types";
import { BUSINESS_TYPES, PROJECT_TYPE_IDS, tidyWasteTypes } from "../../pricing/waste-types";
import { cleanZip, ZIP_INVALID } from "../../service-area/rules";
import { CHOOSE_PLACEMENT, PLACEMENTS, USUAL_PLACEMENT } from "../../schedule/placement";
import { DELIVERY_WINDOW_IDS } from "../../schedule/rules";
import { eachBox } from "./boxes";
import {
  hasWebAddress,
  manyLines,
  NO_WEB_ADDRESS,
  oneLine,
  readDate,
  ticked,
  tidyEmail,
  wholeNumber,
} from "../../kernel/typed";

/** Also the maxlength, min and max of the inputs. */
export const LIMITS = {
  name: 60,
  addressMin: 5,
  address: 120,
  city: 60,
  specialInstructions: 1000,
  gateCode: 40,
  email: 254,
  quantity: 5,
  rentalDays: 30,
  signatureNameMin: 2,
  signatureName: 100,
  /** Bytes of the picture. */
  signatureImage: 200_000,
  message: 2000,
  /** What the office writes down of a customer. */
  note: 10_000,
} as const;

/**
 * A name that is not sent at all (an unchecked box, an empty form) must reach the reader, not zod's own message.
 */
const anything = z.unknown().optional();

function text(name: string, min: number, max: number, missing: string | ((typed: unknown) => string)) {
  const short = typeof missing === "string" ? missing : { error: ({ input }: { input?: unknown }) => missing(input) };
  return z.preprocess(oneLine, atMost(name, max).min(min, short));
}

/** A text; what is too long is told how long it is. */
export function atMost(name: string, max: number) {
  return z.string().max(max, { error: ({ input }) => tooLong(name, max, String(input).length) });
}

const instructions = (name: string) => z.preprocess(manyLines, atMost(name, LIMITS.specialInstructions));

/** The name of a person, which goes out in mails. */
export function personName(name: string, min: number, max: number, missing: string) {
  const short = `That is too short for a name. Type at least ${min} letters.`;
  const said = text(name, min, max, (typed) => (typed === "" ? missing : short));
  return said.refine((typed) => !hasWebAddress(typed), NO_WEB_ADDRESS);
}

function choice<const T extends readonly [string, ...string[]]>(values: T, message: string) {
  return z.preprocess(oneLine, z.enum(values, message));
}

/** Reads with a function that gives null for what cannot be read. */
function reading<T>(read: (value: unknown) => T | null, message: string | ((value: unknown) => string)) {
  return anything.transform((value, ctx): T => {
    const found = read(value);
    if (found !== null) return found;
    ctx.addIssue({ code: "custom", message: typeof message === "string" ? message : message(value) });
    return z.NEVER;
  });
}

function number(low: number, high: number, message: string) {
  return reading((value) => {
    const found = wholeNumber(value);
    return found !== null && found >= low && found <= high ? found : null;
  }, message);
}

const checkbox = anything.transform(ticked);
const mustCheck = (message: string) => anything.refine(ticked, message).transform(() => true as const);
const zip = reading((value) => cleanZip(oneLine(value)), ZIP_INVALID);
const sizeAmong = (sizes: readonly Size[]) =>
  reading((value): Size | null => sizes.find((size) => size === wholeNumber(value)) ?? null, chooseSize(sizes));
const quantity = number(1, LIMITS.quantity, `Enter how many dumpsters you need, from 1 to ${LIMITS.quantity}.`);
/** The number as people read it, which is what a form shows again. */
export const phone = reading(
  (value) => {
    const typed = readPhone(oneLine(value));
    return typed && formatPhone(typed.e164, typed.extension);
  },
  (value) => phoneProblem(oneLine(value)),
);
const POST_BOX = /^\W*(p\W{0,2}o\W{0,2}|post(al)?\W?(office)?\W?)box(?![a-z])/i;
const TYPE_EMAIL = "Enter your email address, like name@example.com.";
const email = reading(tidyEmail, TYPE_EMAIL);

/** Ids that are none are dropped, not refused: nobody can correct a checkbox's value. */
const wasteTypes = anything.transform((value) => tidyWasteTypes(Array.isArray(value) ? value : [value]));

/** A line of the order, as `/book` adds it, in one of the sizes on offer. Heavy debris goes at 15 yards only. */
export const lineSchema = (sizes: readonly Size[]) =>
  z
    .object({
      materialCategory: z.preprocess(
        (value) => oneLine(value) || "general",
        z.enum(MATERIAL_IDS, "Choose what you will put in the dumpster."),
      ),
      dumpsterSize: sizeAmong(sizes),
      quantity: z.preprocess((value) => (value === undefined ? 1 : value), quantity),
    })
    .superRefine(({ dumpsterSize: size, quantity, materialCategory: material }, ctx) => {
      const check = checkLine({ size, quantity, material, rentalDays: 1 }, sizes);
      if (!check.ok) ctx.addIssue({ code: "custom", path: [check.field], message: check.message });
    });

const project = z.object({
  projectType: choice(PROJECT_TYPE_IDS, "Choose the kind of project."),
  businessType: z.preprocess(
    (value) => oneLine(value) || "residential",
    z.enum(BUSINESS_TYPES, "Choose residential or commercial."),
  ),
  wasteTypes,
});

/** `/book` without its line, for a draft that already has one. */
export const projectOnlySchema = project;

/** `/book`: the project and one line. */
export const projectSchema = (sizes: readonly Size[]) => z.intersection(project, lineSchema(sizes));

/** `/book/schedule`. Whether the day, the window and the ZIP can be served is asked after this, by the rules. */
export const scheduleSchema = z.object({
  zip,
  address: text(
    "the street address",
    LIMITS.addressMin,
    LIMITS.address,
    "Enter the street address where the dumpster will stand, like 123 Main Street.",
  ).refine(
    (typed) => !POST_BOX.test(typed),
    "A truck cannot find a PO box. Enter the street address where the dumpster will stand.",
  ),
  city: text("the city", 1, LIMITS.city, "Enter the city."),
  // A page from before the question sends nothing.
  placement: z.preprocess((value) => oneLine(value) || USUAL_PLACEMENT, z.enum(PLACEMENTS, CHOOSE_PLACEMENT)),
  deliveryDate: reading(readDate, "Choose the delivery date, or type it like 12/1/2026."),
  rentalDays: number(1, LIMITS.rentalDays, `Enter the number of rental days, from 1 to ${LIMITS.rentalDays}.`),
  deliveryTime: choice(DELIVERY_WINDOW_IDS, "Choose a delivery time: morning, afternoon or anytime."),
  specialInstructions: instructions("your notes for the driver"),
  firstName: personName("your first name", 1, LIMITS.name, "Enter your first name."),
  lastName: personName("your last name", 1, LIMITS.name, "Enter your last name."),
  phone,
  email,
  ...eachBox(checkbox),
});

/** What opens the gate, in one line; not asked for in the booking's steps. */
export const gateCode = text("the gate code", 0, LIMITS.gateCode, "");

/** The same in the office: with text messages agreed, everything goes by the phone number, and an address may be left out. */
export const phoneScheduleSchema = scheduleSchema.extend({
  gateCode,
  email: reading((value) => (oneLine(value) === "" ? "" : tidyEmail(value)), TYPE_EMAIL),
});
/** What the office types for somebody: neither the name nor the notes are its own. */
export const officeScheduleSchema = phoneScheduleSchema.extend({
  specialInstructions: instructions("the notes for the driver"),
  firstName: personName("the first name", 1, LIMITS.name, "Enter the first name."),
  lastName: personName("the last name", 1, LIMITS.name, "Enter the last name."),
  email: reading(
    (value) => (oneLine(value) === "" ? "" : tidyEmail(value)),
    "Enter an email address, like name@example.com.",
  ),
});
/** Beside an address that is missing although no text messages are agreed; said with everything else that is wrong. */
export const EMAIL_OR_TEXTS = "Enter an email address, or check that text messages are agreed to.";

const PNG_URL = /^data:image\/png;base64,(iVBORw0KGgo[A-Za-z0-9+/]+={0,2})$/;

/** Beside the field of a drawing that cannot be read. */
export const DRAW_AGAIN = "Draw your signature again, or clear it: your typed name is enough.";

/** What to do about a drawing; null when it may be decoded. The size is that of the picture, not of its base64 text. */
function wrongWithDrawing(url: string): string | null {
  if (url === "") return null;
  const header = PNG_URL.test(url) ? readPngUrlHeader(url) : null;
  if (!header) return DRAW_AGAIN;
  if ((url.length * 3) / 4 > LIMITS.signatureImage + 100)
    return "Draw a simpler signature, or clear it: your typed name is enough.";
  if (isDrawable(header)) return null;
  const [width, height] = [LARGEST_DRAWING.width, LARGEST_DRAWING.height].map((pixels) =>
    pixels.toLocaleString("en-US"),
  );
  return `Draw a smaller signature, of ${width} × ${height} pixels at most, or clear it: your typed name is enough.`;
}

/** The drawn signature, or nothing. Its pixels are looked at when it is drawn anew (PicturesPort). */
const signatureImage = anything
  .transform((value) => (typeof value === "string" ? value.trim() : ""))
  .superRefine((url, ctx) => {
    const message = wrongWithDrawing(url);
    if (message) ctx.addIssue({ code: "custom", message });
  })
  .transform((url) => url || null);

/** `/book/agreement` and `/sign-agreement/<session>`. */
export const agreementSchema = z.object({
  signatureName: personName("your name", LIMITS.signatureNameMin, LIMITS.signatureName, "Type your full name to sign."),
  agree: mustCheck("Check the box to say that you agree to the rental agreement."),
  signatureImage,
});

/** `/book/payment`. */
export const paymentSchema = z.object({
  cardConsent: mustCheck("Check the box to say that we may keep your card on file. We cannot rent without it."),
});

export type LineFields = z.infer<ReturnType<typeof lineSchema>>;
export type ScheduleFields = z.infer<typeof scheduleSchema>;
export type PhoneScheduleFields = z.infer<typeof phoneScheduleSchema>;

/** The buttons that say nothing but their name. */
const PLAIN = ["add", "save", "close", "keep", "apart", "continue"] as const;

export type BookIntent =
  | { [Kind in (typeof PLAIN)[number]]: { kind: Kind } }[(typeof PLAIN)[number]]
  | { kind: "update" }
  | { kind: "remove"; line: number }
  | { kind: "edit"; line: number }
  | { kind: "use"; material: MaterialId };

/**
 * Which button of `/book` was pressed. None (Enter in an old browser) continues; an unknown one only prices again.
 * `use:<material>` and `keep` answer the question about the material and continue; `apart` orders a dumpster for each.
 */
export function readBookIntent(value: unknown): BookIntent {
  const pressed = oneLine(value);
  const [verb, about] = pressed.split(":", 2);
  if ((verb === "remove" || verb === "edit") && about && /^\d{1,3}$/.test(about))
    return { kind: verb, line: Number(about) };
  if (verb === "use" && isMaterialId(about)) return { kind: "use", material: about };
  const plain = PLAIN.find((one) => one === pressed);
  if (plain) return { kind: plain };
  return { kind: pressed === "" ? "continue" : "update" };
}

/**
 * The specification's "Booking form data (defaults)" (section 3), to the letter. Amounts in cents, only for showing.
 */
export const bookingFormDefaults = {
  projectType: "",
  dumpsterSize: "",
  materialCategory: "general",
  estimatedPrice: 0,
  deliveryDate: "",
  deliveryTime: "",
  address: "",
  rentalDays: 7,
  flexibleExtension: false,
  extensionPrice: 0,
  pickupDate: "",
  ecoFriendlyOptions: false,
  contactInfo: { firstName: "", lastName: "", phone: "", email: "" },
  specialInstructions: "",
  businessType: "residential",
  wasteTypes: [],
  cart: [],
} as const;
