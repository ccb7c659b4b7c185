import { expect, it } from "vitest";
import { CUSTOMER, draftData, STAFF, WEBSITE } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { findDraft, saveDraft } from "../booking/draft/drafts.server";
import { grantableOrder, NO_RIGHTS } from "../booking/draft/grants";
import { rightsFor } from "../booking/draft/grants.server";
import { findOrderExemption } from "../booking/draft/order-exemption.server";
import { getBooking } from "../booking/order/bookings.server";
import { prepareQuote } from "../booking/order/place.server";
import { correctPrepared } from "../booking/order/prepared.server";
import { draftAgreement } from "../documents/agreement.server";
import { orderToSign, signAgreement } from "../documents/sign.server";
import { day } from "../kernel/days";
import { DAY, dayAt, plus } from "../kernel/time.server";
import { keepCustomer } from "./customers.server";

// Whom the office has said that an order is for, part by part: once it is signed, in another case, and under another number.
const world = setSoundWorld({ fleet: { 20: 9 } });
const COMPANY = { firstName: "Big", lastName: "Co", email: "ap@bigco.com", phone: "(407) 555-0199" };
type Who = Partial<typeof COMPANY>;
const ends = () => plus(world.clock.at, 7 * DAY);

async function prepareFor(who: Who) {
  const { draft, booking } = await world.db.write((tx) => {
    const company = keepCustomer(tx, COMPANY, false, world.clock.at);
    world.db.sqlite
      .prepare("update customers set exemption_certificate = '85-1', exempt_until = '2030-01-01' where id = ?")
      .run(company);
    const data = draftData({ deliveryDate: day("2026-12-22"), contactInfo: { ...draftData().contactInfo, ...who } });
    return prepareQuote(tx, world.deed(STAFF), world.settings(), data, ends());
  });
  const now = () => findDraft(world.db.orm, draft.id) ?? expect.fail("no draft");
  const dataWith = (contact: Who) => ({ ...now().data, contactInfo: { ...now().data.contactInfo, ...contact } });
  const order = () => {
    const rights = rightsFor(world.db.orm, draft.id, grantableOrder(now().data), world.clock.at);
    return orderToSign(
      world.db.orm,
      world.settings(),
      now(),
      getBooking(world.db.orm, booking.id),
      rights,
      world.clock.at,
    );
  };
  return {
    order,
    write: (contact: Who) =>
      world.db.write((tx) => saveDraft(tx, world.deed(), draft.id, { data: dataWith(contact) }, 14)),
    correct: (contact: Who) =>
      world.db.write((tx) =>
        correctPrepared(tx, world.deed(STAFF), world.settings(), draft.id, {
          mine: { ...dataWith(contact), rentalDays: 8 },
          seen: now().version,
          endOf: ends,
          rights: NO_RIGHTS,
        }),
      ),
    sign: async () => {
      const shown = draftAgreement(world.settings(), now().data, order(), booking.booking_number, WEBSITE);
      const signature = { name: "Ada Tester", image: null, ip: "198.51.100.7", userAgent: "vitest" };
      const seen = shown?.view.contentSha256 ?? "";
      const signed = await world.db.write((tx) =>
        signAgreement(tx, world.deed(CUSTOMER), world.settings(), now(), signature, seen, WEBSITE),
      );
      expect(signed).toMatchObject({ ok: true });
    },
    certificate: () => findOrderExemption(world.db.orm, now(), now().data, dayAt(world.clock.at))?.certificate ?? null,
  };
}

it("an order that was signed with tax, and that the office then gives to an exempt company, is signed again without", async () => {
  const order = await prepareFor({});
  await order.sign();
  expect(order.order().price.tax).toBe(3_032);
  expect(await order.correct(COMPANY)).toMatchObject({ ok: true, changed: true });
  expect(order.order().price).toMatchObject({ tax: 0, exempt: "85-1" });
});

it("the company's address in another case is still what the office wrote", async () => {
  const order = await prepareFor({ ...COMPANY, email: "AP@BigCo.com" });
  await order.write({ email: "ap@bigco.com", phone: "(407) 555-0177" });
  expect(order.certificate()).toBe("85-1");
});

it("a namesake of the company is not exempt by its number, which its caller wrote", async () => {
  const order = await prepareFor({ ...COMPANY, email: "", phone: "(407) 555-0111" });
  await order.write({ phone: COMPANY.phone });
  expect(order.certificate()).toBeNull();
  await order.correct({});
  expect(order.certificate()).toBeNull();
});

it("an exempt company's order names no other one's certificate, whose contact its caller swaps in", async () => {
  const order = await prepareFor(COMPANY);
  const other = { firstName: "Other", lastName: "Inc", email: "ar@other.com", phone: "(407) 555-0144" };
  await world.db.write((tx) => {
    const id = keepCustomer(tx, other, false, world.clock.at);
    world.db.sqlite
      .prepare("update customers set exemption_certificate = '85-2', exempt_until = '2030-01-01' where id = ?")
      .run(id);
  });
  // The company's own number stays: by that and its name it is found as the office has said.
  await order.write({ ...other, phone: COMPANY.phone });
  expect(order.certificate()).toBeNull();
  await order.write(COMPANY);
  expect(order.certificate()).toBe("85-1");
});
