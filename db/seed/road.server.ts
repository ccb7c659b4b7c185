import { and, eq } from "drizzle-orm";
import { listCharges } from "~/domain/charges/charges.server";
import { letFallDue } from "~/domain/charges/due.server";
import { beginTime, lookAtCharges } from "~/domain/charges/look.server";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { recomputeBooking } from "~/domain/booking/order/recompute.server";
import type { JobState } from "~/domain/states/transitions";
import { advanceJob, moveUnit, settleUnit } from "~/domain/dispatch/advance.server";
import { scheduleJob } from "~/domain/dispatch/jobs.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { SYSTEM, type Deed } from "~/domain/kernel/deed";
import { newId, type Id } from "~/domain/kernel/ids.server";
import { HOUR, instantAt, plus, type Instant } from "~/domain/kernel/time.server";
import type { Settings } from "~/domain/settings/schema";
import type { Tx } from "../client.server";
import { bookings, jobs, weightTickets } from "../schema/index";
import type { SeedBooking } from "./booking-plans";

/** 2.37 tons, in pounds. */
const OVERWEIGHT = 4740;
/** How far each pickup or delivery is driven for a state. */
const DELIVERED: JobState[] = ["en_route", "arrived", "serviced", "completed"];
const COLLECTED: JobState[] = [
  "en_route",
  "arrived",
  "serviced",
  "to_disposal",
  "at_disposal",
  "ticketed",
  "returned",
  "completed",
];

/** How long each step of a job takes. */
const STEP_MS = 20 * 60_000;

/** Something that happened in a booking's life. */
export interface Happening {
  at: Instant;
  live: () => void;
}

interface Told {
  tx: Tx;
  settings: Settings;
  website: string;
  plan: SeedBooking;
  index: number;
  now: Instant;
  driver: Id<"driver"> | undefined;
  orderedAt: Instant;
}

/**
 * What the trucks and the scales did with a paid order: happenings, to be lived in the order of their time beside those of
 * the others. A dumpster is at one place at a time.
 */
export class Road {
  private readonly happenings: Happening[] = [];

  constructor(private readonly told: Told) {}

  /** On a closed day the plan's next step would fall on the next open one: nothing happens later than now. */
  private deed(at: Instant): Deed {
    const { now } = this.told;
    return { by: SYSTEM, now: at < now ? at : now, requestId: "seed" };
  }

  /** Schedules, drives and settles as far as the plan says. */
  live(id: Id<"booking">): readonly Happening[] {
    const { until } = this.told.plan;
    const booking = getBooking(this.told.tx, id);
    if (until === "paid_pending_scheduling") return [];
    for (const unit of listUnits(this.told.tx, booking.id)) this.driveUnit(booking, unit.id);
    if (until === "balance_due") this.then(this.told.now, () => this.owe(booking));
    return this.happenings;
  }

  private driveUnit(booking: Booking, unitId: Id<"unit">): void {
    const { until } = this.told.plan;
    const [delivery, pickup] = [this.job(unitId, "delivery"), this.job(unitId, "pickup")];
    const delivered = instantAt(booking.scheduled_delivery_date, 9);
    this.assign(delivery);
    if (until === "confirmed") return;
    if (until === "delivery_failed") return this.fail(delivery, delivered, "A parked car blocked the driveway");
    this.drive(delivery, until === "out_for_delivery" ? ["en_route"] : DELIVERED, delivered);
    if (until === "out_for_delivery" || until === "on_site") return;
    if (until === "pickup_requested") return this.then(this.told.now, () => this.requestPickup(booking, unitId));
    const collected = instantAt(booking.scheduled_pickup_date, 14);
    this.assign(pickup);
    if (until === "pickup_failed") return this.fail(pickup, collected, "Overloaded above the rim");
    const end = this.drive(pickup, until === "out_for_pickup" ? ["en_route"] : COLLECTED, collected);
    if (until !== "completed" && until !== "balance_due") return;
    this.then(end, (deed) => {
      this.weigh(pickup, unitId, deed);
      settleUnit(this.told.tx, deed, unitId);
    });
  }

  private requestPickup(booking: Booking, unitId: Id<"unit">): void {
    const standing = listUnits(this.told.tx, booking.id).find(({ id }) => id === unitId);
    if (!standing) throw new Error(`seed ${this.told.index}: no unit`);
    moveUnit(this.told.tx, this.deed(this.told.now), standing, "pickup_requested", "the customer is done");
    recomputeBooking(this.told.tx, this.deed(this.told.now), booking.id);
  }

  private then(at: Instant, live: (deed: Deed) => void): void {
    const deed = this.deed(at);
    this.happenings.push({ at: deed.now, live: () => live(deed) });
  }

  private job(unitId: Id<"unit">, kind: "delivery" | "pickup"): Id<"job"> {
    const found = this.told.tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.unit_id, unitId), eq(jobs.kind, kind)))
      .get();
    if (!found) throw new Error(`seed ${this.told.index}: no ${kind} job`);
    return found.id;
  }

  private assign(job: Id<"job">): void {
    const deed = this.deed(plus(this.told.orderedAt, HOUR));
    scheduleJob(this.told.tx, deed, job);
    // By hand, as a dispatcher does: no proposal takes it away again.
    if (this.told.driver) placeJob(this.told.tx, deed, job, this.told.driver);
  }

  /** Returns when the last step was taken. */
  private drive(job: Id<"job">, states: readonly JobState[], from: Instant, why?: string): Instant {
    states.forEach((to, n) =>
      this.then(plus(from, n * STEP_MS), (deed) => {
        const moved = advanceJob(this.told.tx, deed, job, to, why);
        if (!moved.ok) throw new Error(`seed ${this.told.index}: ${to} refused (${moved.code})`);
      }),
    );
    return plus(from, (states.length - 1) * STEP_MS);
  }

  private fail(job: Id<"job">, from: Instant, why: string): void {
    const there = this.drive(job, ["en_route", "arrived"], from);
    this.drive(job, ["attempted"], plus(there, STEP_MS), why);
  }

  /** What the facility's scale said: within the included ton, but for the one that owes for its weight. */
  private weigh(job_id: Id<"job">, unit_id: Id<"unit">, { now }: Deed): void {
    const net_pounds = this.told.plan.until === "balance_due" ? OVERWEIGHT : 1800;
    const tare_pounds = 26_400;
    this.told.tx
      .insert(weightTickets)
      .values({
        id: newId("ticket"),
        job_id,
        unit_id,
        facility: "Orange County Landfill",
        ticket_number: `S-${this.told.index}-${unit_id.slice(-4)}`,
        gross_pounds: tare_pounds + net_pounds,
        tare_pounds,
        net_pounds,
        recorded_at: now,
      })
      .run();
  }

  /** An overage that the customer has been told of, and that their card did not pay. */
  private owe(booking: Booking): void {
    const { tx, settings, website } = this.told;
    const told = plus(this.told.now, -2 * settings.noticeHours * HOUR);
    lookAtCharges(tx, this.deed(plus(told, -HOUR)), settings, booking.id);
    for (const charge of listCharges(tx, booking.id)) {
      beginTime(tx, this.deed(told), settings, charge);
      // Their bank has sent them a new card since.
      tx.update(bookings).set({ payment_method_id: null }).where(eq(bookings.id, booking.id)).run();
      letFallDue(tx, this.deed(this.told.now), { settings, website }, charge.id);
    }
  }
}
