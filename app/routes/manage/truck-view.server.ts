import { z } from "zod";
import { readDate } from "~/domain/booking/draft/fields-text";
import type { Booking, Unit } from "~/domain/booking/order/bookings.server";
import { scheduleContext } from "~/domain/booking/order/open-days.server";
import { previewChange } from "~/domain/changes/changes.server";
import type { AskedChange } from "~/domain/changes/kind";
import { addDays, formatDay, type Day } from "~/domain/kernel/days";
import { cut } from "~/domain/kernel/text";
import { MATERIAL_LIST } from "~/domain/pricing/materials";
import { MATERIAL_IDS } from "~/domain/pricing/types";
import { readCatalogue } from "~/domain/pricing/pricing.server";
import {
  DELIVERY_WINDOW_IDS,
  deliveryHours,
  firstDeliveryDay,
  nextOpenDay,
  windowChoice,
} from "~/domain/schedule/rules";
import type { Scope } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import type { TruckView } from "~/ui/manage/TruckPage";
import { shownTotal } from "./extend-view.server";
import { boughtProblem, chooseUnit, nameUnit, priceView, unitsOf } from "./self-service.server";

/** A truck that a customer buys for a dumpster that stands at their place. */
export type TruckKind = "haul" | "swap";

const DAYS = 10;
const LONGEST_NOTE = 300;

/** What is not sent is the usual: the next truck that can come, at any time, and for a swap the same again. */
export const truckSchema = z.object({
  unit: z.string().max(64).catch(""),
  as: z.enum(["dump_and_return", "emergency"]).catch("dump_and_return"),
  dumpsterSize: z.coerce.number().int().catch(0),
  materialCategory: z.enum(MATERIAL_IDS).nullable().catch(null),
  deliveryDate: z
    .unknown()
    .optional()
    .transform((typed) => readDate(typed)),
  deliveryTime: z.enum(DELIVERY_WINDOW_IDS).catch("anytime"),
  note: z
    .string()
    .trim()
    .catch("")
    .transform((typed) => cut(typed, LONGEST_NOTE)),
  total: shownTotal,
});
export type TruckForm = z.output<typeof truckSchema>;

export const stands = ({ state }: Unit): boolean => state === "on_site" || state === "pickup_requested";

/** What a form asks for, of this dumpster, on this day. */
export function askedOf(scope: Scope, kind: TruckKind, unit: Unit, form: TruckForm): AskedChange {
  const first = firstDay(scope);
  const { note, deliveryTime: window } = form;
  const day = form.deliveryDate ?? first;
  if (kind === "haul") return { kind, as: form.as, day: form.as === "emergency" ? first : day, window, note };
  return {
    kind,
    size: form.dumpsterSize || unit.size_yards,
    material: form.materialCategory ?? materialOf(unit),
    day,
    window,
    note,
  };
}

const materialOf = ({ material_category }: Unit) =>
  MATERIAL_IDS.find((id) => id === material_category) ?? ("general" as const);

function firstDay({ services: { settings, clock } }: Scope): Day {
  return firstDeliveryDay(scheduleContext(settings(), clock.now()));
}

/** Whether an emptying today, before everything else, can still be asked for; the flag "emergency haul" offers it. */
export function offersEmergency(scope: Scope): boolean {
  const { settings, clock, flags } = scope.services;
  const { today } = scheduleContext(settings(), clock.now());
  return flags().emergency_haul && firstDay(scope) === today;
}

/** The choice as it stands in an address, and comes back from it. */
export function lookOf({ total: _, unit: __, ...form }: TruckForm, kind: TruckKind): Record<string, string> {
  const { as, dumpsterSize, materialCategory, deliveryDate, deliveryTime, note } = form;
  return {
    look: "1",
    ...(kind === "haul"
      ? { as }
      : { dumpsterSize: dumpsterSize ? String(dumpsterSize) : "", materialCategory: materialCategory ?? "" }),
    deliveryDate: deliveryDate ?? "",
    deliveryTime,
    note,
  };
}

export function truckView(scope: Scope, booking: Booking, kind: TruckKind, searchParams: URLSearchParams): TruckView {
  const { db, settings, clock } = scope.services;
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
  const seen = previewChange(db.orm, settings(), unit.id, asked, clock.now());
  const refused = seen.ok ? null : boughtProblem(seen, "deliveryDate").fields;
  if (asked.kind === "extension") throw new Error("no truck");
  return {
    ...shared,
    offer: {
      unitId: unit.id,
      dumpster: nameUnit(unit, units),
      // Nothing was chosen yet: what stands in the way of all of it is said, what only this choice meets is not.
      problem: refused && (isLooked || "" in refused) ? refused : null,
      isPossible: !refused || !("" in refused),
      days: openDays(scope).map((day) => ({ value: day, label: formatDay(day) })),
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
              when: `${formatDay(asked.day)}, ${deliveryHours(asked.window)}`,
              price: priceView(seen.price),
              pickup:
                asked.kind === "swap"
                  ? formatDay(nextOpenDay(addDays(asked.day, settings().includedDays), settings()))
                  : null,
            }
          : null,
    },
  };
}

function openDays(scope: Scope): Day[] {
  const settings = scope.services.settings();
  const days: Day[] = [];
  for (let day = firstDay(scope); days.length < DAYS; day = nextOpenDay(addDays(day, 1), settings)) days.push(day);
  return days;
}
