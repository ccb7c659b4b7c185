import { z } from "zod";
import { readDate } from "~/domain/kernel/typed";
import type { Booking, Unit } from "~/domain/booking/order/bookings.server";
import { paidUntil } from "~/domain/booking/order/paid-stay.server";
import { previewChange } from "~/domain/changes/changes.server";
import { listLongerStays } from "~/domain/changes/longer-stays.server";
import { dayCosts, extraDaysOf } from "~/domain/charges/extra-days";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { formatDay, type Day } from "~/domain/kernel/days";
import { isOpenDay } from "~/domain/schedule/rules";
import type { Settings } from "~/domain/settings/schema";
import type { Scope } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import type { ExtendView } from "~/ui/manage/ExtendPage";
import { boughtProblem, chooseUnit, nameUnit, priceView, unitsOf } from "./self-service.server";

/** The total in cents that the page showed; null where it was not looked at yet. */
export const shownTotal = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .nullable()
  .catch(null);

export const extendSchema = z.object({
  unit: z.string().max(64).catch(""),
  pickupDate: z
    .unknown()
    .optional()
    .transform((typed, ctx) => {
      const found = readDate(typed);
      if (!found) ctx.addIssue({ code: "custom", message: "Choose the new pickup day." });
      return found ?? z.NEVER;
    }),
  total: shownTotal,
});

/** Before its delivery and while it stands there. */
const mayKeep = ({ state, replaces_unit_id }: Unit): boolean =>
  state === "on_site" || (state === "reserved" && replaces_unit_id === null);

/**
 * The later days that can be had. Who keeps it until they ask has a last paid day, which was closed since and so ends later
 * than it stands: only days beyond that are any news to them.
 */
function listStays({ services }: Scope, booking: Booking, unit: Unit): ReturnType<typeof listLongerStays> {
  const { orm } = services.db;
  const settings = services.settings();
  const found = listLongerStays(orm, settings, unit, services.clock.now());
  if (!found.ok || !extraDaysOf(booking, settingsAsSigned(orm, booking.id, settings)).mayKeep) return found;
  const { lastFree } = paidUntil(orm, settings, booking, unit);
  return { ok: true, stays: found.stays.filter(({ to }) => to > lastFree) };
}

/** The dumpster and the days that a pickup day stands for; a closed day stands for the next open one. */
export function findStay(
  scope: Scope,
  booking: Booking,
  wanted: string,
  pickupDate: Day,
): { ok: true; unit: Unit; days: number } | { ok: false; fields: Record<string, string>; status: number } {
  const { unit } = chooseUnit(unitsOf(scope, booking), wanted, mayKeep);
  if (!unit) return { ok: false, ...boughtProblem({ ok: false, code: "not_movable" }, "pickupDate") };
  const found = listStays(scope, booking, unit);
  if (!found.ok) return { ok: false, ...boughtProblem(found, "pickupDate") };
  const stay = found.stays.find(({ to }) => to >= pickupDate);
  if (!stay || pickupDate <= unit.pickup_date)
    return {
      ok: false,
      status: 400,
      fields: { pickupDate: `Choose a day after ${formatDay(unit.pickup_date)} that is on the list.` },
    };
  return { ok: true, unit, days: stay.days };
}

/** Of a day that was chosen and is not what the page offers: a press of "back", an old link, a day on which no truck goes out. */
function noticeOf(
  day: Day,
  to: Day | undefined,
  { soonest, isKept, settings }: { soonest: Day; isKept: boolean; settings: Settings },
): string | null {
  if (day <= soonest)
    return isKept
      ? `It is paid for until ${formatDay(soonest)} already.`
      : `Your pickup is already on ${formatDay(soonest)}.`;
  if (to === undefined || to === day || isOpenDay(day, settings)) return null;
  return `We do not drive on ${formatDay(day)}: the next day is ${formatDay(to)}.`;
}

export function extendView(scope: Scope, booking: Booking, searchParams: URLSearchParams): ExtendView {
  const { db, clock } = scope.services;
  const settings = scope.services.settings();
  const extraDays = extraDaysOf(booking, settingsAsSigned(db.orm, booking.id, settings));
  const number = booking.booking_number;
  const units = unitsOf(scope, booking);
  const { unit, others } = chooseUnit(units, searchParams.get("unit") ?? "", mayKeep);
  const otherUrls = others.map((one) => ({
    label: nameUnit(one, units),
    url: managePaths.extend({ booking: number, unit: one.id }),
  }));
  if (!unit) return { number, others: otherUrls, offer: null, why: null };
  const found = listStays(scope, booking, unit);
  const why = found.ok ? null : (Object.values(boughtProblem(found, "pickupDate").fields)[0] ?? null);
  const stays = found.ok ? found.stays : [];
  const { lastFree } = paidUntil(db.orm, settings, booking, unit);
  const day = readDate(searchParams.get("pickupDate"));
  const soonest = extraDays.mayKeep && lastFree > unit.pickup_date ? lastFree : unit.pickup_date;
  const stay = day && day > soonest ? stays.find(({ to }) => to >= day) : undefined;
  const asked = stay && { kind: "extension" as const, days: stay.days };
  const preview = asked && previewChange(db.orm, settings, unit.id, asked, clock.now());
  return {
    number,
    others: otherUrls,
    why,
    offer: {
      unitId: unit.id,
      dumpster: nameUnit(unit, units),
      now: formatDay(unit.pickup_date),
      paidUntil: lastFree > unit.pickup_date ? formatDay(lastFree) : null,
      extraDay: extraDays.mayKeep ? dayCosts(extraDays) : null,
      perDay: settings.extensionPerDay,
      onAccount: booking.account_days !== null,
      stays: stays.map(({ to, days, total }) => ({ day: to, label: formatDay(to, { short: true }), days, total })),
      notice: day && noticeOf(day, stay?.to, { soonest, isKept: extraDays.mayKeep, settings }),
      review:
        stay && preview?.ok
          ? { day: stay.to, label: formatDay(stay.to), days: stay.days, price: priceView(preview.price) }
          : null,
    },
  };
}
