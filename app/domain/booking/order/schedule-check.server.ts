import type { Orm } from "#db/client.server";
import { findNotServed } from "../../customers/serve.server";
import { findShortage, windowTaken, type OwnHold } from "../../inventory/availability.server";
import { day, formatDay, parseDay, type Day } from "../../kernel/days";
import type { Instant } from "../../kernel/time.server";
import { checkZip } from "../../service-area/service-area.server";
import { minimumOrderProblem, zipWithoutStreets } from "../../service-area/rules";
import type { Settings } from "../../settings/schema";
import type { DraftData } from "../draft/data";
import { NO_RIGHTS } from "../draft/grants";
import type { Meanwhile } from "../draft/writes.server";
import { otherDaysFor, scheduleContext } from "./open-days.server";
import { describeOrder } from "./order.server";
import {
  DELIVERY_WINDOW_IDS,
  deliveryDayProblem,
  deliveryTimeLabel,
  occupiedUntil,
  pickupDay,
  windowProblem,
  type ScheduleContext,
} from "../../schedule/rules";

export type ScheduleCheck = { ok: true; data: DraftData } | ScheduleRefusal;
export type ScheduleRefusal = {
  ok: false;
  fields: Record<string, string>;
  /** Why a call-back is offered instead. */ offerCallBack?:
    | "outside_area"
    | "minimum_order"
    | "large_order"
    | "call_back";
  otherDays?: Day[];
  /** Nothing was saved: somebody else has written these fields since the page was made. */
  meanwhile?: Meanwhile;
};

/**
 * The ZIP and the day of a form that is not finished, when they cannot be served: field to message. An empty one is not
 * missed.
 */
export function findUnserved(
  orm: Orm,
  settings: Settings,
  { zip, deliveryDate }: Pick<DraftData, "zip" | "deliveryDate">,
  now: Instant,
): Record<string, string> {
  const place = zip === "" ? null : checkZip(orm, zip);
  const on = parseDay(deliveryDate);
  const badDay = on ? deliveryDayProblem(on, scheduleContext(settings, now)) : null;
  return {
    ...(place && (!place.isServiced || !place.area) ? { zip: place.message } : {}),
    ...(badDay ? { deliveryDate: badDay } : {}),
  };
}

/**
 * What stands in the way of an order before dumpsters are counted: its ZIP, its day, its window, the area's minimum,
 * its size. Null when nothing does. Asked at the schedule step and again before signing and paying, because all of it
 * may have changed. `rights` are the rights for this very order.
 */
export function findObstacle(
  orm: Orm,
  settings: Settings,
  data: DraftData,
  now: Instant,
  rights = NO_RIGHTS,
): ScheduleRefusal | null {
  const context = scheduleContext(settings, now);
  const fields: Record<string, string> = {};
  const zip = checkZip(orm, data.zip);
  if (!zip.isServiced || !zip.area)
    return {
      ok: false,
      fields: { zip: zip.message, ...findUnserved(orm, settings, data, now) },
      offerCallBack: "outside_area",
    };
  if (zip.place && !zip.place.has_street_addresses) fields.zip = zipWithoutStreets(data.zip);

  const deliveryDate = day(data.deliveryDate);
  const badDay = deliveryDayProblem(deliveryDate, context);
  const badWindow = badDay ? null : windowProblem(data.deliveryTime, deliveryDate, context);
  if (badDay) fields.deliveryDate = badDay;
  if (badWindow) fields.deliveryTime = badWindow;
  if (Object.keys(fields).length > 0) return { ok: false, fields };

  const { price } = describeOrder(orm, settings, data);
  // The office gave its word for the price: what is smaller than the area's minimum was agreed on with it.
  const tooSmall = rights.has("price") ? null : minimumOrderProblem(price.subtotal, zip.area.minimum_order);
  if (tooSmall) return { ok: false, fields: { zip: tooSmall }, offerCallBack: "minimum_order" };
  if (price.totalUnits > settings.windowCapacity && !rights.has("full_window"))
    return {
      ok: false,
      offerCallBack: "large_order",
      fields: {
        deliveryTime: `${price.totalUnits} dumpsters need more truck trips than one delivery time holds. Ask us to call you, and we plan them over several.`,
      },
    };
  // Last, so that it reads as any order that is finished by phone.
  return findNotServed(orm, data.contactInfo) ? FINISHED_BY_PHONE : null;
}

