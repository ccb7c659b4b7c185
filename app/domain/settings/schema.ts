/** The business's facts, one typed object (domain.md, 4.13). Stored a row per key; what is missing has its default. */
import { z } from "zod";
import { parseDay, type Day } from "../kernel/days";
import { tidyEmail } from "../kernel/typed";
import type { Closing } from "./closings";

/** The longest texts of a form of settings, in characters, as they are typed: a list of six is within them. */
export const SETTING_TEXTS = {
  agreementClause: 2000,
  invoiceNote: 500,
  // Pasted whole: what is refused for its length stands in the field again.
  holidays: 20_000,
  photographs: 3000,
  reviews: 4000,
};

const line = (max: number) => z.string().trim().min(1, "Enter a text.").max(max, `Use at most ${max} characters.`);
const maybeLine = (max: number) => z.string().trim().max(max, `Use at most ${max} characters.`);
const cents = z
  .int("Enter an amount in whole cents.")
  .min(0, "Enter 0 or more.")
  .max(10_000_000, "Enter at most $100,000.");
const whole = (low: number, high: number) =>
  z.int("Enter a whole number.").min(low, `Enter ${low} or more.`).max(high, `Enter at most ${high}.`);
const percent = z.number("Enter a percentage.").min(0, "Enter 0 or more.").max(100, "Enter at most 100.");
const quantityOfTons = z.number("Enter a number of tons.").min(0, "Enter 0 or more.").max(20, "Enter at most 20.");
/** Size in yards → cents. */
const bySize = z.record(z.string().regex(/^[1-9]\d?$/, "Enter a size in yards."), cents);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 08:00.");
const dayText = z.string().transform((text, ctx): Day => {
  const found = parseDay(text);
  if (found) return found;
  ctx.addIssue({ code: "custom", message: `${text} is no date. Write it like 2026-12-25.` });
  return z.NEVER;
});
/** A text of several lines, in paragraphs. */
const paragraphs = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().max(max, `Use at most ${max} characters.`));
/** Of one material, where it differs from the specification's: what is missing is as it was. */
const materialTerms = z.strictObject({
  multiplier: z.number("Enter a factor like 1.3.").min(0, "Enter 0 or more.").max(10, "Enter at most 10.").optional(),
  creditRate: z.number("Enter a percentage.").min(0, "Enter 0 or more.").max(1, "Enter at most 100%.").optional(),
  handlingFee: cents.optional(),
});
export const WEEKDAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Amounts in cents, rates as fractions, days as New York dates, minutes since midnight in New York. */
export const settingsSchema = z.object({
  businessName: line(60),
  legalName: line(100),
  /** As printed. */
  phone: line(20),
  email: z
    .string()
    .refine((typed) => tidyEmail(typed) === typed.toLowerCase(), "Enter an email address like name@example.com."),
  address: z.strictObject({
    street: line(120),
    city: line(60),
    state: z.string().regex(/^[A-Z]{2}$/, "Enter two letters."),
    zip: z.string().regex(/^\d{5}$/, "Enter five digits."),
  }),
  hoursLabel: line(40),
  /** For search engines; differs from the label as specified (domain.md, 4.5). */
  structuredHours: z.strictObject({
    days: z.array(z.enum(WEEKDAY_NAMES)).min(1, "Choose at least one day."),
    opens: clockTime,
    closes: clockTime,
  }),
  /** What the owner can show of the company, on the website and on documents; what is empty is not shown. */
  licenseNumber: maybeLine(60),
  insuranceNumber: maybeLine(80),
  photographs: z
    .array(
      z.strictObject({
        /** A file below public/photos (decision 0040), as cameras name them: our own pages load nothing from elsewhere. */
        file: z
          .string()
          .regex(
            /^\/photos\/[A-Z0-9](?:[\w-]|\.(?!\.)){0,99}\.(?:jpe?g|png|webp|avif)$/i,
            "Enter a file of public/photos like /photos/yard.webp: JPG, PNG, WebP or AVIF, its name without spaces.",
          ),
        /** What it shows, for whoever cannot see it. */
        alt: line(160),
        /** In pixels, so that nothing moves while it loads. */
        width: whole(1, 6000),
        height: whole(1, 6000),
      }),
    )
    .max(6, "Show at most 6 photographs."),
  reviews: z
    .array(z.strictObject({ text: line(400), name: line(60), from: line(60) }))
    .max(6, "Show at most 6 reviews."),
  /** "197+ ZIP codes": advertised, compared with the real list at start. */
  zipClaim: whole(0, 100_000),

  prices: bySize,
  discountPercent: percent,
  taxRate: z.number("Enter a rate.").min(0, "Enter 0 or more.").max(0.25, "Enter at most 25%."),
  deliveryFee: cents,
  /** For one haul of one dumpster; a size that is not named has the default. */
  haulFees: bySize,
  defaultHaulFee: cents,
  extensionPerDay: cents,
  /**
   * By the material's id: the factor of a size's price, the share of it that is credited (0 to 1), the handling fee of a
   * line. The specification's stand in `MATERIALS`; here is what an admin changed.
   */
  materials: z.record(z.string().regex(/^[a-z_]+$/, "Enter a material."), materialTerms),
  includedDays: whole(1, 60),

  includedTons: quantityOfTons,
  maxTons: quantityOfTons,
  overagePerTon: cents,
  landfillPerTon: cents,
  dryRunFee: cents,
  /** Per item. */
  prohibitedItemFee: cents,
  lightCleaningFee: cents,
  tamperFee: cents,
  /** Free from `freeHours` before the window on, then `latePercent` down to `lateHours`, then `lastPercent`. */
  cancellation: z.strictObject({
    freeHours: whole(0, 720),
    lateHours: whole(0, 720),
    latePercent: percent,
    lastPercent: percent,
  }),
  /** Between the notice of a later charge and the charge. */
  noticeHours: whole(1, 168),

  /** How long a driver who cannot get in waits for the customer. */
  accessWaitMinutes: whole(5, 60),
  /** How long a customer is not told of a day that we moved, so that it can be taken back. */
  moveNoticeMinutes: whole(0, 120),

  /** Deliveries that one window of a day can hold. */
  windowCapacity: whole(1, 200),
  sameDayCutoffMinute: whole(0, 1440),
  /** 0 = Sunday … 6 = Saturday. */
  deliveryWeekdays: z.array(whole(0, 6)).min(1, "Choose at least one day."),
  /** Days without delivery and pickup. */
  holidays: z.array(dayText).max(200, "Name at most 200 days."),
  bookingHorizonDays: whole(1, 365),

  /** Days past the due one for which a dumpster that may be kept longer is not promised to others. */
  flexibleExtensionDays: whole(0, 14),

  maxUnitsPerBooking: whole(1, 100),
  /** The forms' own limits (contract.md) are 5 and 30: these can only narrow them. */
  maxQuantityPerLine: whole(1, 5),
  maxRentalDays: whole(1, 30),
  holdMinutes: whole(35, 240),
  maxHoldsPerEmail: whole(1, 20),
  draftDays: whole(1, 90),
  /** How long a price made by the office holds. */
  quoteDays: whole(1, 90),
  /** Of each size, what prices of the office may hold at once, in percent of the usable dumpsters. */
  quoteHoldPercent: percent,
  /** How long the system log is kept. */
  logDays: whole(7, 730),
  /** The owner's own words: a last section of the agreement, and a note below the invoice. Empty: none. */
  agreementClause: paragraphs(SETTING_TEXTS.agreementClause),
  invoiceNote: paragraphs(SETTING_TEXTS.invoiceNote),
  /** The specification's "invoice feature". */
  invoicesEnabled: z.boolean(),
  /** Florida needs everyone's consent: with it on, calls begin with an announcement (domain.md, 4.9). */
  callRecording: z.boolean(),
});

