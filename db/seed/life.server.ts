import { eq } from "drizzle-orm";
import { staffActorOf, standingOf } from "~/domain/accounts/roles.server";
import { moveBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "~/domain/changes/cancel.server";
import { readDraftData } from "~/domain/booking/draft/data";
import { insertDraft, findDraft } from "~/domain/booking/draft/drafts.server";
import { describeOrder } from "~/domain/booking/order/order.server";
import { draftAgreement } from "~/domain/documents/agreement.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { NUMBER_WHEN_SIGNED, signAgreement } from "~/domain/documents/sign.server";
import { nextOpenDay } from "~/domain/schedule/rules";
import { addDays } from "~/domain/kernel/days";
import { SYSTEM, type Deed, type StaffActor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt, HOUR, plus, type Instant } from "~/domain/kernel/time.server";
import { findCheckout, openCheckout } from "~/domain/payments/checkouts.server";
import { confirmPayment } from "~/domain/changes/confirm.server";
import { keepCard } from "~/domain/payments/receive.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import type { Settings } from "~/domain/settings/schema";
import type { Tx } from "../client.server";
import { accounts, zipCodes } from "../schema/index";
import type { SeedBooking } from "./booking-plans";
import { Road, type Happening } from "./road.server";

/**
 * One booking's life so far. It is ordered at once; what the trucks and the scales did then comes as happenings, which are
 * to be lived in the order of their time beside those of the others: a dumpster is at one place at a time.
 */
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

  begin(): { id: Id<"booking">; happenings: readonly Happening[] } {
    const { tx, settings, website, plan, index, now } = this;
    const { id, isPaid } = this.order();
    if (!isPaid) return { id, happenings: [] };
    const road = new Road({ tx, settings, website, plan, index, now, driver: this.driver, orderedAt: this.orderedAt });
    return { id, happenings: road.live(id) };
  }

  /** `isPaid`: the trucks have it from here on. */
  private order(): { id: Id<"booking">; isPaid: boolean } {
    const { tx, plan } = this;
    const data = this.draftData();
    if (plan.until === "quoted") {
      const quoted = prepareQuote(
        tx,
        { by: this.staff(), now: this.orderedAt, requestId: "seed" },
        this.settings,
        data,
        plus(this.now, 7 * 24 * HOUR),
      );
      return { id: quoted.booking.id, isPaid: false };
    }
    const booking = this.sign(data);
    if (plan.until === "expired") moveBooking(tx, this.deed(), booking.id, "expired", "not paid in time");
    const { id } = booking;
    if (plan.until === "pending_payment" || plan.until === "expired") return { id, isPaid: false };
    this.pay(booking);
    if (plan.until !== "cancelled") return { id, isPaid: true };
    this.cancel(booking);
    return { id, isPaid: false };
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
}