/** It cannot be delivered as it stands any more. `byPhone`: the order is finished in a call. `isTooSmall`: for its area. */
export interface Undeliverable {
  ok: false;
  code: "obstacle";
  fields: ScheduleRefusal["fields"];
  byPhone: boolean;
  isTooSmall: boolean;
}

/** What stands in the way of signing or paying an order as it is; null when nothing does. */
export function findUndeliverable(...asked: Parameters<typeof findObstacle>): Undeliverable | null {
  const obstacle = findObstacle(...asked);
  return (
    obstacle && {
      ok: false,
      code: "obstacle",
      fields: obstacle.fields,
      byPhone: obstacle.offerCallBack === FINISHED_BY_PHONE.offerCallBack,
      isTooSmall: obstacle.offerCallBack === "minimum_order",
    }
  );
}

/** For whoever is not served (domain.md, 4.23): the words are any call-back's and say nothing of why. */
export const FINISHED_BY_PHONE: ScheduleRefusal = {
  ok: false,
  offerCallBack: "call_back",
  fields: { "": "We finish this order with you by phone. Ask us to call you; everything you typed is kept." },
};

/**
 * Everything about when and where that needs the database: nothing stands in the way, the window has room, the
 * dumpsters are free; what the order holds already (`own`) does not stand in its way. On success the data with county,
 * city, pickup day and prices filled in.
 */
export function checkSchedule(
  orm: Orm,
  settings: Settings,
  data: DraftData,
  now: Instant,
  rights = NO_RIGHTS,
  own: OwnHold | null = null,
): ScheduleCheck {
  const obstacle = findObstacle(orm, settings, data, now, rights);
  if (obstacle) return obstacle;
  const context = scheduleContext(settings, now);
  const filled = fillSchedule(orm, settings, data);
  const order = describeOrder(orm, settings, filled);
  const deliveryDate = day(data.deliveryDate);
  const full = fullWindow(orm, settings, deliveryDate, data.deliveryTime, order.price.totalUnits, context, own);
  if (full && !rights.has("full_window")) return { ok: false, fields: { deliveryTime: full } };

  const shortage = findShortage(
    orm,
    order.lines,
    { start: deliveryDate, end: occupiedUntil(day(filled.pickupDate), data.flexibleExtension, settings) },
    context.today,
    own,
  );
  if (shortage) {
    const otherDays = otherDaysFor(orm, settings, filled, now);
    return { ok: false, fields: { deliveryDate: soldOutMessage(shortage, otherDays) }, otherDays };
  }
  return { ok: true, data: filled };
}

/** The data with what follows from them, as an order is stored: county, city, pickup day, prices. */
export function fillSchedule(orm: Orm, settings: Settings, data: DraftData): DraftData {
  const { area, place } = checkZip(orm, data.zip);
  const { price } = describeOrder(orm, settings, data);
  return {
    ...data,
    county: place?.county ?? area?.area_name ?? "",
    city: data.city || (place?.city ?? ""),
    pickupDate: pickupDay(day(data.deliveryDate), data.rentalDays, settings),
    estimatedPrice: price.total,
    extensionPrice: price.extension,
  };
}

/** The specification's words for too few dumpsters (section 8), with the next days that work. */
export function soldOutMessage(shortage: { size: number; availableCount: number }, otherDays: Day[]): string {
  const instead =
    otherDays.length > 0 ? ` The next days that work: ${otherDays.map((on) => formatDay(on)).join("; ")}.` : "";
  return `Only ${shortage.availableCount} unit(s) available for ${shortage.size} yard on these days. Please reduce quantity or choose other days.${instead}`;
}

function fullWindow(
  orm: Orm,
  settings: Settings,
  on: Day,
  window: string,
  deliveries: number,
  context: ScheduleContext,
  own: OwnHold | null,
): string | null {
  const mine = (id: string) =>
    on === own?.delivery_date && id === own.delivery_window ? own.lines.reduce((sum, one) => sum + one.quantity, 0) : 0;
  const left = (id: string) => settings.windowCapacity - windowTaken(orm, on, id) + mine(id);
  if (left(window) >= deliveries) return null;
  const others = DELIVERY_WINDOW_IDS.filter(
    (id) => id !== window && left(id) >= deliveries && windowProblem(id, on, context) === null,
  ).map(deliveryTimeLabel);
  return `${deliveryTimeLabel(window)} is full on ${formatDay(on)}. ${others.length > 0 ? `Choose ${others.join(" or ")}, or another day.` : "Choose another day."}`;
}
