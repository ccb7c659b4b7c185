import { getBooking, getUnit, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { isClosedFor } from "~/domain/booking/order/closed-day.server";
import { daysSoFar } from "~/domain/charges/days-so-far.server";
import { parseDay, type Day } from "~/domain/kernel/days";
import type { Deed } from "~/domain/kernel/deed";
import { dayAt } from "~/domain/kernel/time.server";
import type { LateKind, ReminderKind } from "~/domain/messages/reminders";
import { DAY_CLOSED, listReminded, noteSkipped, type Reminded } from "~/domain/messages/reminders.server";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { isPermitMissing } from "~/domain/records/status.server";
import { isAskedFor, isKeptJob } from "~/domain/states/kept";
import { deliveryHours } from "~/domain/schedule/rules";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { facts, keepOf, links, nameAmong, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { sendText } from "./texts.server";

/** That a truck is late has its own words (`late.server.ts`). */
type Told = Exclude<ReminderKind, LateKind>;
type MailKind = `mail.${Told}`;
type SmsKind = `sms.${Told}`;
type Read = Pick<Services, "db" | "flags" | "settings">;

/** The kind of reminder that a piece of work sends, by mail or by text. */
const kindOf = ({ kind }: Task<MailKind | SmsKind>): Told => kind.replace(/^(mail|sms)\./, "") as Told;

const TOO_LATE = "its day has passed";

type Found =
  | { ok: true; booking: Booking; reminded: Reminded[] }
  | { ok: false; why: string; missed: { booking: Booking; day: Day } | null };

/** What is still so on the reminder's own day: sent on a later one it would be yesterday's news. */
function findReminded(services: Read, deed: Deed, work: Task<MailKind | SmsKind>): Found {
  const { orm } = services.db;
  const booking = getBooking(orm, work.payload.bookingId);
  const day = parseDay(work.payload.day);
  const over: Found = { ok: false, why: OVER, missed: null };
  if (!day || wordsNow(work, booking) === null) return over;
  const kind = kindOf(work);
  const reminded = listReminded(orm, kind, booking.id, day);
  if (reminded.length === 0) return over;
  if (dayAt(deed.now) !== day) return { ok: false, why: TOO_LATE, missed: { booking, day } };
  if (kind === "day-before" && isPermitMissing(booking, listUnits(orm, booking.id)))
    return { ok: false, why: "the street's permit is missing", missed: null };
  // Of what is closed alone nothing is said: what comes in the other half, or stands until they ask, is told all the same.
  const told = reminded.filter(
    (job) => !saysWeCome(kind, booking, job) || !isClosedFor(orm, booking.id, job.day, job.window),
  );
  return told.length > 0 ? { ok: true, booking, reminded: told } : { ok: false, why: DAY_CLOSED, missed: null };
}

/** Whose pickup waits until they ask is told of their days, whether or not a truck goes out. */
const saysWeCome = (kind: Told, { flexible_extension: mayKeep }: Booking, { jobKind, state }: Reminded): boolean =>
  kind === "day-before" || (kind !== "overdue" && !isKeptJob({ kind: jobKind, mayKeep, unit: state }));

/** Each among the others of its booking; what a swap brings is not there yet, and told from nothing. */
const namer = ({ db }: Read, { id }: Booking) => {
  const all = listUnits(db.orm, id);
  const there = all.filter(({ state, replaces_unit_id }) => state !== "reserved" || replaces_unit_id === null);
  return ({ unitId }: Reminded) => nameAmong(getUnit(db.orm, unitId), there);
};
type Namer = ReturnType<typeof namer>;
const coming = (reminded: readonly Reminded[], name: Namer): templates.ComingFacts[] =>
  reminded.map((one) => ({
    kind: one.jobKind as templates.ComingFacts["kind"],
    dumpster: name(one),
    day: one.day,
    hours: deliveryHours(one.window),
  }));
const standing = (reminded: readonly Reminded[], name: Namer): templates.StandingFacts[] =>
  reminded.map((one) => ({ dumpster: name(one), day: one.day, isRequested: isAskedFor(one.state) }));

/** A reminder by mail. One whose day has passed is noted in the booking's history. */
export async function reminder(services: Mailing, deed: Deed, work: Task<MailKind>): Promise<Effect> {
  const found = findReminded(services, deed, work);
  if (!found.ok) {
    const noted = notSent(work, found.why);
    const { missed } = found;
    return (tx) => {
      noted(tx);
      if (missed) noteSkipped(tx, deed, kindOf(work), { bookingId: missed.booking.id, day: missed.day });
    };
  }
  const { booking, reminded } = found;
  return send(services, deed, work, booking.email, mailOf(services, work, booking, reminded), { booking });
}

function mailOf(
  services: Mailing,
  work: Task<MailKind>,
  booking: Booking,
  reminded: readonly Reminded[],
): templates.MailContent {
  const shared = facts(services, booking);
  const { url } = links(services);
  const stands = {
    ...shared,
    standing: standing(reminded, namer(services, booking)),
    extendUrl: url(managePaths.extend({ key: booking.capability })),
    pickupUrl: url(managePaths.pickup({ key: booking.capability })),
  };
  switch (kindOf(work)) {
    case "day-before":
      return templates.dayBefore({ ...shared, coming: coming(reminded, namer(services, booking)) });
    case "due-soon":
      return templates.dueSoon(stands);
    case "due-today":
      return templates.dueToday(stands);
    case "overdue":
      return templates.overdue({ ...stands, soFar: soFarOf(services, booking, reminded) });
  }
}

/** What the days past the paid ones come to until now, of all that still stand there; null where nothing is counted. */
function soFarOf({ clock, db, settings }: Mailing, booking: Booking, reminded: readonly Reminded[]) {
  const found = reminded
    .filter(({ state }) => !isAskedFor(state))
    .map(({ unitId }) => daysSoFar(db.orm, settings(), booking, getUnit(db.orm, unitId), clock.now()))
    .filter((one) => one !== null);
  const sum = (key: "tax" | "total") => found.reduce((all, one) => all + one[key], 0);
  return found.length === 0 ? null : { total: sum("total"), tax: sum("tax") };
}

/** The same by text. */
export async function reminderText(services: Texting, deed: Deed, work: Task<SmsKind>): Promise<Effect> {
  const found = findReminded(services, deed, work);
  if (!found.ok) return notSent(work, found.why);
  const { booking, reminded } = found;
  const said = textOf(services, work, booking, reminded);
  return sendText(services, deed, work, booking, pathOf(services, work, booking, reminded), said);
}

/** Where days are counted, straight to what ends them, as soon as it can be asked for; else to the booking, which offers both. */
function pathOf(services: Read, work: Task<SmsKind>, booking: Booking, reminded: readonly Reminded[]): string {
  const counts = templates.keptOn(standing(reminded, namer(services, booking)), keepOf(services, booking)).length > 0;
  const kind = kindOf(work);
  const mayAsk = kind !== "day-before" && (kind !== "due-soon" || services.flags().early_pickup);
  return counts && mayAsk ? managePaths.pickup({ key: booking.capability }) : paths.manage.open(booking.capability);
}

function textOf(services: Read, work: Task<SmsKind>, booking: Booking, reminded: readonly Reminded[]): string {
  const keep = keepOf(services, booking);
  switch (kindOf(work)) {
    case "day-before":
      return templates.dayBeforeWords(coming(reminded, namer(services, booking)));
    case "due-soon":
      return templates.dueSoonText(standing(reminded, namer(services, booking)), keep, services.flags().early_pickup);
    case "due-today":
      return templates.dueTodayWords(standing(reminded, namer(services, booking)), keep);
    case "overdue":
      return templates.overdueWords(standing(reminded, namer(services, booking)), keep);
  }
}
