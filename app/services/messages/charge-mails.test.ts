import { eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { bookings, chargeAttempts, checkouts, outbox } from "#db/schema/index";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { openBalanceCheckout } from "~/domain/changes/balance.server";
import { getCharge, type LaterRow } from "~/domain/charges/charges.server";
import { applyCardCharge, chargeAgain } from "~/domain/charges/due.server";
import { sendPaymentLink, waiveCharge } from "~/domain/charges/office.server";
import { takeReceipt } from "~/domain/charges/by-hand.server";
import { findChargePaper } from "~/domain/documents/papers.server";
import { creditCharge } from "~/domain/payments/credits.server";
import { giveBack } from "~/domain/payments/give-back.server";
import { answerQuestion, questionCharge } from "~/domain/charges/question.server";
import type { Email } from "~/domain/messages/ports";
import { chargesOf, due, hauled, look } from "../../../tests/support/charges";
import { confirm, sessionFacts, STAFF } from "../../../tests/support/domain";
import { admin, disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

/** What customers read of later charges, and what they must not read any more. */
const world = setSoundWorld({ fleet: { 20: 3 } });
let services: Services;
let mails: Email[];
let texts: string[];
beforeEach(() => {
  mails = [];
  texts = [];
  services = {
    ...fakeServices(world),
    mail: { send: async (mail: Email) => void mails.push(mail) },
    sms: {
      send: async ({ body }: { body: string }) => (texts.push(body), { ok: true, providerId: `SM${texts.length}` }),
    },
  } as unknown as Services;
});

const orm = () => world.db.orm;
/** Everything of these kinds that waits leaves now, and nothing else. */
async function leave(kind: string): Promise<void> {
  const others = orm().select().from(outbox).where(eq(outbox.state, "waiting")).all();
  const later = Date.now() + 3_600_000;
  for (const { id, kind: of } of others)
    orm()
      .update(outbox)
      .set({ run_at: of.includes(kind) ? 0 : later })
      .where(eq(outbox.id, id))
      .run();
  await runDueWork(services, "messages");
}

async function noticed(pounds = 4740): Promise<{ booking: Booking; charge: LaterRow }> {
  const booking = await hauled(world, pounds, { smsConsent: true });
  await look(world, booking);
  return { booking, charge: chargesOf(world, booking)[0]! };
}
const answer = (status: "declined" | "succeeded") =>
  world.db.write((tx) => {
    const { id, amount } = tx.select().from(chargeAttempts).where(eq(chargeAttempts.state, "started")).get()!;
    const said = { attemptId: id, intentId: `pi_${id}`, amount, currency: "usd", status };
    applyCardCharge(tx, world.deed(), { ...said, declineCode: null, message: null });
  });
async function refused() {
  const { booking, charge } = await noticed();
  await due(world, charge);
  await answer("declined");
  return { booking, charge };
}

describe("the notice of a charge", () => {
  it.each([
    ["mail.charge-notice", "sms.charge-notice", () => texts.length],
    ["sms.charge-notice", "mail.charge-notice", () => mails.length],
  ])(
    "that has left as %s leaves no more as %s once the office has answered: the answer alone does",
    async (first, second, seen) => {
      const { charge } = await noticed();
      await leave(first);
      expect([getCharge(orm(), charge.id).due_at !== null, seen()]).toEqual([true, 0]);
      await world.db.write((tx) => {
        questionCharge(tx, world.deed(), charge.id, "Why?");
        answerQuestion(tx, world.deed(STAFF), world.settings(), charge.id, "By the ticket.", { outcome: "upheld" });
      });
      const fresh = like(outbox.cause, "%.charge-notice:%:2");
      expect(orm().select().from(outbox).where(fresh).all()).toHaveLength(2);
      await leave(second);
      expect(seen()).toBe(1);
      expect(getCharge(orm(), charge.id)).toMatchObject({ notices: 2, due_at: expect.any(Number) as number });
    },
  );

  it("says nothing once the charge was waived", async () => {
    const { charge } = await noticed();
    await world.db.write((tx) => waiveCharge(tx, admin(world), world.settings(), charge.id, "Ours."));
    await leave("charge-notice");
    expect([mails, texts]).toEqual([[], []]);
  });
});

it("a payment link that the office sends leaves each time that it says so", async () => {
  const { booking } = await refused();
  await leave("balance-due");
  expect([mails.length, texts.length]).toEqual([1, 1]);
  for (const times of [2, 3]) {
    expect(await world.db.write((tx) => sendPaymentLink(tx, world.deed(STAFF), booking.id))).toBe(true);
    await leave("balance-due");
    expect([mails.length, texts.length]).toEqual([times, times]);
  }
  for (const { text } of mails) expect(text).toContain("/manage-booking/pay?key=");
});

describe("the receipt of a charge", () => {
  const receipt = () => mails.find(({ subject }) => subject.includes("receipt for $143.85"))?.text;

  it("names the card on file where that one paid", async () => {
    const { charge } = await noticed();
    await due(world, charge);
    await answer("succeeded");
    await leave("mail.charge-paid");
    expect(receipt()).toContain("Visa ending in 4242");
  });

  it("does not name a card that was kept before the answer of the one that paid", async () => {
    const { booking, charge } = await noticed();
    await due(world, charge);
    const other = { payment_method_id: "pm_2", card_brand: "mastercard", card_last4: "5555" };
    orm().update(bookings).set(other).where(eq(bookings.id, booking.id)).run();
    await answer("succeeded");
    await leave("mail.charge-paid");
    expect(receipt()).toContain("$143.85 is paid");
    expect(receipt()).not.toContain("5555");
  });

  it("says that what was paid too much paid it, where nobody was asked", async () => {
    const { booking, charge } = await noticed();
    await tell(world, disputeFacts(paymentOf(world, booking.id)));
    const check = { method: "check", amount: 409_32, reference: "1042", deposit_batch: null } as const;
    await world.db.write((tx) => takeReceipt(tx, admin(world), booking.customer_id, check, { seen: 409_32 }));
    const won = { state: "won", reinstated: 409_32 } as const;
    await tell(world, disputeFacts(paymentOf(world, booking.id), won));
    expect(await due(world, charge)).toMatchObject({ state: "succeeded" });
    await leave("mail.charge-paid");
    expect(receipt()).toMatch(/With: +What you had paid too much/);
    expect(receipt()).not.toContain("4242");
  });

  it("says how much of it the card paid, where what was paid too much paid the rest; its invoice names no card then", async () => {
    const { booking, charge } = await noticed();
    await tell(world, disputeFacts(paymentOf(world, booking.id)));
    const check = { method: "check", amount: 409_32, reference: "1042", deposit_batch: null } as const;
    await world.db.write((tx) => takeReceipt(tx, admin(world), booking.customer_id, check, { seen: 409_32 }));
    await tell(world, disputeFacts(paymentOf(world, booking.id), { state: "won", reinstated: 409_32 }));
    const wish = { chargeId: null, way: "check", reason: "paid twice", amount: 309_32, left: 409_32 } as const;
    await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish));
    await due(world, charge);
    await answer("succeeded");
    await leave("mail.charge-paid");
    expect(receipt()).toMatch(/With: +\$43\.85 with Visa ending in 4242, \$100\.00 was paid before/);
    expect(findChargePaper(orm(), charge)?.view).toMatchObject({ paid: 143_85, balance: 0, payment: null });
  });

  it("says nothing of what it was let off: the card paid all that was paid", async () => {
    const { charge } = await refused();
    await world.db.write((tx) =>
      creditCharge(tx, admin(world), getCharge(tx, charge.id), 43_85, "office:1", "Let off"),
    );
    await world.db.write((tx) => chargeAgain(tx, world.deed(STAFF), charge.id));
    await answer("succeeded");
    await leave("mail.charge-paid");
    expect(receipt()).toMatch(/With: +Visa ending in 4242\n/);
  });

  it("names no card where it was paid on a page: any card may have been given there", async () => {
    const { booking } = await refused();
    await world.db.write((tx) =>
      openBalanceCheckout(
        tx,
        world.deed(),
        world.settings(),
        booking.id,
        { shown: 14_385, isOwner: true },
        { success: () => "", cancel: "" },
      ),
    );
    const page = orm().select().from(checkouts).where(eq(checkouts.state, "creating")).get()!;
    await confirm(world, sessionFacts(page));
    await leave("mail.charge-paid");
    expect(receipt()).toContain("$143.85 is paid");
    expect(receipt()).not.toContain("4242");
  });
});

describe("the final statement", () => {
  const statements = () => mails.filter(({ subject }) => subject.includes("final statement")).length;

  it("leaves when the rental is over, once, also where something is still to be paid", async () => {
    const { booking } = await refused();
    expect(getBooking(orm(), booking.id).status).toBe("balance_due");
    for (let i = 0; i < 2; i++) await leave("mail.final-statement");
    expect(statements()).toBe(1);
  });

  it("does not leave where the rental goes on after all before it was sent", async () => {
    const { booking } = await noticed(1_800);
    expect(getBooking(orm(), booking.id).status).toBe("completed");
    orm().update(bookings).set({ status: "awaiting_settlement" }).where(eq(bookings.id, booking.id)).run();
    await leave("mail.final-statement");
    expect(statements()).toBe(0);
    orm().update(bookings).set({ status: "completed" }).where(eq(bookings.id, booking.id)).run();
  });
});
