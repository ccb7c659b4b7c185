import { expect, it } from "vitest";
import type { Tx } from "#db/client.server";
import { customers } from "#db/schema/index";
import { changeSetting, CUSTOMER, draftData, freshDraft, sign, STAFF, WEBSITE } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import type { DraftData } from "../booking/draft/data";
import { saveDraft } from "../booking/draft/drafts.server";
import { getBooking } from "../booking/order/bookings.server";
import { prepareQuote } from "../booking/order/place.server";
import type { Actor, StaffActor } from "../kernel/deed";
import { DAY, plus } from "../kernel/time.server";
import { allowOnAccount } from "../payments/account.server";
import { asToSign } from "./to-sign.server";

// A prepared order that was signed, and what its caller is asked for once something in it is another one.
const world = setSoundWorld({ fleet: { 20: 9 } });
const ADA = draftData().contactInfo;

async function signed() {
  const until = plus(world.clock.at, 7 * DAY);
  const data = draftData({ deliveryDate: "2026-12-22" });
  const { draft, booking } = await world.db.write((tx) =>
    prepareQuote(tx, world.deed(STAFF), world.settings(), data, until),
  );
  expect(await sign(world, freshDraft(world, draft.id))).toMatchObject({ ok: true });
  return {
    until,
    write: (by: Actor, changes: Partial<DraftData>) =>
      world.db.write((tx) =>
        saveDraft(tx, world.deed(by), draft.id, { data: { ...freshDraft(world, draft.id).data, ...changes } }, 14),
      ),
    now: () => {
      const stored = getBooking(world.db.orm, booking.id);
      return asToSign(world.db.orm, world.settings(), stored, world.clock.at, WEBSITE);
    },
  };
}

it("goes to whom it was signed by: an address that only its caller wrote gets no key to it before they sign", async () => {
  const order = await signed();
  const typed = { ...ADA, email: "eve@example.com", phone: "(407) 555-0199" };
  await order.write(CUSTOMER, { contactInfo: typed });
  expect(order.now()).toMatchObject({ toDo: "sign-again", booking: { email: ADA.email, phone: "+14075550133" } });
  await order.write(STAFF, { contactInfo: { ...ADA, email: "right@example.com" } });
  expect(order.now()).toMatchObject({ toDo: "sign-again", booking: { email: "right@example.com" } });
});

it("to be paid still, it goes by text as soon as the office has ticked that", async () => {
  const order = await signed();
  expect(order.now()).toMatchObject({ toDo: "pay", booking: { sms_consent: false } });
  await order.write(STAFF, { smsConsent: true });
  expect(order.now()).toMatchObject({ toDo: "pay", booking: { sms_consent: true } });
});

it("its price has an end as long as it is the order that it was fixed for", async () => {
  const order = await signed();
  await order.write(STAFF, { address: "9 Palm Street" });
  expect(order.now()).toMatchObject({ toDo: "sign-again", booking: { quote_expires_at: order.until } });
  await order.write(STAFF, { rentalDays: 14 });
  expect(order.now()).toMatchObject({
    toDo: "sign-again",
    booking: { quote_expires_at: null, rental_duration_days: 14 },
  });
});

it("is the order that was signed where only something of ours is another", async () => {
  const order = await signed();
  await changeSetting(world, "phone", "(407) 555-0100");
  expect(order.now()).toMatchObject({ toDo: "sign-ours", booking: { quote_expires_at: order.until } });
  await order.write(STAFF, { rentalDays: 8 });
  expect(order.now().toDo).toBe("sign-again");
});

it("is another order where the office put it on account after the signature", async () => {
  const order = await signed();
  world.db.orm.update(customers).set({ terms_days: 30, credit_limit: 1000_00 }).run();
  expect(order.now().toDo).toBe("pay");
  const { booking } = order.now();
  const allow = (tx: Tx) => allowOnAccount(tx, world.deed<StaffActor>(STAFF), world.settings(), booking);
  expect(await world.db.write(allow)).toEqual({ ok: true });
  expect(order.now()).toMatchObject({ toDo: "sign-again", booking: { quote_expires_at: order.until } });
});
