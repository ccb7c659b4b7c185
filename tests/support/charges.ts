import { and, desc, eq } from "drizzle-orm";
import { bookings, jobs, messages } from "#db/schema/index";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { getCharge, listCharges, type LaterRow } from "~/domain/charges/charges.server";
import { letFallDue } from "~/domain/charges/due.server";
import { lookAtCharges, noteTold } from "~/domain/charges/look.server";
import { judgePhoto } from "~/domain/dispatch/attempts.server";
import { keepReport } from "~/domain/dispatch/reports.server";
import { assignJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import type { Report } from "~/domain/dispatch/report-rules";
import { takeStep, type Step } from "~/domain/dispatch/steps.server";
import { newCapability, newId, type Id } from "~/domain/kernel/ids.server";
import type { Instant } from "~/domain/kernel/time.server";
import { keepPhoto } from "~/domain/photos/photos.server";
import type { PhotoStep } from "~/domain/photos/rules";
import type { JobKind } from "~/domain/states/transitions";
import { paidBooking, STAFF, WEBSITE, type TestWorld } from "./domain";
import type { DraftData } from "~/domain/booking/draft/data";
import { temporaryDriver } from "./driver";

const NOTHING: Report = {
  material: null,
  prohibited: null,
  prohibited_count: null,
  cleaning: false,
  moved: false,
  overloaded: false,
  second_number: null,
};

/**
 * A photograph of a job's step, as services/photos/take.server.ts keeps it once it lies on the disk: by a form, or by the
 * phone with its entry and the time at which it was taken.
 */
export async function takePhoto(
  world: TestWorld,
  jobId: Id<"job">,
  step: PhotoStep,
  { at = null, ...by }: { driverId?: Id<"driver">; entryId?: string; at?: Instant | null } = {},
): Promise<void> {
  const shot = newCapability();
  const files = { sha256: shot, path: `${shot}.jpg`, smallPath: `${shot}-s.jpg` };
  const photo = { driverId: null, entryId: null, taken: { at, place: null }, width: 1, height: 1, bytes: 1, ...by };
  await world.db.write((tx) => {
    keepPhoto(tx, world.deed(), { ...photo, ...files, jobId, step });
    if (step === "attempted") judgePhoto(tx, world.deed(), jobId, at);
  });
}

let tickets = 0;
/** What a scale says of a load of so many pounds. */
export const ticketOf = (net: number): Step => ({
  to: "ticketed",
  ticket: { number: `T-${++tickets}`, gross: 26_400 + net, tare: 26_400, net },
});

function newestJob(world: TestWorld, booking: Pick<Booking, "id">, kind: JobKind, unit: number) {
  const unitId = listUnits(world.db.orm, booking.id)[unit]?.id;
  if (!unitId) throw new Error("no such dumpster");
  const job = world.db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.booking_id, booking.id), eq(jobs.unit_id, unitId), eq(jobs.kind, kind)))
    .orderBy(desc(jobs.attempt), desc(jobs.created_at))
    .get();
  if (!job) throw new Error(`no ${kind}`);
  return job;
}

/** The job of a booking's first dumpster that `drive` would drive. */
export const firstJob = (world: TestWorld, booking: Pick<Booking, "id">, kind: JobKind): Id<"job"> =>
  newestJob(world, booking, kind, 0).id;

/** Drives one job of a booking's dumpster by these steps, for a driver of its own. Throws what was refused. */
export async function drive(
  world: TestWorld,
  booking: Pick<Booking, "id">,
  kind: JobKind,
  steps: readonly Step[],
  { unit = 0, between = async (_job: Id<"job">, _driver: Id<"driver">): Promise<void> => undefined } = {},
): Promise<Id<"job">> {
  const driver = await temporaryDriver(world);
  const job = newestJob(world, booking, kind, unit);
  await world.db.write((tx) => {
    if (job.state === "unscheduled") scheduleJob(tx, world.deed(STAFF), job.id);
    assignJob(tx, world.deed(STAFF), job.id, driver);
  });
  for (const step of steps) {
    if (step.to === "completed") await between(job.id, driver);
    const done = await world.db.write((tx) => takeStep(tx, world.deed(STAFF), driver, job.id, step));
    if (!done.ok) throw new Error(`${step.to}: ${done.code}`);
  }
  return job.id;
}

