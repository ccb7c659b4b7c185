import { z } from "zod";
import { readDate } from "~/domain/kernel/typed";
import type { Unit } from "~/domain/booking/order/bookings.server";
import { scheduleContext } from "~/domain/booking/order/open-days.server";
import type { AskedChange } from "~/domain/changes/kind";
import { addDays, type Day } from "~/domain/kernel/days";
import { cut } from "~/domain/kernel/text";
import { MATERIAL_IDS } from "~/domain/pricing/types";
import { plainWhole } from "~/domain/kernel/whole";
import {
  DELIVERY_WINDOW_IDS,
  firstDeliveryDay,
  nextOpenDay,
  offeredWindows,
  type DeliveryWindowId,
} from "~/domain/schedule/rules";
import type { Scope } from "~/http/context.server";
import { shownTotal } from "./extend-view.server";

/** A truck that a customer buys for a dumpster that stands at their place. */
export type TruckKind = "haul" | "swap";

const DAYS = 10;
const LONGEST_NOTE = 300;

/** What is not sent is the usual: the next truck that can come, at any time, and for a swap the same again. */
export const truckSchema = z.object({
  unit: z.string().max(64).catch(""),
  as: z.enum(["dump_and_return", "emergency"]).catch("dump_and_return"),
  dumpsterSize: z
    .unknown()
    .optional()
    // Zero is no size of ours.
    .transform((sent) => (sent === undefined || sent === "" ? null : (plainWhole(sent) ?? 0))),
  materialCategory: z.enum(MATERIAL_IDS).nullable().catch(null),
  deliveryDate: z
    .unknown()
    .optional()
    .transform((typed) => readDate(typed)),
  deliveryTime: z.enum(DELIVERY_WINDOW_IDS).nullable().catch(null),
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
  const { note } = form;
  const day = form.deliveryDate ?? first;
  // Today and before everything else: it has no time of its own.
  if (kind === "haul" && form.as === "emergency") return { kind, as: form.as, day: first, window: "anytime", note };
  const window = form.deliveryTime ?? usualWindow(scope, day);
  if (kind === "haul") return { kind, as: form.as, day, window, note };
  return {
    kind,
    size: form.dumpsterSize ?? unit.size_yards,
    material: form.materialCategory ?? materialOf(unit),
    day,
    window,
    note,
  };
}

const materialOf = ({ material_category }: Unit) =>
  MATERIAL_IDS.find((id) => id === material_category) ?? ("general" as const);

/** At any time, or where that has begun or is closed the first that is left. */
function usualWindow({ services }: Scope, day: Day): DeliveryWindowId {
  const offered = offeredWindows(day, scheduleContext(services.settings(), services.clock.now()));
  return offered.includes("anytime") ? "anytime" : (offered[0] ?? "anytime");
}

/** The next day on which a truck can come. */
export function firstDay({ services }: Scope): Day {
  return firstDeliveryDay(scheduleContext(services.settings(), services.clock.now()));
}

/** Whether an emptying today, before everything else, can still be asked for; the flag "emergency haul" offers it. */
export function offersEmergency(scope: Scope): boolean {
  const { services } = scope;
  const { today } = scheduleContext(services.settings(), services.clock.now());
  return services.flags().emergency_haul && firstDay(scope) === today;
}

/** The choice as it stands in an address, and comes back from it. */
export function lookOf({ total: _, unit: __, ...form }: TruckForm, kind: TruckKind): Record<string, string> {
  const { as, dumpsterSize, materialCategory, deliveryDate, deliveryTime, note } = form;
  return {
    look: "1",
    ...(kind === "haul"
      ? { as }
      : { dumpsterSize: dumpsterSize === null ? "" : String(dumpsterSize), materialCategory: materialCategory ?? "" }),
    deliveryDate: deliveryDate ?? "",
    deliveryTime: deliveryTime ?? "",
    note,
  };
}

/** The next days on which a truck can come, with the windows of each. */
export function openDays(scope: Scope): { day: Day; windows: DeliveryWindowId[] }[] {
  const settings = scope.services.settings();
  const context = scheduleContext(settings, scope.services.clock.now());
  const days: Day[] = [];
  for (let day = firstDay(scope); days.length < DAYS; day = nextOpenDay(addDays(day, 1), settings)) days.push(day);
  return days
    .map((day) => ({ day, windows: offeredWindows(day, context) }))
    .filter(({ windows }) => windows.length > 0);
}
