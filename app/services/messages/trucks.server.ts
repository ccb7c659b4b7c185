import { getBooking, listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import { visitMayCost, visitMayCostShort } from "~/domain/charges/visit-fee.server";
import { findDriverName, findStepAt, getJob, isLastAttempt, type Job } from "~/domain/dispatch/jobs.server";
import { findVisit, isWaiting } from "~/domain/dispatch/visits.server";
import { daysBetween } from "~/domain/kernel/days";
import type { Deed } from "~/domain/kernel/deed";
import { dayAt, formatTime } from "~/domain/kernel/time.server";
import * as templates from "~/domain/messages/templates";
import { datesTold } from "~/domain/outbox/news.server";
import type { Task } from "~/domain/outbox/outbox.server";
import { deliveryHours } from "~/domain/schedule/rules";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import { managePaths } from "~/manage-paths";
import type { Services } from "~/services.server";
import { facts, keepOf, links, nameAmong, nameOf, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { photoOf } from "./photo-of.server";
import { notSent, send, type Effect } from "./send.server";
import { textOf } from "./texts.server";

interface Truck {
  booking: Booking;
  job: Job;
  unit: Unit;
  /** As it is told among the others of its booking. */
  dumpster: string;
}
type OfJob = Task<`${"mail" | "sms"}.${"delivered" | "picked-up" | "on-the-way" | "called-back"}`>;

function findTruck(services: Pick<Services, "db">, work: OfJob): Truck | null {
  const { orm } = services.db;
  const job = getJob(orm, work.payload.jobId);
  const booking = getBooking(orm, job.booking_id);
  const all = listUnits(orm, booking.id);
  const unit = all.find(({ id }) => id === job.unit_id);
  if (!unit || !isLastAttempt(orm, job) || wordsNow(work, booking) === null) return null;
  return { booking, job, unit, dumpster: nameAmong(unit, besides(all, job)) };
}

/** What a swap takes is not told from what it brings: that comes for it. */
const besides = (all: readonly Unit[], { brings_unit_id }: Job) => all.filter(({ id }) => id !== brings_unit_id);

const kindOf = ({ kind }: Job): templates.TruckFacts["kind"] =>
  kind === "delivery" || kind === "pickup" ? kind : "other";

/** While the truck drives, and this is its last start: one that was taken back or has arrived is not on the way. */
function findDriving(services: Pick<Services, "db">, deed: Deed, work: Task<"mail.on-the-way" | "sms.on-the-way">) {
  const found = findTruck(services, work);
  if (found?.job.state !== "en_route") return null;
  if (findStepAt(services.db.orm, found.job.id, "en_route") !== work.payload.at) return null;
  const { job, dumpster } = found;
  const driver = (job.driver_id && findDriverName(services.db.orm, job.driver_id)) ?? "";
  const truck = {
    kind: kindOf(job),
    dumpster,
    // No surname: a customer needs none.
    driver: driver.trim().split(/\s+/)[0] ?? "",
    hours: deliveryHours(job.delivery_window),
    // A driver may leave before the day, or come after it: a time of day alone would be taken for today's.
    day: job.day === dayAt(deed.now) ? null : job.day,
  } as const;
  return { ...found, truck };
}

export async function onTheWay(services: Mailing, deed: Deed, work: Task<"mail.on-the-way">): Promise<Effect> {
  const found = findDriving(services, deed, work);
  if (!found) return notSent(work, OVER);
  const { booking, truck } = found;
  return send(services, deed, work, booking.email, templates.onTheWay({ ...facts(services, booking), truck }), {
    booking,
  });
}

export async function onTheWayText(services: Texting, deed: Deed, work: Task<"sms.on-the-way">): Promise<Effect> {
  const found = findDriving(services, deed, work);
  return textOf(services, deed, work, found, ({ truck }) => templates.onTheWayWords(truck));
}

/** While the truck that turned back is the last one that left, and no other has: its planned day, unless that is today. */
function findCalledBack(
  services: Pick<Services, "db">,
  deed: Deed,
  work: Task<"mail.called-back" | "sms.called-back">,
) {
  const found = findTruck(services, work);
  if (!found || !isBeforeItLeaves(found.job.state)) return null;
  if (findStepAt(services.db.orm, found.job.id, "en_route") !== work.payload.at) return null;
  const { job, dumpster } = found;
  const day = job.day !== null && job.day > dayAt(deed.now) ? job.day : null;
  return {
    ...found,
    truck: { kind: kindOf(job), dumpster, hours: deliveryHours(job.delivery_window), day },
  };
}

export async function calledBack(services: Mailing, deed: Deed, work: Task<"mail.called-back">): Promise<Effect> {
  const found = findCalledBack(services, deed, work);
  if (!found) return notSent(work, OVER);
  const { booking, truck } = found;
  return send(services, deed, work, booking.email, templates.calledBack({ ...facts(services, booking), truck }), {
    booking,
  });
}

export async function calledBackText(services: Texting, deed: Deed, work: Task<"sms.called-back">): Promise<Effect> {
  const found = findCalledBack(services, deed, work);
  return textOf(services, deed, work, found, ({ truck }) => templates.calledBackWords(truck));
}

/** The dumpster that a truck brought: a swap's job is the old one's, and its new one took that one's place. */
function findBrought(services: Pick<Services, "db">, work: Task<"mail.delivered" | "sms.delivered">) {
  const found = findTruck(services, work);
  if (found?.job.kind !== "swap") return found && { ...found, took: null };
  const unit = listUnits(services.db.orm, found.booking.id).find(({ id }) => id === found.job.brings_unit_id);
  return unit ? { ...found, unit, dumpster: nameOf(unit), took: found.dumpster } : null;
}

/** While it stands there: what is being collected already needs no greeting. */
function findStanding(services: Pick<Services, "db">, work: Task<"mail.delivered" | "sms.delivered">) {
  const found = findBrought(services, work);
  const at = found && findStepAt(services.db.orm, found.job.id, "serviced");
  const holds = found?.unit.state === "on_site" || found?.unit.state === "pickup_requested";
  return found && at !== null && holds
    ? {
        ...found,
        at: formatTime(at),
        pickup: found.unit.pickup_date,
        lateDays: Math.max(0, daysBetween(found.unit.delivery_date, dayAt(at))),
      }
    : null;
}

export async function delivered(
  services: Mailing & Pick<Services, "files">,
  deed: Deed,
  work: Task<"mail.delivered">,
): Promise<Effect> {
  const found = findStanding(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, dumpster, at, pickup, took, lateDays } = found;
  const attachments = await photoOf(services, found.job, "serviced", "where-it-stands.jpg");
  const hasPhoto = attachments.length > 0;
  const content = templates.delivered({
    ...facts(services, booking),
    dumpster,
    at,
    pickup,
    took,
    lateDays,
    hasPhoto,
  });
  const sent = await send(services, deed, work, booking.email, content, { booking, attachments });
  return andTold(sent, "mail.moved", found.unit);
}

export async function deliveredText(services: Texting, deed: Deed, work: Task<"sms.delivered">): Promise<Effect> {
  const found = findStanding(services, work);
  const sent = await textOf(services, deed, work, found, ({ pickup, ...told }) =>
    templates.deliveredWords({ ...told, pickupDay: pickup, keep: keepOf(services, told.booking) }),
  );
  return found ? andTold(sent, "sms.moved", found.unit) : sent;
}

/** With it the customer was told the dumpster's dates as they were when it was written. */
function andTold(sent: Effect, kind: "mail.moved" | "sms.moved", unit: Unit): Effect {
  return (tx) => {
    sent(tx);
    datesTold(tx, kind, unit);
  };
}

/** Until its charges are settled: then the final statement has said it. */
function findGone(services: Pick<Services, "db">, work: Task<"mail.picked-up" | "sms.picked-up">) {
  const found = findTruck(services, work);
  const at = found && findStepAt(services.db.orm, found.job.id, "serviced");
  return found?.unit.state === "off_site" && at !== null ? { ...found, at: formatTime(at) } : null;
}

export async function pickedUp(services: Mailing, deed: Deed, work: Task<"mail.picked-up">): Promise<Effect> {
  const found = findGone(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, dumpster, at } = found;
  const content = templates.pickedUp({ ...facts(services, booking), dumpster, at });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function pickedUpText(services: Texting, deed: Deed, work: Task<"sms.picked-up">): Promise<Effect> {
  return textOf(services, deed, work, findGone(services, work), ({ dumpster }) => templates.pickedUpWords(dumpster));
}

/** While the driver stands there, and nobody has answered: whoever has knows of it. */
function findBlocked(services: Pick<Services, "db">, work: Task<"mail.access-blocked" | "sms.access-blocked">) {
  const { orm } = services.db;
  const visit = findVisit(orm, work.payload.visitId);
  const job = visit && getJob(orm, visit.job_id);
  if (!visit || !job || !isWaiting(visit, job) || visit.answer !== null) return null;
  const booking = getBooking(orm, visit.booking_id);
  if (wordsNow(work, booking) === null) return null;
  const access = { kind: kindOf(job), reason: visit.reason, until: formatTime(visit.waits_until) };
  return { booking, job, visit, access };
}

export async function accessBlocked(
  services: Mailing & Pick<Services, "files">,
  deed: Deed,
  work: Task<"mail.access-blocked">,
): Promise<Effect> {
  const found = findBlocked(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, access } = found;
  const accessUrl = links(services).url(managePaths.access({ key: booking.capability }));
  const attachments = await photoOf(services, found.job, "attempted", "what-is-in-the-way.jpg");
  const content = templates.accessBlocked({
    ...facts(services, booking),
    access,
    accessUrl,
    mayCost: visitMayCost(services.db.orm, services.settings(), found, deed.now),
    hasPhoto: attachments.length > 0,
  });
  return send(services, deed, work, booking.email, content, { booking, attachments });
}

export async function accessBlockedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.access-blocked">,
): Promise<Effect> {
  const found = findBlocked(services, work);
  const path = (at: { booking: Booking }) => managePaths.access({ key: at.booking.capability });
  const said = ({ job, visit, access }: NonNullable<typeof found>) =>
    `${templates.accessWords(access)} ${visitMayCostShort(services.db.orm, services.settings(), { job, visit }, deed.now)}`;
  return textOf(services, deed, work, found, said, path);
}
