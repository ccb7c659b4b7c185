import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkouts, events } from "#db/schema/index";
import { eventFacts } from "~/adapters/stripe/facts";
import { MOST_DECLINES } from "~/domain/payments/declines.server";
import { openWorld, signedBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, fakeStripe } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { releaseCheckout, startCheckout } from "./checkout.server";
import { applyEvent } from "./webhook.server";

let world: TestWorld;
let services: Services;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
  services = fakeServices(world, fakeStripe());
});
afterEach(() => world.close());

const declines = () =>
  world.db.orm
    .select()
    .from(events)
    .where(eq(events.action, "card_declined"))
    .all()
    .map(({ booking_id, data }) => [booking_id, data]);
const hear = (id: string, type: Parameters<typeof eventFacts>[0]["type"], object: object) =>
  applyEvent(services, world.deed(), eventFacts({ id, type, created: 0, data: { object } }));

it("a card that is refused on an open payment page is kept with Stripe's reason: a payment's or a kept card's", async () => {
  const booking = await signedBooking(world);
  await startCheckout(services, world.deed(), booking.id);
  const metadata = { checkout_id: world.db.orm.select().from(checkouts).get()?.id };
  const last_payment_error = { code: "card_declined", decline_code: "insufficient_funds" };
  await hear("evt_1", "payment_intent.payment_failed", { object: "payment_intent", metadata, last_payment_error });
  const last_setup_error = { code: "expired_card" };
  await hear("evt_2", "setup_intent.setup_failed", { object: "setup_intent", metadata, last_setup_error });
  await hear("evt_3", "payment_intent.payment_failed", {
    object: "payment_intent",
    metadata,
    last_payment_error: null,
  });
  // Told twice, another step of it, and what is no payment page of ours.
  await hear("evt_1", "payment_intent.payment_failed", { object: "payment_intent", metadata, last_payment_error });
  await hear("evt_4", "payment_intent.requires_action", { object: "payment_intent", metadata, last_payment_error });
  for (const other of [{}, { checkout_id: "ckt_unknown" }])
    await hear(`evt_${JSON.stringify(other)}`, "payment_intent.payment_failed", {
      object: "payment_intent",
      metadata: other,
    });
  expect(declines()).toEqual([
    [booking.id, { code: "insufficient_funds" }],
    [booking.id, { code: "expired_card" }],
    [booking.id, {}],
  ]);
});

it("who tries cards fills no history, and of a page that has ended nothing is told", async () => {
  const booking = await signedBooking(world);
  const decline = async (id: string) => {
    const [page] = world.db.orm.select().from(checkouts).all();
    const object = { object: "payment_intent", metadata: { checkout_id: page?.id } };
    await hear(id, "payment_intent.payment_failed", object);
    return declines().length;
  };
  await startCheckout(services, world.deed(), booking.id);
  for (let tries = 1; tries < MOST_DECLINES; tries++) expect(await decline(`evt_${tries}`)).toBe(tries);
  await releaseCheckout(services, world.deed(), booking.id, "order_changed");
  expect(await decline("evt_late")).toBe(MOST_DECLINES - 1);
  world.db.orm.update(checkouts).set({ state: "open" }).run();
  expect([await decline("evt_last"), await decline("evt_more")]).toEqual([MOST_DECLINES, MOST_DECLINES]);
});
