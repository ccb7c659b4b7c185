import type { Booking, Unit } from "~/domain/booking/order/bookings.server";
import { paidDaysAfter } from "~/domain/booking/order/paid-stay.server";
import { lastErrandDay, pickupComesFirst } from "~/domain/changes/errand-limit.server";
import { dayAt } from "~/domain/kernel/time.server";
import { previewChange } from "~/domain/changes/changes.server";
import { addDays, formatDay, type Day } from "~/domain/kernel/days";
import { MATERIAL_LIST } from "~/domain/pricing/materials";
import { readCatalogue } from "~/domain/pricing/pricing.server";
import {
  DELIVERY_WINDOW_IDS,
  deliveryHours,
  nextOpenDay,
  windowChoice,
  type DeliveryWindowId,
} from "~/domain/schedule/rules";
import type { Scope } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import type { TruckView } from "~/ui/manage/TruckPage";
import { boughtProblem, chooseUnit, nameUnit, priceView, unitsOf } from "./self-service.server";
import { emergencyWhen } from "~/domain/states/emergency";
import { nameOf } from "./units-view.server";
import {
  askedOf,
  firstDay,
  offersEmergency,
  openDays,
  stands,
  truckSchema,
  type TruckForm,
  type TruckKind,
} from "./truck-form.server";

/** What a truck's page shows: the choice, and once it is looked at its price. */
export function truckView(scope: Scope, booking: Booking, kind: TruckKind, searchParams: URLSearchParams): TruckView {
  const { db, clock } = scope.services;
  const settings = scope.services.settings();
  const number = booking.booking_number;
  const units = unitsOf(scope, booking);
  const form = truckSchema.parse(Object.fromEntries(searchParams));
  const { unit, others } = chooseUnit(units, form.unit, stands);
  const pathOf = kind === "haul" ? managePaths.haul : managePaths.swap;
  const shared = {
    kind,
    number,
    others: others.map((one) => ({ label: nameUnit(one, units), url: pathOf({ booking: number, unit: one.id }) })),
  };
  if (!unit) return { ...shared, offer: null };
  const asked = askedOf(scope, kind, unit, form);
  const isLooked = searchParams.get("look") === "1";
  const seen = previewChange(db.orm, settings, unit.id, asked, clock.now());
  const days = daysFor(scope, kind, unit);
  // An emptying whose days are all behind the pickup: what is wrong is not the day that was chosen.
  const tooLate = kind === "haul" ? pickupComesFirst(db.orm, unit, firstDay(scope), dayAt(clock.now())) : null;
  const refused = tooLate ? { "": tooLate } : seen.ok ? null : boughtProblem(seen, "deliveryDate").fields;
  if (asked.kind === "extension") throw new Error("no truck");
  const isEmergency = asked.kind === "haul" && asked.as === "emergency";
  return {
    ...shared,
    offer: {
      unitId: unit.id,
      dumpster: nameUnit(unit, units),
      // Nothing was chosen yet: what stands in the way of all of it is said, what only this choice meets is not.
      problem: refused && (isLooked || "" in refused) ? refused : null,
      isPossible: !refused || !("" in refused),
      days: days.map(({ day, windows }) => ({
        value: day,
        label: formatDay(day) + onlyWords(windows),
      })),
      windows: DELIVERY_WINDOW_IDS.map((id) => ({
        value: id,
        label: windowChoice(id).name,
        text: windowChoice(id).hours,
      })),
      sizes: readCatalogue(db.orm).sizes.map(({ size }) => ({ value: String(size), label: `${size} yards` })),
      materials: MATERIAL_LIST.filter(({ consultationRequired }) => !consultationRequired).map(({ id, label }) => ({
        value: id,
        label,
      })),
      emergency: offersEmergency(scope),
      onAccount: booking.account_days !== null,
      values: {
        as: asked.kind === "haul" ? asked.as : "",
        dumpsterSize: asked.kind === "swap" ? String(asked.size) : "",
        materialCategory: asked.kind === "swap" ? asked.material : "",
        deliveryDate: asked.day,
        deliveryTime: asked.window,
        note: asked.note,
      },
      review:
        isLooked && seen.ok
          ? {
              what: nameOf(asked.kind, isEmergency),
              when: isEmergency
                ? emergencyWhen(asked.day, dayAt(clock.now()))
                : `${formatDay(asked.day)}, ${deliveryHours(asked.window)}`,
              dropped: isEmergency && hasTime(form, asked.day) ? NO_TIME : null,
              price: priceView(seen.price),
              pickup:
                asked.kind === "swap"
                  ? `The new one is ${booking.flexible_extension ? "paid for until" : "picked up on"} ${formatDay(nextOpenDay(addDays(asked.day, settings.includedDays), settings))}.`
                  : null,
              givenUp: asked.kind === "swap" ? paidDaysAfter(db.orm, settings, booking, unit, asked.day) : 0,
            }
          : null,
    },
  };
}

const NO_TIME = "An emergency has no time of its own: the day and the time that you chose do not count.";

/** Another day, or a part of one, was chosen with it. */
const hasTime = ({ deliveryDate, deliveryTime }: TruckForm, day: Day): boolean =>
  (deliveryDate !== null && deliveryDate !== day) || (deliveryTime !== null && deliveryTime !== "anytime");

/** ", afternoon only" where the rest of a day is over or closed; nothing where all of it is left. */
function onlyWords(windows: readonly DeliveryWindowId[]): string {
  if (windows.length === DELIVERY_WINDOW_IDS.length) return "";
  return `, ${windows.map((id) => windowChoice(id).name.toLowerCase()).join(" or ")} only`;
}

/** An emptying comes before the pickup that is sure to come. */
function daysFor(scope: Scope, kind: TruckKind, unit: Unit) {
  const { db, clock } = scope.services;
  const last = kind === "haul" ? lastErrandDay(db.orm, unit, dayAt(clock.now())) : null;
  return openDays(scope).filter(({ day }) => last === null || day <= last);
}
