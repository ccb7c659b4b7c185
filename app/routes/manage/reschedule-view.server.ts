import { isOnClosedDay } from "~/domain/booking/order/closed-day.server";
import { closedHalf } from "~/domain/booking/order/closed-half.server";
import { visitFee } from "~/domain/charges/visit-fee.server";
import { z } from "zod";
import type { Orm } from "#db/client.server";
import { readDate } from "~/domain/kernel/typed";
import type { Booking } from "~/domain/booking/order/bookings.server";
import {
  isHeldOffer,
  listDayChoices,
  listDayWishes,
  seenDates,
  type ChooseResult,
  type DayOffer,
} from "~/domain/changes/choose-day.server";
import { ON_HOLD_WORDS } from "~/domain/changes/kind";
import { floorOfMove, isMissed } from "~/domain/changes/reschedule.server";
import { errandsFrom, plannedWords as errandWords } from "~/domain/changes/errand-limit.server";
import { findAttempt } from "~/domain/dispatch/attempts.server";
import { findLastAttempt, type Job } from "~/domain/dispatch/jobs.server";
import { addDays, formatDay } from "~/domain/kernel/days";
import { formatTime } from "~/domain/kernel/moments";
import { dayAt } from "~/domain/kernel/time.server";
import { materialLabel } from "~/domain/pricing/materials";
import { DELIVERY_WINDOW_IDS, deliveryHours, isDeliveryWindow, nextOpenDay } from "~/domain/schedule/rules";
import type { Services } from "~/services.server";
import type { ChooseDayPage } from "~/ui/manage/ChooseDay";
import { listInTheWay } from "./visit-in-vain.server";

/** What the form has; a pickup has no window. */
export const chooseSchema = z.object({
  unit: z.string().max(64).catch(""),
  seen: z.string().max(80).nullable().catch(null),
  deliveryDate: z
    .unknown()
    .optional()
    .transform((typed, ctx) => {
      const found = readDate(typed);
      if (!found) ctx.addIssue({ code: "custom", message: "Choose a day." });
      return found ?? z.NEVER;
    }),
  deliveryTime: z
    .string()
    .catch("")
    .transform((typed) => (isDeliveryWindow(typed) ? typed : null)),
});

/** The dumpster that a day is chosen for: the named one, else the first. Null where none gets another day. */
export function findOffer(
  services: Pick<Services, "clock" | "db" | "settings">,
  booking: Booking,
  unit: string,
): DayOffer | null {
  const offers = listDayWishes(services.db.orm, services.settings(), booking.id, services.clock.now());
  return offers.find((one) => one.unit.id === unit) ?? (unit ? null : (offers[0] ?? null));
}

export function chooseView(
  services: Pick<Services, "clock" | "db" | "settings">,
  booking: Booking,
  request: Request,
): ChooseDayPage {
  const { orm } = services.db;
  const number = booking.booking_number;
  const settings = services.settings();
  const now = services.clock.now();
  const wishes = listDayWishes(orm, settings, booking.id, now);
  const offers = wishes.filter((one) => !isHeldOffer(orm, one));
  const named = new URL(request.url).searchParams.get("unit");
  const offer = offers.find(({ unit }) => unit.id === named) ?? offers[0];
  if (!offer) return { number, offer: null, ...(wishes.length > 0 && { refused: ON_HOLD_WORDS }) };
  const { unit, what, why } = offer;
  const visit = why === "visit" ? findLastAttempt(orm, unit.id) : null;
  const nameOf = (one: DayOffer["unit"]) => `${one.size_yards}-yard dumpster, ${materialLabel(one.material_category)}`;
  const days = listDayChoices(orm, settings, offer, now);
  // Only what is planned after the first day that could be chosen keeps one from them.
  const second = addDays(nextOpenDay(addDays(dayAt(now), 1), settings), 1);
  const errand = what === "pickup" ? errandsFrom(orm, unit.id, second).at(-1) : undefined;
  return {
    number,
    offer: {
      unitId: unit.id,
      seen: seenDates(unit),
      what,
      dumpster: nameOf(unit),
      when: (visit && visitWords(orm, visit)) ?? `Planned for ${plannedWords(offer)}.`,
      why,
      fee: visit && visitFee(orm, settings, booking, visit, now),
      photos: visit ? listInTheWay(orm, visit) : [],
      floor: why === "asked" && what === "delivery" ? floorOfMove(orm, settings, unit, now) : 0,
      isMissed: isMissed(unit, now),
      isClosed: isOnClosedDay(orm, unit, now),
      closedHalf: closedHalf(orm, unit.delivery_date),
      notBefore: errand ? `${errandWords(errand)}: a day before that can be chosen once you have taken it back.` : null,
      window: unit.delivery_window,
      days: days.map(({ day, windows }) => ({ day, label: formatDay(day), windows })),
      windows:
        what === "pickup" ? [] : DELIVERY_WINDOW_IDS.filter((id) => days.some(({ windows }) => windows.includes(id))),
      others: offers
        .filter((one) => one.unit.id !== unit.id)
        .map((one) => ({ id: one.unit.id, label: nameOf(one.unit) })),
    },
  };
}

function plannedWords({ unit, what }: DayOffer): string {
  if (what === "pickup") return formatDay(unit.pickup_date);
  return `${formatDay(unit.delivery_date)}, ${deliveryHours(unit.delivery_window)}`;
}

/** When our truck was there, which may be another day than the planned one. Null where no one recorded it. */
function visitWords(orm: Orm, { id }: Pick<Job, "id">): string | null {
  const attempt = findAttempt(orm, id);
  if (!attempt) return null;
  // When it came, as the office reads it; when it was given up may be after the customer's answer.
  const at = attempt.arrived_at ?? attempt.attempted_at;
  return `We were there on ${formatDay(dayAt(at))}, at ${formatTime(at)}.`;
}

/** Why a day was not taken, by the field that it is about. */
export function refusedChoice(
  refused: Pick<Extract<ChooseResult, { ok: false }>, "code"> & { message?: string },
): Record<string, string> {
  switch (refused.code) {
    case "bad_day":
      return { deliveryDate: refused.message ?? "Choose another day." };
    case "bad_window":
      return { deliveryTime: refused.message ?? "Choose a delivery time." };
    case "sold_out":
      return { deliveryDate: "No dumpster of this size is free for those days any more. Choose another day." };
    case "window_full":
      return { deliveryTime: "This time is full on that day. Choose another time or day." };
    case "same":
      return { deliveryDate: "That is the day it has already. Choose another one, or leave it as it is." };
    case "changed":
      return { "": "The day was changed while this page was open. Look at it once more, then choose." };
    case "on_hold":
      return { "": refused.message ?? "" };
    case "not_movable":
    case "not_offered":
      return { "": "Another day cannot be chosen here any more. See your booking, or call us." };
  }
}
