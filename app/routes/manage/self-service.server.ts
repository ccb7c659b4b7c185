import { redirect } from "@remix-run/node";
import { listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import type { ChangePrice } from "~/domain/changes/wishes";
import type { Deed } from "~/domain/kernel/deed";
import { formatTime } from "~/domain/kernel/time.server";
import { materialLabel } from "~/domain/pricing/materials";
import { customerOf } from "~/http/access/booking.server";
import { isProven } from "~/http/access/links.server";
import type { Visit } from "~/http/answers/customer-intents.server";
import { problem, refuse, type Problem } from "~/http/answers/forms.server";
import { goToPayment } from "~/http/answers/payment-page.server";
import type { Scope } from "~/http/context.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { buyChange, type BuyResult } from "~/services/booking/buy-change.server";
import type { PriceLines } from "~/ui/manage/Sums";
import { manageAddress } from "~/ui/manage/addresses";

/** What every page of an opened booking needs, on which its customer changes something. */

/** The named dumpster of a booking where it may; else, where none is named, the first that may. Null for none. */
export function chooseUnit(
  units: readonly Unit[],
  wanted: string,
  may: (unit: Unit) => boolean,
): { unit: Unit | null; others: Unit[] } {
  const able = units.filter(may);
  const unit = able.find(({ id }) => id === wanted) ?? (wanted ? null : (able[0] ?? null));
  return { unit, others: able.filter((one) => one !== unit) };
}

export function unitsOf({ services }: Scope, booking: Booking): Unit[] {
  return listUnits(services.db.orm, booking.id);
}

/** "20-yard dumpster, General debris"; with its number where there are several. */
export function nameUnit(unit: Unit, all: readonly Unit[]): string {
  const alive = all.filter(({ state }) => state !== "cancelled").length;
  const name = `${unit.size_yards}-yard dumpster, ${materialLabel(unit.material_category)}`;
  return alive > 1 ? `${name} (number ${unit.unit_number})` : name;
}

/** Every line of a price with its tax, as pages show it; they sum to the total. Cents. */
export function priceView({ lines, tax, taxLabel, total }: ChangePrice): PriceLines {
  return {
    lines: [
      ...lines.map(({ label, detail, cents }) => ({ label: `${label}: ${detail}`, cents })),
      ...(tax === 0 ? [] : [{ label: taxLabel, cents: tax }]),
    ],
    total,
  };
}

/** Counts one change that this customer causes; throws the answer where they have had enough of them. */
export async function countChange(scope: Scope, booking: Booking): Promise<Deed> {
  const counted = await mayCause(scope, "self-service", { target: booking.id });
  if (!counted.ok) throw tooMany(counted.retryAfter);
  return scope.deed(customerOf(booking));
}

type Refused = Extract<BuyResult, { ok: false }>;

/** Why it was not done, beside which field, in words for the customer; with the status of the answer. */
export function boughtProblem(
  refused: Refused,
  dayField: "pickupDate" | "deliveryDate",
): { fields: Record<string, string>; status: number } {
  const beside = (field: string, words: string, status = 400) => ({ fields: { [field]: words }, status });
  switch (refused.code) {
    case "bad_days":
      return beside(dayField, refused.message);
    case "bad_window":
      return beside("deliveryTime", refused.message);
    case "no_permit":
    case "on_hold":
      return beside("", refused.message, 409);
    case "sold_out":
      return beside(
        dayField,
        "No dumpster is free for those days any more. Choose another day, or call us and we look for one.",
        409,
      );
    case "window_full":
      return beside("deliveryTime", "This time is full on that day. Choose another time or day.", 409);
    case "no_size":
      return beside("dumpsterSize", "Choose one of our sizes.");
    case "bad_line":
      return beside("materialCategory", "This material does not go into this size. Choose another size, or call us.");
    case "another_job":
      return beside(
        "",
        "Something else is planned for this dumpster already. Take that back first, on your booking’s page.",
        409,
      );
    case "paid_open":
      return beside(
        "",
        "What you paid for could not be done the last time. We call you about another day, and you do not pay again; or call us.",
        409,
      );
    case "price_changed":
      return beside(
        "",
        "The price has changed since you opened this page. Nothing was charged. Please look again.",
        409,
      );
    case "changed":
    case "not_open":
      return beside(
        "",
        "Your booking has changed since you opened this page. Nothing was charged. Please look again.",
        409,
      );
    case "not_movable":
      return beside("", "This dumpster is not where that could be done now. Nothing was charged.", 409);
    case "another_open":
    case "payment_unreachable":
      return beside(
        "",
        refused.code === "payment_unreachable"
          ? `We cannot reach the card company at the moment. Nothing was charged, and it is held for you until ${formatTime(refused.heldUntil)}. Try again in a minute.`
          : "We cannot reach the card company at the moment to end the payment page that is open. Try again in a minute.",
        503,
      );
    case "payment_refused":
      return beside("", "The card company did not open a payment page. Nothing was charged. Please call us.", 502);
    case "already_paid":
    case "other_paid":
      return beside("", "What you asked for before has just been paid. See your booking.", 409);
    case "too_many_holds":
      return beside("", "Too many payment pages were opened for this booking. Wait an hour, or call us.", 429);
  }
}

/** Buys it and goes on to where it is paid, or back to the booking where it cost nothing. */
export async function buy(
  { scope, request }: Visit,
  booking: Booking,
  wanted: Omit<Parameters<typeof buyChange>[2], "cancelUrl" | "isOwner">,
  { typed, dayField }: { typed: Problem["values"]; dayField: "pickupDate" | "deliveryDate" },
) {
  const deed = await countChange(scope, booking);
  const done = await buyChange(scope.services, deed, {
    ...wanted,
    cancelUrl: `${scope.services.config.publicUrl}${manageAddress(booking.booking_number)}`,
    isOwner: isProven(scope, request, booking),
  });
  if (done.ok) return done.url ? goToPayment(done.url) : redirect(manageAddress(booking.booking_number, "change"), 303);
  const refused = boughtProblem(done, dayField);
  return problem(refuse(typed, refused.fields), refused.status);
}
