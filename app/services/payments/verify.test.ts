import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bookings, checkouts } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import * as payment from "~/routes/functions/verify-payment";
import * as page from "~/routes/manage/payment-success";
import { openWorld, signedBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "../../../tests/support/visit";
import type { PaymentResult } from "~/domain/records/customer-views";
import { unseal, type Sealed } from "~/ui/frame/sealed";
import type { Services } from "../../services.server";
import { startCheckout } from "./checkout.server";
import { reconcile } from "./reconcile.server";

// Each counts up to a cap, request by request.
vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let services: Services;
let stripe: FakeStripe;
let asked: string[];
let me: Visitor;
const TEN_SECONDS = 10_000;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld({ fleet: { 20: 3 } });
  stripe = fakeStripe();
  asked = [];
  const { getSession } = stripe;
  stripe.getSession = (id) => {
    asked.push(id);
    return getSession(id);
  };
  services = fakeServices(world, stripe);
  me = new Visitor(services);
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

async function opened(): Promise<{ booking: Booking; sessionId: string; checkout: string; successUrl: string }> {
  const booking = await signedBooking(world);
  const started = await startCheckout(services, world.deed(), booking.id);
  const row = world.db.orm.select().from(checkouts).get();
  if (!started.ok || !row?.session_id) throw new Error("not opened");
  return { booking, sessionId: row.session_id, checkout: row.id, successUrl: row.request.successUrl };
}
const pay = (id: string) => {
  const session = stripe.sessions.get(id);
  if (session)
    stripe.sessions.set(id, { ...session, status: "complete", paymentStatus: "paid", paymentIntentId: `pi_${id}` });
};
const look = async (query: string) =>
  unseal<PaymentResult>(
    ((await me.get(page.loader, `/payment-success?${query}`)).data as { result: Sealed<PaymentResult> }).result,
  );
const status = () => world.db.orm.select().from(bookings).get()?.status;

describe("a session that is not of our making", () => {
  it("reaches the card company by no way: 600 of 600 are answered here", async () => {
    for (let i = 0; i < 200; i++) {
      const query = `session_id=cs_test_${String(i).padStart(20, "0")}`;
      expect((await look(query)).state).toBe("processing");
      expect((await me.post(page.action, `/payment-success?${query}`, { intent: "email" })).status).toBe(302);
      const answer = await me.json(payment.action, {
        sessionId: `cs_test_${String(i).padStart(20, "0")}`,
        ...(i % 2 ? { checkout: "chk_madeup" } : {}),
      });
      // The function has its own cap a minute besides.
      expect([200, 429]).toContain(answer.status);
    }
    expect(asked).toEqual([]);
  });

  it("does not reach it by a checkout of one's own either, whose session is known", async () => {
    const { checkout } = await opened();
    for (let i = 0; i < 3; i++) {
      vi.setSystemTime(Date.now() + TEN_SECONDS);
      await look(`session_id=cs_test_${String(i).padStart(20, "0")}&checkout=${checkout}`);
    }
    expect(asked).toEqual([]);
  });

  it("is unknown for good to the function, without a checkout of ours", async () => {
    expect((await me.json(payment.action, { sessionId: "cs_test_nothing12345" })).body).toEqual({
      success: false,
      booking: null,
      state: "unknown",
    });
  });
});

describe("a session of ours", () => {
  it("is asked for once in ten seconds, however often the page is opened, and shows a payment without its webhook", async () => {
    const { sessionId } = await opened();
    for (let i = 0; i < 20; i++) expect((await look(`session_id=${sessionId}`)).state).toBe("processing");
    expect(asked).toHaveLength(1);
    pay(sessionId);
    expect((await look(`session_id=${sessionId}`)).state).toBe("processing");
    vi.setSystemTime(Date.now() + TEN_SECONDS);
    expect((await look(`session_id=${sessionId}`)).state).toBe("confirmed");
    expect(asked).toHaveLength(2);
    for (let i = 0; i < 20; i++) expect((await look(`session_id=${sessionId}`)).state).toBe("confirmed");
    expect(asked).toHaveLength(2);
  });

  it("is asked for 120 times an hour at most; then the webhook and the reconciler say what became of it", async () => {
    const { sessionId } = await opened();
    for (let i = 0; i < 300; i++) {
      await look(`session_id=${sessionId}`);
      vi.setSystemTime(Date.now() + TEN_SECONDS);
    }
    expect(asked).toHaveLength(120);
  });

  it("has ended by our own tables too, where it may not be asked for again", async () => {
    const { sessionId } = await opened();
    const session = stripe.sessions.get(sessionId);
    if (session) stripe.sessions.set(sessionId, { ...session, status: "expired" });
    for (let i = 0; i < 3; i++) expect((await look(`session_id=${sessionId}`)).state).toBe("expired");
    expect(asked).toHaveLength(1);
  });
});

describe("a session whose answer was lost", () => {
  /** The card company made it, and we do not have its id. */
  async function lost() {
    const made = await opened();
    world.db.orm.update(checkouts).set({ state: "creating", session_id: null, url: null }).run();
    return made;
  }

  it("is found by the checkout that its return address names", async () => {
    const { sessionId, checkout, successUrl } = await lost();
    expect(successUrl).toBe(
      `http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}&checkout=${checkout}`,
    );
    pay(sessionId);
    expect(await look(`session_id=${sessionId}&checkout=${checkout}`)).toMatchObject({ state: "confirmed" });
    expect(status()).toBe("paid_pending_scheduling");
  });

  it("goes on being looked for while the card company is away, by each way that the page has", async () => {
    const { sessionId, checkout } = await lost();
    stripe.down = true;
    const waiting = await look(`session_id=${sessionId}&checkout=${checkout}`);
    expect(waiting).toMatchObject({ state: "processing", checkout, nextTry: 1 });
    stripe.down = false;
    expect((await look(`session_id=${sessionId}&checkout=${checkout}`)).state).toBe("processing");
    vi.setSystemTime(Date.now() + TEN_SECONDS);
    // Not paid yet: from here on it is known without the checkout.
    expect((await look(`session_id=${sessionId}&checkout=${checkout}`)).state).toBe("processing");
    pay(sessionId);
    vi.setSystemTime(Date.now() + TEN_SECONDS);
    expect((await look(`session_id=${sessionId}`)).state).toBe("confirmed");
  });

  it("is found by the reconciler where its address was cut off", async () => {
    const { sessionId } = await lost();
    pay(sessionId);
    expect((await look(`session_id=${sessionId}`)).state).toBe("processing");
    expect(asked).toEqual([]);
    world.clock.at = (world.clock.at + 3 * 60_000) as typeof world.clock.at;
    await reconcile(services, world.deed());
    expect((await look(`session_id=${sessionId}`)).state).toBe("confirmed");
  });

  it("opens no way to ask for others: a made-up id is unknown, and every try counts for the checkout", async () => {
    const { checkout } = await lost();
    for (let i = 0; i < 50; i++) await look(`session_id=cs_test_madeup${i}0000&checkout=${checkout}`);
    expect(asked).toHaveLength(1);
    expect(status()).toBe("pending_payment");
  });
});
