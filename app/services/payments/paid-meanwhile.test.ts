import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { chargeAttempts, checkouts, outbox, payments } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { openBalanceCheckout } from "~/domain/changes/balance.server";
import { getCharge, listUnpaid, type LaterRow } from "~/domain/charges/charges.server";
import { refusedWords } from "~/domain/charges/customer-view.server";
import { applyCardCharge } from "~/domain/charges/due.server";
import { readLedger } from "~/domain/payments/ledger.server";
import type { Services } from "~/services.server";
import { chargesOf, due, hauled, look } from "../../../tests/support/charges";
import { disputeFacts, moneyIn, paymentOf, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, fakeStripe, type FakeStripe } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";

/**
 * A later charge of $143.85, and what happens while the card is to be asked for it or a page waits for it: it is paid another
 * way, or a bank takes a payment of the card.
 */
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
});

const orm = () => world.db.orm;
const { check } = moneyIn(() => world);
const fallsDue = async () => (charge = await due(world, chargesOf(world, booking)[0]!));
const state = () => getCharge(orm(), charge.id).state;
const attempts = () => orm().select().from(chargeAttempts).all();
const work = async () => {
  await world.db.write((tx) => tx.update(outbox).set({ run_at: 0, leased_until: null }).run());
  return runDueWork(services, "card-company");
};
const declined = ({ id, amount } = attempts()[0]!) =>
  world.db.write((tx) =>
    applyCardCharge(tx, world.deed(), {
      ...{ intentId: "pi_q", status: "declined", currency: "usd", declineCode: "generic_decline", message: null },
      ...{ amount, attemptId: id },
    }),
  );
const page = () => orm().select().from(checkouts).all().at(-1)?.state;
async function openPage() {
  const shown = { shown: listUnpaid(orm(), booking.id).reduce((sum, { open }) => sum + open, 0), isOwner: true };
  const addresses = { success: () => "https://example.com/paid", cancel: "https://example.com" };
  const opened = await world.db.write((tx) =>
    openBalanceCheckout(tx, world.deed(), world.settings(), booking.id, shown, addresses),
  );
  if (!opened.ok) throw new Error(opened.code);
  expect(page()).toBe("creating");
}

describe("a charge that a check has paid", () => {
  it("while the card company was away is not asked of the card", async () => {
    await fallsDue();
    await check(booking, 143_85);
    await work();
    expect([state(), stripe.cardCharges.size]).toEqual(["succeeded", 0]);
    expect(attempts()).toMatchObject([{ state: "failed", decline_code: "paid_meanwhile" }]);
    expect(readLedger(orm(), booking.id).owed).toBe(0);
  });

  it("after the card was asked, and the answer was lost, goes back to the card", async () => {
    await fallsDue();
    stripe.losesAnswer = true;
    await work();
    await check(booking, 143_85);
    await work();
    expect([state(), stripe.cardCharges.size]).toEqual(["succeeded", 1]);
    expect(readLedger(orm(), booking.id)).toMatchObject({ owed: 0, refunds: [{ amount: 143_85, method: "card" }] });
  });
});

describe("a charge of a card of which a bank takes a payment", () => {
  const dispute = () => tell(world, disputeFacts(paymentOf(world, booking.id)));
  let asked: number;
  beforeEach(async () => {
    asked = 0;
    const { chargeCard } = stripe;
    stripe.chargeCard = (request) => {
      asked++;
      return chargeCard(request);
    };
    orm().update(payments).set({ card_brand: "visa", card_last4: "4242" }).run();
    await fallsDue();
  });

  it("before it was asked is not made: its customer gets a link, and reads why", async () => {
    await dispute();
    await work();
    expect([state(), asked, refusedWords(orm(), getCharge(orm(), charge.id))]).toEqual([
      "failed",
      0,
      "Your bank has a payment that was made with the card on file, so we did not charge that card.",
    ]);
    expect(attempts()).toMatchObject([{ state: "failed", decline_code: "card_disputed" }]);
    expect(orm().select().from(outbox).where(eq(outbox.kind, "mail.balance-due")).all()).toHaveLength(1);
  });

  it("while the card company was away is not made, and is refused once nothing can come of what was begun", async () => {
    stripe.down = true;
    await work();
    await dispute();
    stripe.down = false;
    await work();
    expect(state()).toBe("processing");
    for (let more = 0; more < 3; more++) await work();
    expect([state(), asked, stripe.cardCharges.size]).toEqual(["failed", 1, 0]);
  });

  it("after it was asked, and the answer was lost, has paid", async () => {
    stripe.losesAnswer = true;
    await work();
    await dispute();
    await work();
    expect([state(), asked]).toEqual(["succeeded", 1]);
  });
});

describe("a payment page", () => {
  it.each([143_85, 100_00])("is closed once a check of %s cents has paid of what it is for", async (amount) => {
    await fallsDue();
    await declined();
    await openPage();
    await check(booking, amount);
    expect(page()).toBe("abandoned");
    expect(orm().select().from(outbox).all()).toContainEqual(expect.objectContaining({ kind: "stripe.expire" }));
    if (amount === 143_85) return;
    await openPage();
    expect(listUnpaid(orm(), booking.id)).toMatchObject([{ open: 43_85 }]);
  });

  it("is closed once a bank has given back what a check had paid for", async () => {
    const facts = (changes = {}) => disputeFacts(paymentOf(world, booking.id), changes);
    await tell(world, facts());
    await check(booking, 143_85);
    await fallsDue();
    await openPage();
    await tell(world, facts({ state: "won", reinstated: 409_32 }));
    expect([state(), page()]).toEqual(["succeeded", "abandoned"]);
  });
});
