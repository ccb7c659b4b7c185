/**
 * The request for an additional dumpster: specification, sections 2, 4 and 5. Pure, so that the browser's dialog is the
 * same code.
 */
import { addDays, type Day } from "../kernel/days";
import { fitSize, priceOrder } from "../pricing/rules";
import { chooseSize, type OrderLine, type PricingConfig, type PricingResult, type Size } from "../pricing/types";
import type { Settings } from "../settings/schema";
import { wholeNumber } from "../kernel/typed";
import { clampWhole } from "../booking/draft/fit-line";
import type { BookingStatus } from "../states/transitions";
import type { Cents } from "../kernel/money";

/** The dialog offers these two of the 13 materials (specification, section 2). */
export const ADDITIONAL_MATERIALS = { general: "General", heavy: "Heavy" } as const;
export const ADDITIONAL_FIELDS = ["size", "quantity", "material", "rentalDays"] as const;
export type AdditionalField = (typeof ADDITIONAL_FIELDS)[number];

export type AdditionalLimits = Pick<Settings, "maxQuantityPerLine" | "maxRentalDays" | "includedDays">;

export interface AdditionalWish {
  /** What can be ordered, nearest to what was typed. */
  line: OrderLine;
  /** Where that is something else: field → what was done. Empty when all was taken as typed. */
  changed: Partial<Record<AdditionalField, string>>;
}

const LOOK_AGAIN = "Look at the price as it is now, then go on.";

/**
 * Reads the form's four fields by the specification's clamps (section 5): quantity 1–5 and 1 for what is no number,
 * rental days 1–30, heavy debris in 15 yards only. A field that was not sent takes its default: the smallest of the
 * sizes on offer, general, the included days. Throws a RangeError without any size.
 */
export function readAdditional(
  read: (field: AdditionalField) => unknown,
  limits: AdditionalLimits,
  sizes: readonly Size[],
): AdditionalWish {
  const changed: AdditionalWish["changed"] = {};
  const asked = read("material") === "heavy" ? "heavy" : "general";
  if (isOdd(read("material"), Object.keys(ADDITIONAL_MATERIALS)))
    changed.material = `Choose General or Heavy. We set it to General. ${LOOK_AGAIN}`;

  const [smallest] = sizes;
  if (smallest === undefined) throw new RangeError("no size is on offer");
  const typedSize = wholeNumber(read("size"));
  const wanted = sizes.find((size) => size === typedSize) ?? smallest;
  const { size: fitted, why } = fitSize(wanted, asked, sizes);
  const size = fitted ?? wanted;
  const material = fitted === null ? "general" : asked;
  if (isOdd(read("size"), sizes.map(String))) changed.size = `${chooseSize(sizes)} We set it to ${size}. ${LOOK_AGAIN}`;
  else if (fitted === null) changed.material = `${why} We set it to General. ${LOOK_AGAIN}`;
  else if (why) changed.size = `${why} ${LOOK_AGAIN}`;

  const quantity = clampWhole(read("quantity"), limits.maxQuantityPerLine, 1);
  if (isOdd(read("quantity"), [String(quantity)]))
    changed.quantity = `You can ask for 1 to ${limits.maxQuantityPerLine} dumpsters. We set it to ${quantity}. ${LOOK_AGAIN}`;
  const rentalDays = clampWhole(read("rentalDays"), limits.maxRentalDays, limits.includedDays);
  if (isOdd(read("rentalDays"), [String(rentalDays)]))
    changed.rentalDays = `You can rent for 1 to ${limits.maxRentalDays} days. We set it to ${rentalDays}. ${LOOK_AGAIN}`;
  return { line: { size, quantity, material, rentalDays }, changed };
}

/** Something was sent, and it is none of these. */
function isOdd(typed: unknown, known: readonly string[]): boolean {
  return typeof typed === "string" && !known.includes(typed.trim());
}

/** The price in cents by the rules that charge: the context is "new" (specification, section 4). */
export function priceAdditional(
  line: OrderLine,
  { config, areaDeliveryFee }: Pick<AdditionalOffer, "config" | "areaDeliveryFee">,
): PricingResult {
  return priceOrder({ lines: [line], context: "new", areaDeliveryFee }, config);
}

/** For so long after the pickup day "another one" still means the same place; later it is a booking like any other. */
const STILL_THERE_DAYS = 30;

/** Whether a booking can be asked for an additional dumpster: paid, not cancelled, not over for more than 30 days. */
export function mayHaveAnother(
  booking: { status: BookingStatus; paid_at: number | null; scheduled_pickup_date: Day },
  today: Day,
): boolean {
  if (booking.paid_at === null || booking.status === "cancelled") return false;
  return booking.status !== "completed" || today <= addDays(booking.scheduled_pickup_date, STILL_THERE_DAYS);
}

/** What a request for an additional dumpster begins with and is priced by. Amounts in cents, days in New York. */
export interface AdditionalOffer {
  config: PricingConfig;
  areaDeliveryFee: Cents;
  limits: Pick<Settings, "maxQuantityPerLine" | "maxRentalDays" | "includedDays">;
  /** The day on which it is wanted, and what its pickup day is counted by. */
  startDate: Day;
  calendar: Pick<Settings, "deliveryWeekdays" | "holidays">;
  /** The booking's own size and material come first. */
  size: Size;
  heavy: boolean;
}
