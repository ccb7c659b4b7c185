import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { bookings, chargeAttempts, outbox, payments, refunds, tasks } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { chargeAgain } from "~/domain/charges/due.server";
import { findChargePaper } from "~/domain/documents/papers.server";
import { getCharge, type LaterRow } from "~/domain/charges/charges.server";
import { day } from "~/domain/kernel/days";
import { HOUR, instantAt, MINUTE, plus } from "~/domain/kernel/time.server";
import { tryAgain } from "~/domain/outbox/outbox.server";
import { readLedger } from "~/domain/payments/ledger.server";
import type { CardChargeFacts, StripeEvent } from "~/domain/payments/ports";
import type { Services } from "~/services.server";
import { chargesOf, due, hauled, look, tell } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, fakeStripe, type FakeStripe } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";
import { startBalanceCheckout } from "./balance.server";
import { takeDueCharges } from "./due-charges.server";
import { reconcile } from "./reconcile.server";
import { applyEvent } from "./webhook.server";

const world = setSoundWorld({ fleet: { 20: 3 } });
let services: Services;
let stripe: FakeStripe;
let booking: Booking;
let charge: LaterRow;
beforeEach(async () => {
  stripe = fakeStripe();
  services = fakeServices(world, stripe);
  booking = await hauled(world, 4740);
  await look(world, booking);
  charge = await due(world, chargesOf(world, booking)[0]!);
});

const orm = () => world.db.orm;
const state = () => getCharge(orm(), charge.id).state;
const attempts = () => orm().select().from(chargeAttempts).all();
/** The card company's work alone, as often as its lane comes round. */
const work = async () => {
  orm().update(outbox).set({ run_at: 0 }).where(eq(outbox.kind, "stripe.charge")).run();
  await world.db.write((tx) => tx.update(outbox).set({ leased_until: null }).run());
  return runDueWork(services, "card-company");
};
const later = () => orm().select().from(payments).all().slice(1);
const event = (id: string, cardCharge: CardChargeFacts): StripeEvent => ({
  id,
  type: "payment_intent.succeeded",
  created: 0,
  session: null,
  refund: null,
  cardCharge,
  objectId: null,
});
const facts = (status: CardChargeFacts["status"]): CardChargeFacts => ({
  intentId: "pi_x",
  status,
  amount: 14_385,
  currency: "usd",
  attemptId: attempts()[0]?.id ?? "",
  declineCode: status === "declined" ? "generic_decline" : null,
  message: null,
});

