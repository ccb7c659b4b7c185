import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { units } from "#db/schema/index";
import { askForChange, previewChange } from "~/domain/changes/changes.server";
import { askToMove } from "~/domain/changes/extra-job.server";
import { keepDumpster, requestPickup } from "~/domain/changes/pickup-request.server";
import { withdrawExtra } from "~/domain/changes/withdraw-extra.server";
import type { Id } from "~/domain/kernel/ids.server";
import { openCardCheckout, replaceCard } from "~/domain/payments/card.server";
import { attachSession } from "~/domain/payments/checkouts.server";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { openedChange, pricedDays } from "./changes";
import { confirm, paidBooking, sessionFacts, type TestWorld } from "./domain";
import { driveJob, missJob } from "./driver";

const TEXTS = { smsConsent: true };

/** What customers do after the payment, for the messages about it. */
export function selfCases(
  world: () => TestWorld,
  mailed: () => unknown,
  newest: () => { card_last4: string | null } | undefined,
  detached: () => unknown,
) {
  const standing = async (): Promise<Id<"unit">> => {
    const { id } = await paidBooking(world(), TEXTS);
    await driveJob(world(), id, ["en_route", "arrived", "serviced", "completed"]);
    return world().db.orm.select().from(units).where(eq(units.booking_id, id)).get()!.id;
  };
  const pickup = async (kept = false) => {
    const id = await standing();
    await world().db.write((tx) => {
      const settings = world().settings();
      requestPickup(tx, world().deed(), settings, id, { early: true, seen: null });
      if (kept) keepDumpster(tx, world().deed(), settings, id);
    });
  };
  const extended = async () => {
    const change = await pricedDays(world(), await standing(), 2);
    await confirm(world(), sessionFacts(await openedChange(world(), change)));
  };
  const emptied = async () => {
    const id = await standing();
    const asked = { kind: "haul", as: "dump_and_return", day: "2026-12-02", window: "morning", note: "" } as never;
    const seen = previewChange(world().db.orm, world().settings(), id, asked, world().clock.at);
    const got = await world().db.write((tx) =>
      askForChange(tx, world().deed(), world().settings(), id, asked, seen.ok ? seen.price.total : 0),
    );
    if (!got.ok) throw new Error(got.code);
    await confirm(world(), sessionFacts(await openedChange(world(), got.change)));
  };
  const moved = async () => {
    const id = await standing();
    await world().db.write((tx) => {
      const asked = askToMove(tx, world().deed(), world().settings(), id, { inTheWay: true, note: "Left" });
      if (asked.ok) withdrawExtra(tx, world().deed(), asked.job.id, "test");
    });
  };
  const inVain = async () => {
    const id = await standing();
    const wish = { inTheWay: false, note: "Left" };
    const asked = await world().db.write((tx) => askToMove(tx, world().deed(), world().settings(), id, wish));
    if (!asked.ok) throw new Error(asked.code);
    await missJob(world(), asked.job.id);
  };
  /** Another card is kept; the one from before was `pm_0`. */
  const newCard = async () => {
    const booking = await paidBooking(world());
    await world().db.write((tx) => tx.run(`UPDATE bookings SET payment_method_id = 'pm_0', card_last4 = '0000'`));
    const checkout = await world().db.write((tx) => {
      const addresses = { success: () => "https://example.com/ok", cancel: "https://example.com/no" };
      const made = openCardCheckout(tx, world().deed(), world().settings(), getBooking(tx, booking.id), addresses);
      attachSession(tx, made.checkout.id, sessionFacts(made.checkout, { status: "open", paymentStatus: "unpaid" }));
      return made.checkout;
    });
    expect(await confirm(world(), sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
    return checkout;
  };
  const replacedCard = async () => {
    const { booking_id, id } = await newCard();
    const card = { paymentMethodId: "pm_2", brand: "visa", last4: "1881", stripeCustomerId: null, chargeId: null };
    await world().db.write((tx) => replaceCard(tx, world().deed(), booking_id, id, card));
  };
  const textOf = (words: string) => [expect.stringContaining(words)];
  return {
    "mail.pickup-requested": {
      cause: () => pickup(),
      effect: mailed,
      is: ["ada@example.com: Booking DMP: pickup requested, daily charges stopped"],
    },
    "sms.pickup-requested": {
      cause: () => pickup(),
      effect: mailed,
      is: textOf(
        "On Tuesday, December 1, 9:00 am, you asked us to pick up your 20-yard dumpster. Daily charges stopped at that minute, however long we take. We plan to come on Tuesday, December 1.",
      ),
    },
    "mail.pickup-kept": {
      cause: () => pickup(true),
      effect: mailed,
      is: ["ada@example.com: Booking DMP: you keep your dumpster"],
    },
    "sms.pickup-kept": {
      cause: () => pickup(true),
      effect: mailed,
      is: textOf("You keep your 20-yard dumpster. We pick it up on Thursday, December 10."),
    },
    "mail.extended": {
      cause: extended,
      effect: mailed,
      is: ["ada@example.com: Booking DMP: 2 more days, pickup Saturday, December 12"],
    },
    "sms.extended": {
      cause: extended,
      effect: mailed,
      is: textOf("You keep your 20-yard dumpster for 2 more days: pickup on Saturday, December 12. Paid: $54.00."),
    },
    "mail.extra-planned": {
      cause: emptied,
      effect: mailed,
      is: ["ada@example.com: Booking DMP: emptying is planned, Wednesday, December 2"],
    },
    "sms.extra-planned": {
      cause: emptied,
      effect: mailed,
      is: textOf(
        "We plan to empty your 20-yard dumpster and bring it back on Wednesday, December 2, 8AM to 12PM. Paid: $102.60.",
      ),
    },
    "mail.extra-failed": {
      cause: inVain,
      effect: mailed,
      is: ["ada@example.com: Booking DMP: we could not move your dumpster"],
    },
    "sms.extra-failed": {
      cause: inVain,
      effect: mailed,
      is: textOf(
        "We could not move your 20-yard dumpster on Tue, Dec 1. It stays where it is, and we call you about another day.",
      ),
    },
    "mail.extra-withdrawn": { cause: moved, effect: mailed, is: ["ada@example.com: Booking DMP: taken back"] },
    "sms.extra-withdrawn": {
      cause: moved,
      effect: mailed,
      is: textOf("Moving your dumpster is taken back. Nothing was charged for it."),
    },
    "stripe.new-card": { cause: newCard, effect: () => newest()?.card_last4, is: "4242" },
    "stripe.detach": {
      cause: replacedCard,
      effect: detached,
      is: ["pm_0"],
    },
    "mail.new-card": {
      cause: replacedCard,
      effect: mailed,
      is: ["ada@example.com: Booking DMP: your card was changed"],
    },
  };
}
