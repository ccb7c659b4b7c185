import { and, eq } from "drizzle-orm";
import { staffActorOf, standingOf } from "~/domain/accounts/roles.server";
import { listCharges } from "~/domain/charges/charges.server";
import { letFallDue } from "~/domain/charges/due.server";
import { beginTime, lookAtCharges } from "~/domain/charges/look.server";
import { listUnits, moveBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "~/domain/changes/cancel.server";
import { readDraftData } from "~/domain/booking/draft/data";
import { insertDraft, findDraft } from "~/domain/booking/draft/drafts.server";
import { describeOrder } from "~/domain/booking/order/order.server";
import { draftAgreement } from "~/domain/documents/agreement.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { NUMBER_WHEN_SIGNED, signAgreement } from "~/domain/documents/sign.server";
import { recomputeBooking } from "~/domain/booking/order/recompute.server";
import { nextOpenDay } from "~/domain/schedule/rules";
import type { JobState } from "~/domain/states/transitions";
import { advanceJob, moveUnit, settleUnit } from "~/domain/dispatch/advance.server";
import { scheduleJob } from "~/domain/dispatch/jobs.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { addDays } from "~/domain/kernel/days";
import { SYSTEM, type Deed, type StaffActor } from "~/domain/kernel/deed";
import { newId, type Id } from "~/domain/kernel/ids.server";
import { dayAt, HOUR, instantAt, plus, type Instant } from "~/domain/kernel/time.server";
import { findCheckout, openCheckout } from "~/domain/payments/checkouts.server";
import { confirmPayment } from "~/domain/changes/confirm.server";
import { keepCard } from "~/domain/payments/receive.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import type { Settings } from "~/domain/settings/schema";
import type { Tx } from "../client.server";
import { accounts, bookings, jobs, weightTickets, zipCodes } from "../schema/index";
import { type SeedBooking } from "./booking-plans";

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

/** One booking's life so far. */
export class Life {
  private readonly orderedAt: Instant;

  constructor(
    private readonly tx: Tx,
    private readonly settings: Settings,
    private readonly website: string,
    private readonly plan: SeedBooking,
    private readonly index: number,
    private readonly now: Instant,
    private readonly driver: Id<"driver"> | undefined,
  ) {
    this.orderedAt = plus(now, -plan.orderedHoursAgo * HOUR);
  }

  run(): Id<"booking"> {
    const { tx, plan } = this;
    const data = this.draftData();
    if (plan.until === "quoted") {
      return prepareQuote(
        tx,
        { by: this.staff(), now: this.orderedAt, requestId: "seed" },
        this.settings,
        data,
        plus(this.now, 7 * 24 * HOUR),
      ).booking.id;
    }
    const booking = this.sign(data);
    if (plan.until === "expired") moveBooking(tx, this.deed(), booking.id, "expired", "not paid in time");
    if (plan.until === "pending_payment" || plan.until === "expired") return booking.id;
    this.pay(booking);
    if (plan.until === "cancelled") this.cancel(booking);
    else this.live(booking);
    return booking.id;
  }

  private staff(): StaffActor {
    const account = this.tx.select().from(accounts).where(eq(accounts.email, "staff@example.com")).get();
    const staff =
      account && staffActorOf(account, standingOf(this.tx, account, { adminEmails: [], driverAccessViaProfile: true }));
    if (!staff) throw new Error("seed: nobody of the office");
    return staff;
  }

  /** On a closed day the plan's next step would fall on the next open one: nothing happens later than now. */
  private deed(at: Instant = this.orderedAt): Deed {
    return { by: SYSTEM, now: at < this.now ? at : this.now, requestId: "seed" };
  }

  private draftData() {
    const { plan, settings } = this;
    const deliveryDate = nextOpenDay(addDays(dayAt(this.now), plan.deliversInDays), settings);
    const place = this.tx.select().from(zipCodes).where(eq(zipCodes.zip, plan.zip)).get();
    return readDraftData({
      projectType: plan.projectType,
      businessType: plan.projectType === "business_cleanout" ? "commercial" : "residential",
      wasteTypes: plan.wasteTypes,
      cart: plan.lines,
      zip: plan.zip,
      city: place?.city ?? "",
      county: place?.county ?? "",
      address: plan.address,
      deliveryDate,
      deliveryTime: plan.window,
      rentalDays: plan.days,
      contactInfo: {
        firstName: plan.firstName,
        lastName: plan.lastName,
        phone: `(407) 555-01${String(10 + this.index).padStart(2, "0")}`,
        email: `${plan.firstName}.${plan.lastName}@example.com`.toLowerCase().replace(/[^a-z.@]/g, ""),
      },
      smsConsent: this.index % 3 === 0,
    });
  }

  private sign(data: ReturnType<typeof readDraftData>): Booking {
    const { tx, settings, website } = this;
    const draft = insertDraft(tx, data, this.orderedAt, settings.draftDays, ["project", "schedule"]);
    const seen = draftAgreement(settings, data, describeOrder(tx, settings, data), NUMBER_WHEN_SIGNED, website);
    const signature = {
      name: `${data.contactInfo.firstName} ${data.contactInfo.lastName}`,
      image: null,
      ip: "198.51.100.7",
      userAgent: "Mozilla/5.0 (seed)",
    };
    const signed = signAgreement(
      tx,
      this.deed(),
      settings,
      findDraft(tx, draft.id) ?? draft,
      signature,
      seen?.view.contentSha256 ?? "",
      website,
    );
    if (!signed.ok) throw new Error(`seed ${this.index}: ${signed.code}`);
    return signed.booking;
  }

  private pay(booking: Booking): void {
    const { tx, settings } = this;
    const deed = this.deed();
    const opened = openCheckout(tx, deed, settings, booking, { success: () => "", cancel: "" });
    if (!opened.ok) throw new Error(`seed ${this.index}: ${opened.code}`);
    const confirmed = confirmPayment(
      tx,
      deed,
      settings,
      {
        sessionId: `cs_seed_${this.index}`,
        url: null,
        status: "complete",
        paymentStatus: booking.total_amount > 0 ? "paid" : "no_payment_required",
        mode: booking.total_amount > 0 ? "payment" : "setup",
        amountTotal: booking.total_amount,
        currency: "usd",
        bookingId: booking.id,
        checkoutId: opened.checkout.id,
        paymentIntentId: booking.total_amount > 0 ? `pi_seed_${this.index}` : null,
        setupIntentId: null,
        stripeCustomerId: `cus_seed_${this.index}`,
        customerEmail: booking.email,
        expiresAt: 0,
      },
      this.website,
    );
    if (!confirmed.ok || confirmed.outcome !== "confirmed")
      throw new Error(`seed ${this.index}: payment not confirmed`);
    const paid = findCheckout(tx, { id: opened.checkout.id });
    if (!paid) throw new Error(`seed ${this.index}: no checkout`);
    keepCard(tx, paid, {
      brand: this.index % 4 === 0 ? "mastercard" : "visa",
      last4: this.index % 4 === 0 ? "4444" : "4242",
      paymentMethodId: `pm_seed_${this.index}`,
    });
  }

  private cancel(booking: Booking): void {
    const { tx, settings } = this;
    const deed: Deed = { ...this.deed(plus(this.orderedAt, 2 * HOUR)), by: { kind: "customer", label: "Customer" } };
    const preview = previewCancellation(tx, settings, booking.id, null, deed.now);
    if (preview.ok) cancelBooking(tx, deed, settings, booking.id, null, preview.fee);
    for (const refund of readLedger(tx, booking.id).refunds) {
      applyRefundFacts(tx, this.deed(deed.now), refund, {
        refundId: `re_seed_${this.index}`,
        status: "succeeded",
        amount: refund.amount,
        paymentIntentId: null,
        failureReason: null,
      });
    }
  }

  /** Schedules, drives and settles as far as the plan says. */
  private live(booking: Booking): void {
    const { plan } = this;
    if (plan.until === "paid_pending_scheduling") return;
    for (const unit of listUnits(this.tx, booking.id)) {
      const delivery = this.job(unit.id, "delivery");
      const pickup = this.job(unit.id, "pickup");
      const onDelivery = this.deed(instantAt(booking.scheduled_delivery_date, 9));
      this.assign(delivery);
      if (plan.until === "confirmed") continue;
      if (plan.until === "delivery_failed") {
        this.drive(delivery, ["en_route", "arrived"], onDelivery);
        this.drive(delivery, ["attempted"], onDelivery, "A parked car blocked the driveway");
        continue;
      }
      this.drive(delivery, plan.until === "out_for_delivery" ? ["en_route"] : DELIVERED, onDelivery);
      if (plan.until === "out_for_delivery" || plan.until === "on_site") continue;
      if (plan.until === "pickup_requested") {
        const standing = listUnits(this.tx, booking.id).find((row) => row.id === unit.id) ?? unit;
        moveUnit(this.tx, this.deed(this.now), standing, "pickup_requested", "the customer is done");
        recomputeBooking(this.tx, this.deed(this.now), booking.id);
        continue;
      }
      const onPickup = this.deed(instantAt(booking.scheduled_pickup_date, 14));
      this.assign(pickup);
      if (plan.until === "pickup_failed") {
        this.drive(pickup, ["en_route", "arrived"], onPickup);
        this.drive(pickup, ["attempted"], onPickup, "Overloaded above the rim");
        continue;
      }
      this.drive(pickup, plan.until === "out_for_pickup" ? ["en_route"] : COLLECTED, onPickup);
      if (plan.until !== "completed" && plan.until !== "balance_due") continue;
      this.weigh(pickup, unit.id, onPickup);
      settleUnit(this.tx, onPickup, unit.id);
    }
    if (plan.until === "balance_due") this.owe(booking);
  }

  private job(unitId: Id<"unit">, kind: "delivery" | "pickup"): Id<"job"> {
    const found = this.tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.unit_id, unitId), eq(jobs.kind, kind)))
      .get();
    if (!found) throw new Error(`seed ${this.index}: no ${kind} job`);
    return found.id;
  }

  private assign(job: Id<"job">): void {
    const deed = this.deed(plus(this.orderedAt, HOUR));
    scheduleJob(this.tx, deed, job);
    // By hand, as a dispatcher does: no proposal takes it away again.
    if (this.driver) placeJob(this.tx, deed, job, this.driver);
  }

  private drive(job: Id<"job">, states: JobState[], deed: Deed, why?: string): void {
    for (const to of states) {
      const moved = advanceJob(this.tx, deed, job, to, why);
      if (!moved.ok) throw new Error(`seed ${this.index}: ${to} refused (${moved.code})`);
    }
  }

  /** What the facility's scale said: within the included ton, but for the one that owes for its weight. */
  private weigh(job_id: Id<"job">, unit_id: Id<"unit">, { now }: Deed): void {
    const net_pounds = this.plan.until === "balance_due" ? OVERWEIGHT : 1800;
    const tare_pounds = 26_400;
    this.tx
      .insert(weightTickets)
      .values({
        id: newId("ticket"),
        job_id,
        unit_id,
        facility: "Orange County Landfill",
        ticket_number: `S-${this.index}-${unit_id.slice(-4)}`,
        gross_pounds: tare_pounds + net_pounds,
        tare_pounds,
        net_pounds,
        recorded_at: now,
      })
      .run();
  }

  /** An overage that the customer has been told of, and that their card did not pay. */
  private owe(booking: Booking): void {
    const { tx, settings, website } = this;
    const told = plus(this.now, -2 * settings.noticeHours * HOUR);
    lookAtCharges(tx, this.deed(plus(told, -HOUR)), settings, booking.id);
    for (const charge of listCharges(tx, booking.id)) {
      beginTime(tx, this.deed(told), settings, charge);
      // Their bank has sent them a new card since.
      tx.update(bookings).set({ payment_method_id: null }).where(eq(bookings.id, booking.id)).run();
      letFallDue(tx, this.deed(this.now), { settings, website }, charge.id);
    }
  }
}