describe("a charge of the card on file", () => {
  it("is paid once, though its answer was lost and it is asked again", async () => {
    stripe.losesAnswer = true;
    await work();
    expect([state(), later().length]).toEqual(["processing", 0]);
    await work();
    expect([state(), later().length, stripe.cardCharges.size]).toEqual(["succeeded", 1, 1]);
    // The card on file paid it: payment and invoice say so.
    expect(later()).toMatchObject([{ card_brand: "visa", card_last4: "4242" }]);
    expect(findChargePaper(orm(), charge)?.view.payment).toMatchObject({ brand: "visa", last4: "4242" });
  });

  it("is asked about before it is asked for once more: the card company forgets keys after a day", async () => {
    stripe.losesAnswer = true;
    await work();
    stripe.chargeCard = () => Promise.reject(new Error("asked for a second time"));
    await work();
    expect([state(), later().length]).toEqual(["succeeded", 1]);
  });

  it("is not asked for once more while the card company cannot say whether it was made", async () => {
    stripe.losesAnswer = true;
    await work();
    let asked = 0;
    const { chargeCard } = stripe;
    stripe.chargeCard = (request) => {
      asked++;
      return chargeCard(request);
    };
    stripe.findCardCharge = () => Promise.resolve({ ok: false, code: "unreachable", message: "away" });
    await work();
    expect([asked, state(), later().length]).toEqual([0, "processing", 0]);
  });

  it("is paid once by answer, webhook and reconciler together, in any order", async () => {
    stripe.losesAnswer = true;
    await work();
    const made = [...stripe.cardCharges.values()][0]!;
    await applyEvent(services, world.deed(), event("evt_1", made));
    await applyEvent(services, world.deed(), event("evt_1", made));
    world.clock.at = plus(world.clock.at, HOUR);
    await reconcile(services, world.deed());
    await work();
    await applyEvent(services, world.deed(), event("evt_0", { ...made, status: "declined" }));
    expect([state(), later().length, readLedger(orm(), booking.id).owed]).toEqual(["succeeded", 1, 0]);
  });

  it("is found by the reconciler where answer and webhook were lost", async () => {
    stripe.losesAnswer = true;
    await work();
    world.clock.at = plus(world.clock.at, HOUR);
    expect(await reconcile(services, world.deed())).toMatchObject({ charges: 1 });
    expect([state(), later().length]).toEqual(["succeeded", 1]);
  });

  it("waits while the card company is away, and keeps its key", async () => {
    const key = attempts()[0]?.request.idempotencyKey;
    stripe.down = true;
    await work();
    await work();
    expect([state(), attempts()[0]?.request.idempotencyKey]).toEqual(["processing", key]);
    stripe.down = false;
    await work();
    expect([state(), [...stripe.cardCharges.keys()]]).toEqual(["succeeded", [key]]);
  });

  it("falls due at nine on the first of a month while the card company is away for an hour: paid once, nobody is alarmed", async () => {
    await work();
    expect(state()).toBe("succeeded");
    const others = await Promise.all(
      ["2026-12-05", "2026-12-08"].map((deliveryDate) => hauled(world, 4740, { deliveryDate })),
    );
    for (const other of others) await look(world, other);
    for (const other of others) await tell(world, chargesOf(world, other)[0]!);
    world.clock.at = instantAt(day("2027-01-01"), 9);
    stripe.down = true;
    await takeDueCharges(services, world.deed());
    for (let minute = 0; minute < 60; minute += 5) {
      world.clock.at = plus(world.clock.at, 5 * MINUTE);
      await work();
      await reconcile(services, world.deed());
      await takeDueCharges(services, world.deed());
    }
    const states = () => others.flatMap((one) => chargesOf(world, one).map((charge) => charge.state));
    expect([states(), stripe.cardCharges.size]).toEqual([["processing", "processing"], 1]);
    stripe.down = false;
    await work();
    await reconcile(services, world.deed());
    expect([states(), stripe.cardCharges.size]).toEqual([["succeeded", "succeeded"], 3]);
    expect(others.map(({ id }) => readLedger(orm(), id).owed)).toEqual([0, 0]);
    // Neither a payment link nor a task: no card was refused.
    expect(orm().select().from(outbox).where(eq(outbox.kind, "mail.balance-due")).all()).toEqual([]);
    expect(orm().select().from(tasks).where(eq(tasks.kind, "charge_failed")).all()).toEqual([]);
  });

  it("takes a new key after a fault of the card company's own, once it says that nothing was made", async () => {
    const key = attempts()[0]?.request.idempotencyKey;
    const { chargeCard } = stripe;
    stripe.chargeCard = async () => ({ ok: false, code: "unreachable", message: "500", keySpent: true });
    await work();
    expect(attempts()[0]?.request.idempotencyKey).not.toBe(key);
    stripe.chargeCard = chargeCard;
    await work();
    expect([state(), stripe.cardCharges.size]).toEqual(["succeeded", 1]);
  });

  it("given up and tried anew by the office, is asked about before it is asked for once more", async () => {
    stripe.losesAnswer = true;
    await work();
    orm().update(outbox).set({ state: "dead", attempts: 78 }).where(eq(outbox.kind, "stripe.charge")).run();
    const [row] = orm().select().from(outbox).where(eq(outbox.kind, "stripe.charge")).all();
    await world.db.write((tx) => void tryAgain(tx, world.deed(), row?.id ?? ""));
    stripe.chargeCard = () => Promise.reject(new Error("asked for a second time"));
    await work();
    expect([state(), later().length]).toEqual(["succeeded", 1]);
  });

  describe("whose owner has given another card since", () => {
    const change = () => orm().update(bookings).set({ payment_method_id: "pm_new", stripe_customer_id: "cus_1" }).run();
    const cards = () => attempts().map(({ request }) => request.paymentMethodId);

    it("asks that one, with a key of its own, where the former was never asked", async () => {
      const key = attempts()[0]?.request.idempotencyKey;
      change();
      await work();
      expect([state(), cards()]).toEqual(["succeeded", ["pm_new"]]);
      expect([...stripe.cardCharges.keys()]).not.toContain(key);
    });

    it("asks that one after an outage, once what was begun has ended", async () => {
      stripe.down = true;
      await work();
      change();
      stripe.down = false;
      stripe.losesAnswer = true;
      orm().update(outbox).set({ attempts: 10 }).where(eq(outbox.kind, "stripe.charge")).run();
      await work();
      await work();
      expect([state(), cards(), stripe.cardCharges.size, later().length]).toEqual(["succeeded", ["pm_new"], 1, 1]);
    });

    it("asks that one where the former was taken away in the meantime: nobody reads that their card was refused", async () => {
      stripe.down = true;
      await work();
      change();
      stripe.down = false;
      const { chargeCard } = stripe;
      const gone = { ok: false, code: "refused", message: "No such PaymentMethod" } as const;
      stripe.chargeCard = async (request) => (request.paymentMethodId === "pm_new" ? chargeCard(request) : gone);
      await work();
      expect(state()).toBe("processing");
      await work();
      expect([state(), cards(), later().length]).toEqual(["succeeded", ["pm_new"], 1]);
    });
  });

  it.each([
    ["made the charge behind its fault", true],
    ["cannot be asked", false],
  ])(
    "keeps its key after such a fault where the company %s: another key could charge twice",
    async (_which, isMade) => {
      const key = attempts()[0]?.request.idempotencyKey;
      const { chargeCard, findCardCharge } = stripe;
      stripe.chargeCard = async (request) => {
        if (isMade) await chargeCard(request);
        return { ok: false, code: "unreachable", message: "500", keySpent: true };
      };
      if (!isMade) stripe.findCardCharge = async () => ({ ok: false, code: "unreachable", message: "away" });
      await work();
      expect([state(), attempts()[0]?.request.idempotencyKey]).toEqual(["processing", key]);
      Object.assign(stripe, { chargeCard, findCardCharge });
      await work();
      expect([state(), later().length, [...stripe.cardCharges.keys()]]).toEqual(["succeeded", 1, [key]]);
    },
  );

  it.each([
    ["declined", "insufficient_funds", "failed"],
    ["declined", "expired_card", "failed"],
    ["authenticate", "authentication_required", "requires_action"],
  ] as const)("that is %s (%s) is %s, and its customer gets a link", async (status, declineCode, becomes) => {
    stripe.refuses = { status, declineCode, message: "no" };
    await work();
    expect(state()).toBe(becomes);
    expect(attempts()[0]).toMatchObject({ state: becomes, decline_code: declineCode });
    expect(orm().select().from(outbox).where(eq(outbox.kind, "mail.balance-due")).all()).toHaveLength(1);
  });

  it("of a card or customer that the company does not know falls back to a link as well", async () => {
    stripe.chargeCard = async () => ({ ok: false, code: "not_found", message: "No such customer" });
    await work();
    expect(state()).toBe("failed");
  });

  it.each([1, 14_386, 1_438_500])(
    "refuses an answer about %i cents instead, and keeps nothing of it",
    async (amount) => {
      await expect(
        applyEvent(services, world.deed(), event("evt_9", { ...facts("succeeded"), amount })),
      ).rejects.toThrow(/was for 14385 cents/);
      expect([state(), later().length]).toEqual(["processing", 0]);
    },
  );

  it("may be tried again after it was refused, with a try and a key of its own", async () => {
    stripe.refuses = { status: "declined", declineCode: "generic_decline", message: "no" };
    await work();
    stripe.refuses = null;
    await world.db.write((tx) => chargeAgain(tx, world.deed(), charge.id));
    await work();
    expect([state(), attempts().length, new Set(stripe.cardCharges.keys()).size]).toEqual(["succeeded", 2, 2]);
  });
});

