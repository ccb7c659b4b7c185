import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { findDraft, saveDraft } from "../booking/draft/drafts.server";
import { grantableOrder, NO_RIGHTS } from "../booking/draft/grants";
import { rightsFor } from "../booking/draft/grants.server";
import { getBooking } from "../booking/order/bookings.server";
import { prepareQuote } from "../booking/order/place.server";
import { correctPrepared } from "../booking/order/prepared.server";
import { lookAtRenewal } from "../booking/order/renew.server";
import { orderToSign } from "../documents/sign.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, plus } from "../kernel/time.server";
import { keepCustomer } from "./customers.server";

// A caller who types an exempt company's address into their order pays its tax, whatever the office saves after that.
let world: TestWorld;
let order: Id<"booking">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  await world.db.write((tx) => {
    const company = { firstName: "Big", lastName: "Co", email: "ap@bigco.com", phone: "(407) 555-0199" };
    const id = keepCustomer(tx, company, false, world.clock.at);
    world.db.sqlite
      .prepare("update customers set exemption_certificate = '85-1', exempt_until = '2030-01-01' where id = ?")
      .run(id);
    const ends = plus(world.clock.at, 7 * DAY);
    order = prepareQuote(tx, world.deed(STAFF), world.settings(), draftData({ deliveryDate: day("2026-12-22") }), ends)
      .booking.id;
  });
});
afterEach(() => world.close());

const booking = () => getBooking(world.db.orm, order);
const draft = () => findDraft(world.db.orm, booking().draft_id ?? "") ?? expect.fail("no draft");
const write = (who: Who = { email: "ap@bigco.com" }) =>
  world.db.write((tx) => {
    const contactInfo = { ...draft().data.contactInfo, ...who };
    return saveDraft(tx, world.deed(), draft().id, { data: { ...draft().data, contactInfo } }, 14);
  });
type Who = Partial<Record<"firstName" | "lastName" | "email" | "phone", string>>;
const correct = (gateCode: string, who: Who = {}) =>
  world.db.write((tx) =>
    correctPrepared(tx, world.deed(STAFF), world.settings(), draft().id, {
      mine: { ...draft().data, gateCode, contactInfo: { ...draft().data.contactInfo, ...who } },
      seen: draft().version,
      endOf: () => plus(world.clock.at, 7 * DAY),
      rights: NO_RIGHTS,
    }),
  );
const taxSigned = () => {
  const { orm } = world.db;
  const rights = rightsFor(orm, draft().id, grantableOrder(draft().data), world.clock.at);
  return orderToSign(orm, world.settings(), draft(), booking(), rights, world.clock.at).price.tax;
};

it("signs with the tax that the order shows after the office has saved a gate code", async () => {
  await write();
  await correct("12");
  expect([booking().price.tax, taxSigned()]).toEqual([3_032, 3_032]);
});

it("nor by what the office saves next", async () => {
  await write();
  await correct("12");
  await correct("13");
  expect([booking().price.tax, taxSigned()]).toEqual([3_032, 3_032]);
});

it("nor by renewing its price", async () => {
  await write();
  world.clock.at = plus(world.clock.at, 8 * DAY);
  const looked = lookAtRenewal(world.db.orm, world.settings(), booking(), world.clock.at);
  expect(looked).toMatchObject({ ok: true, order: { price: { tax: 3_032 } } });
});

describe("of an order by text alone, found by number and name together", () => {
  const COMPANY = { firstName: "Big", lastName: "Co", email: "", phone: "(407) 555-0199" };
  const prepareFor = (who: Who) =>
    world.db.write((tx) => {
      const contactInfo = { ...COMPANY, ...who };
      const data = draftData({ deliveryDate: "2026-12-22", smsConsent: true, contactInfo });
      order = prepareQuote(tx, world.deed(STAFF), world.settings(), data, plus(world.clock.at, 7 * DAY)).booking.id;
    });

  it.each([
    ["the company's number under the name that the office said", { phone: "(407) 555-0177" }],
    ["the company's name beside the number that the office said", { firstName: "Ann", lastName: "Lee" }],
  ])("nor by %s", async (_which, office) => {
    await prepareFor(office);
    expect(taxSigned()).toBe(3_032);
    await write(COMPANY);
    await correct("12");
    expect([booking().price.tax, taxSigned()]).toEqual([3_032, 3_032]);
  });

  it("but as the office said both", async () => {
    await prepareFor({});
    expect([booking().price.tax, taxSigned()]).toEqual([0, 0]);
  });
});

it("a company that the office put in, and that changes its own number, stays exempt in the order as in its signature", async () => {
  await correct("1", { email: "ap@bigco.com" });
  expect([booking().price.tax, taxSigned()]).toEqual([0, 0]);
  await write({ phone: "(407) 555-0177" });
  expect(taxSigned()).toBe(0);
  await correct("12");
  expect([booking().price.tax, taxSigned()]).toEqual([0, 0]);
});

it("a company that the office put in stays exempt when its caller keeps the dumpster longer", async () => {
  await correct("1", { firstName: "Big", lastName: "Co", email: "ap@bigco.com", phone: "(407) 555-0199" });
  expect(taxSigned()).toBe(0);
  await world.db.write((tx) =>
    saveDraft(tx, world.deed(), draft().id, { data: { ...draft().data, rentalDays: 14 } }, 14),
  );
  expect(taxSigned()).toBe(0);
});

it("an order of before, whose name its caller had written, is exempt by no address: it may be that of several", async () => {
  await correct("1", { email: "ap@bigco.com" });
  expect(taxSigned()).toBe(0);
  world.db.sqlite.exec("update booking_drafts set office_contact = json_set(office_contact, '$.name', '')");
  expect(taxSigned()).toBe(3_032);
});