type Stored = z.infer<typeof settingsSchema>;
/** With what the office closed for a storm, which is no setting: its rows are the closures' (settings.server.ts). */
export interface Settings extends Stored {
  closings: readonly Closing[];
}
export type SettingKey = keyof Stored;

export const SETTING_KEYS = Object.keys(settingsSchema.shape) as SettingKey[];

export type SettingResult<K extends SettingKey> = { ok: true; value: Settings[K] } | { ok: false; message: string };

/** Checks one value. On refusal a message for the person who typed it. */
export function parseSetting<K extends SettingKey>(key: K, value: unknown): SettingResult<K> {
  const parsed = settingsSchema.shape[key].safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data as Settings[K] }
    : { ok: false, message: parsed.error.issues[0]?.message ?? "This value is not possible." };
}

/**
 * The settings from their stored rows and the defaults. A row that is unknown or no longer valid leaves the default, as
 * do rows that contradict each other; each is named in `problems` for the log. Never throws.
 */
export function readSettings(
  rows: readonly { key: string; value: unknown }[],
  defaults: Settings,
): { settings: Settings; problems: string[] } {
  const problems: string[] = [];
  const found: Partial<Record<SettingKey, unknown>> = {};
  for (const { key, value } of rows) {
    if (!isSettingKey(key)) {
      problems.push(`${key}: no such setting`);
      continue;
    }
    const parsed = parseSetting(key, value);
    if (parsed.ok) found[key] = parsed.value;
    else problems.push(`${key}: ${parsed.message}`);
  }
  const settings: Settings = { ...defaults, ...(found as Partial<Settings>) };
  for (const conflict of settingConflicts(settings)) {
    problems.push(conflict.message);
    for (const key of conflict.keys) Object.assign(settings, { [key]: defaults[key] });
  }
  return { settings, problems };
}

/** Settings that are each possible but not together, with a message; refuse the edit that causes one. */
export function settingConflicts(settings: Settings): { keys: SettingKey[]; message: string }[] {
  const { cancellation, includedTons, maxTons, includedDays, maxRentalDays, structuredHours } = settings;
  const rules: [boolean, SettingKey[], string][] = [
    [includedTons > maxTons, ["includedTons", "maxTons"], "The included weight cannot be above the largest weight."],
    [
      includedDays > maxRentalDays,
      ["includedDays", "maxRentalDays"],
      "The included days cannot be more than the most rental days.",
    ],
    [
      cancellation.lateHours > cancellation.freeHours,
      ["cancellation"],
      "Free cancelling must end before the late fee begins.",
    ],
    [
      cancellation.latePercent > cancellation.lastPercent,
      ["cancellation"],
      "The last cancellation fee cannot be below the earlier one.",
    ],
    [
      structuredHours.opens >= structuredHours.closes,
      ["structuredHours"],
      "The opening time must be before the closing time.",
    ],
  ];
  return rules.filter(([broken]) => broken).map(([, keys, message]) => ({ keys, message }));
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsSchema.shape, key);
}