describe("a payment link", () => {
  const refused = async () => {
    stripe.refuses = { status: "declined", declineCode: "generic_decline", message: "no" };
    await work();
  };
  const opened = async (shown = 14_385) => {
    const started = await startBalanceCheckout(services, world.deed(), booking, shown, true);
    if (!started.ok) throw new Error(started.code);
    const session = [...stripe.sessions.values()].at(-1)!;
    return { url: started.url, session };
  };
  const pay = (session: { sessionId: string }, intent = "pi_page") =>
    applyEvent(services, world.deed(), {
      ...event(`evt_${intent}`, facts("succeeded")),
      type: "checkout.session.completed",
      cardCharge: null,
      session: {
        ...stripe.sessions.get(session.sessionId)!,
        status: "complete",
        paymentStatus: "paid",
        paymentIntentId: intent,
      },
    });

  it("is one for a double click, at exactly the sum that was shown, with nothing held", async () => {
    await refused();
    const [one, two] = [await opened(), await opened()];
    expect([one.url, stripe.sessions.size, one.session.amountTotal]).toEqual([two.url, 1, 14_385]);
    expect(await startBalanceCheckout(services, world.deed(), booking, 14_385, true)).toMatchObject({ ok: true });
  });

  it("pays what it was for; the same paid twice goes back", async () => {
    await refused();
    const { session } = await opened();
    await pay(session);
    await pay(session, "pi_page");
    expect([state(), readLedger(orm(), booking.id).owed]).toEqual(["succeeded", 0]);
    // At a page any card may have paid: the invoice names none.
    expect(findChargePaper(orm(), charge)?.view).toMatchObject({ balance: 0, payment: null });
    // The bank had taken the first try after all.
    await applyEvent(services, world.deed(), event("evt_late", facts("succeeded")));
    expect(orm().select().from(refunds).all()).toMatchObject([{ amount: 14_385, reason: "paid_twice" }]);
    expect([state(), readLedger(orm(), booking.id).owed]).toEqual(["succeeded", 0]);
  });

  it("is refused at another sum, and where nothing is owed", async () => {
    expect(await startBalanceCheckout(services, world.deed(), booking, 14_385, true)).toEqual({
      ok: false,
      code: "already_paid",
    });
    await refused();
    expect(await startBalanceCheckout(services, world.deed(), booking, 1, true)).toEqual({
      ok: false,
      code: "price_changed",
      total: 14_385,
    });
    expect(stripe.sessions.size).toBe(0);
  });
});