const SERVICED = { to: "serviced", dumpsterNumber: "" } as const;
export const OUT: readonly Step[] = [{ to: "en_route" }, { to: "arrived" }, SERVICED, { to: "completed" }];
export const BACK = (net: number): readonly Step[] => [
  { to: "en_route" },
  { to: "arrived" },
  SERVICED,
  { to: "to_disposal" },
  { to: "at_disposal", facility: "Landfill" },
  ticketOf(net),
  { to: "returned" },
  { to: "completed" },
];

/** A paid booking with a card on file, as the card company has told it. */
export async function rented(world: TestWorld, changes: Partial<DraftData> = {}): Promise<Booking> {
  const booking = await paidBooking(world, changes);
  const card = { payment_method_id: "pm_1", card_brand: "visa", card_last4: "4242", stripe_customer_id: "cus_1" };
  await world.db.write((tx) => tx.update(bookings).set(card).where(eq(bookings.id, booking.id)).run());
  return getBooking(world.db.orm, booking.id);
}

/** Rented, delivered and picked up with so many pounds in it, and what the driver reported of it. */
export async function hauled(
  world: TestWorld,
  pounds: number,
  {
    reports = [],
    photo = true,
    ...changes
  }: { reports?: Partial<Report>[]; photo?: boolean } & Partial<DraftData> = {},
): Promise<Booking> {
  const booking = await rented(world, changes);
  await drive(world, booking, "delivery", OUT);
  await drive(world, booking, "pickup", BACK(pounds), {
    between: async (jobId, driver) => {
      for (const report of reports)
        await world.db.write((tx) => keepReport(tx, world.deed(), driver, jobId, { ...NOTHING, ...report }));
      if (reports.length > 0 && photo) await takePhoto(world, jobId, "report");
    },
  });
  return getBooking(world.db.orm, booking.id);
}

export const look = (world: TestWorld, { id }: Pick<Booking, "id">): Promise<void> =>
  world.db.write((tx) => lookAtCharges(tx, world.deed(), world.settings(), id));

export const chargesOf = (world: TestWorld, { id }: Pick<Booking, "id">): LaterRow[] => listCharges(world.db.orm, id);

/** The notice's mail has left, as its work says when it is done. */
export async function tell(world: TestWorld, charge: Pick<LaterRow, "id">): Promise<LaterRow> {
  const { id, notices, booking_id } = getCharge(world.db.orm, charge.id);
  await world.db.write((tx) => {
    tx.insert(messages)
      .values({
        id: newId("message"),
        cause: `mail.charge-notice:${id}:${notices}`,
        channel: "email",
        direction: "out",
        template: "mail.charge-notice",
        sender: "office@example.com",
        recipient: "ada@example.com",
        subject: "",
        body: "",
        state: "sent",
        booking_id,
        created_at: world.clock.at,
        updated_at: world.clock.at,
      })
      .run();
    noteTold(tx, world.deed(), world.settings(), id, notices);
  });
  return getCharge(world.db.orm, id);
}

/** Told, and a day later due: the card is about to be charged. Returns the charge. */
export async function due(world: TestWorld, charge: Pick<LaterRow, "id">): Promise<LaterRow> {
  const told = await tell(world, charge);
  world.clock.at = told.due_at ?? world.clock.at;
  const done = await fallDue(world, charge);
  if (!done.ok) throw new Error(done.code);
  return getCharge(world.db.orm, charge.id);
}

export const fallDue = (world: TestWorld, { id }: Pick<LaterRow, "id">) =>
  world.db.write((tx) => letFallDue(tx, world.deed(), { settings: world.settings(), website: WEBSITE }, id));
