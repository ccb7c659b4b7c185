import { getBooking, listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import { floorsOf } from "~/domain/changes/cancel-window.server";
import { findClosure } from "~/domain/changes/closure-read.server";
import { listDayWishes } from "~/domain/changes/choose-day.server";
import { isMissed } from "~/domain/changes/reschedule.server";
import { parseDay } from "~/domain/kernel/days";
import type { Deed } from "~/domain/kernel/deed";
import { dayAt } from "~/domain/kernel/time.server";
import * as templates from "~/domain/messages/templates";
import type { MovedFacts, MovedUnit } from "~/domain/messages/templates-moved";
import type { Task } from "~/domain/outbox/outbox.server";
import type { KnownDates } from "~/domain/outbox/work";
import { isPermitMissing } from "~/domain/records/status.server";
import { deliveryHours } from "~/domain/schedule/rules";
import { staysUntilAsked } from "~/domain/states/kept";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { facts, links, nameAmong, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { textOf } from "./texts.server";

/** What is other now than the customer knows; null when all of it came back, was cancelled or is over, its time too. */
function findMoved(
  services: Pick<Services, "db" | "flags" | "settings">,
  { now }: Pick<Deed, "now">,
  work: Task<"mail.moved" | "sms.moved">,
): { booking: Booking; moved: MovedFacts } | null {
  const { orm } = services.db;
  const booking = getBooking(orm, work.payload.bookingId);
  if (wordsNow(work, booking) === null) return null;
  const all = listUnits(orm, booking.id);
  const changed = work.payload.known.flatMap((known) => {
    const unit = all.find(({ id }) => id === known.unitId);
    const said = unit && changeOf(unit, all, booking, known);
    // Told after a hold it would promise a time that has passed: what is so then has messages of its own.
    const isOver = unit && (said?.what === "delivery" ? isMissed(unit, now) : unit.pickup_date < dayAt(now));
    return unit && said && !isOver ? [{ unit, said }] : [];
  });
  if (changed.length === 0) return null;
  const closureId = changed.find(({ unit }) => unit.closure_id !== null)?.unit.closure_id ?? null;
  const reason = closureId && (findClosure(orm, closureId)?.reason ?? null);
  return {
    booking,
    moved: {
      units: changed.map(({ said }) => said),
      reason,
      // A truck that we send later costs nobody a day, whatever it was that made us.
      instead: insteadOf(
        services,
        booking,
        changed.map(({ unit }) => unit),
        now,
      ),
      isFree:
        closureId !== null ||
        changed.every(({ said }) => said.what === "pickup" && !said.isKept && said.is.day > said.was.day),
      isOfSeveral: all.filter(({ state }) => state !== "cancelled").length > 1,
      floor: floorsOf(changed.flatMap(({ unit, said }) => (said.what === "delivery" ? [unit] : []))).most,
      permitMissing: isPermitMissing(booking, all),
    },
  };
}

/**
 * What the customer of dumpsters whose day we moved can do about it where their page has no other day to choose; null where
 * it has one. By what that page offers: else our link leads to one on which nothing is to be chosen.
 */
function insteadOf(
  { db: { orm }, flags, settings }: Pick<Services, "db" | "flags" | "settings">,
  { id }: Booking,
  units: readonly Unit[],
  now: Deed["now"],
): MovedFacts["instead"] {
  const choosable = new Set(listDayWishes(orm, settings(), id, now).map(({ unit }) => unit.id));
  if (units.some((unit) => choosable.has(unit.id))) return null;
  if (!units.every(({ state }) => state === "on_site")) return "call";
  return flags().early_pickup ? "sooner_or_longer" : "longer";
}

/** What is other of one dumpster, of all of its booking, than was known; null where nothing is. */
export function changeOf(
  unit: Unit,
  all: readonly Unit[],
  { flexible_extension: mayKeep }: Pick<Booking, "flexible_extension">,
  known: KnownDates,
): MovedUnit | null {
  const [delivery, pickup] = [parseDay(known.delivery), parseDay(known.pickup)];
  if (!delivery || !pickup) return null;
  const dumpster = nameAmong(unit, all);
  const isKept = staysUntilAsked({ mayKeep, unit: unit.state });
  const hours = { was: deliveryHours(known.window), is: deliveryHours(unit.delivery_window) };
  const isAhead = unit.state === "reserved";
  if (isAhead && (unit.delivery_date !== delivery || unit.delivery_window !== known.window))
    return {
      dumpster,
      what: "delivery",
      was: { day: delivery, hours: hours.was },
      is: { day: unit.delivery_date, hours: hours.is },
      pickup: unit.pickup_date === pickup ? null : unit.pickup_date,
      isKept,
    };
  const isToCome = isAhead || ["on_site", "pickup_requested", "pickup_failed"].includes(unit.state);
  return isToCome && unit.pickup_date !== pickup
    ? {
        dumpster,
        what: "pickup",
        was: { day: pickup, hours: "" },
        is: { day: unit.pickup_date, hours: "" },
        pickup: null,
        isKept,
      }
    : null;
}

export async function moved(services: Mailing, deed: Deed, work: Task<"mail.moved">): Promise<Effect> {
  const found = findMoved(services, deed, work);
  if (!found) return notSent(work, OVER);
  const { booking } = found;
  const chooseUrl = links(services).url(managePaths.reschedule({ key: booking.capability }));
  const content = templates.moved({ ...facts(services, booking), moved: found.moved, chooseUrl });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function movedText(services: Texting, deed: Deed, work: Task<"sms.moved">): Promise<Effect> {
  return textOf(
    services,
    deed,
    work,
    findMoved(services, deed, work),
    (found) => templates.movedWords(found.moved),
    ({ booking: { capability }, moved: { isFree, instead } }) =>
      isFree && !instead ? managePaths.reschedule({ key: capability }) : paths.manage.open(capability),
  );
}
