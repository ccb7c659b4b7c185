import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { bookings, customers, units } from "#db/schema/index";
import {
  CUSTOMER,
  draftData,
  openWorld,
  paidBooking,
  signedBooking,
  STAFF,
  type TestWorld,
  WEBSITE,
} from "../../../tests/support/domain";
import { getBooking, getUnit, listUnits } from "../booking/order/bookings.server";
import type { DraftData } from "../booking/draft/data";
import { findDraft, saveDraft } from "../booking/draft/drafts.server";
import { grantableOrder, NO_RIGHTS } from "../booking/draft/grants";
import { rightsFor } from "../booking/draft/grants.server";
import { prepareQuote } from "../booking/order/place.server";
import { lookAtRenewal } from "../booking/order/renew.server";
import { correctPrepared } from "../booking/order/prepared.server";
import { previewChange } from "../changes/changes.server";
import { describeExtra } from "../changes/extra-job.server";
import { readFacts } from "../charges/facts.server";
import { addByHand, type ByHand } from "../charges/office.server";
import { draftAgreement } from "../documents/agreement.server";
import { agreementHtml } from "../documents/agreement-html";
import { orderToSign, signAgreement } from "../documents/sign.server";
import { day } from "../kernel/days";
import type { StaffActor } from "../kernel/deed";
import { DAY, instantAt, plus } from "../kernel/time.server";
import { chargedLines, priceLines } from "../pricing/price-lines";
import { exportStatement, findStatement, otherMonth, readMonth } from "../records/statement.server";
import { exemptionOf } from "./exemption.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const CERTIFICATE = { exemption_certificate: "85-8012345678C-1", exempt_until: day("2026-12-05") };
const exemptAll = () => world.db.orm.update(customers).set(CERTIFICATE).run();
const prepare = () =>
  world.db.write((tx) =>
    prepareQuote(
      tx,
      world.deed<StaffActor>(STAFF),
      world.settings(),
      draftData({ deliveryDate: "2026-12-10" }),
      plus(world.clock.at, 20 * DAY),
    ),
  );
const toSign = (made: Awaited<ReturnType<typeof prepare>>, now = world.clock.at) => {
  const { orm } = world.db;
  const booking = getBooking(orm, made.booking.id);
  const draft = findDraft(orm, made.draft.id);
  if (!draft) throw new Error("no draft");
  const rights = rightsFor(orm, draft.id, grantableOrder(draft.data), now);
  return orderToSign(orm, world.settings(), draft, booking, rights, now);
};

it("an order that the office prepares for an exempt customer has no tax, in its lines, at the card company and on paper", async () => {
  await signedBooking(world);
  exemptAll();
  const made = await prepare();
  const { price, total_amount } = getBooking(world.db.orm, made.booking.id);
  expect(price).toMatchObject({ tax: 0, total: 37900, exempt: "85-8012345678C-1" });
  expect(total_amount).toBe(37900);
  const sum = (lines: { cents: number }[]) => lines.reduce((all, { cents }) => all + cents, 0);
  expect(priceLines(price, 0.08).at(-1)).toMatchObject({ label: "Tax (exempt)", cents: 0 });
  expect(sum(priceLines(price, 0.08))).toBe(37900);
  expect(sum(chargedLines(price, 0.08))).toBe(37900);
  const order = toSign(made);
  const agreement = draftAgreement(world.settings(), made.draft.data, order, "DMP-1", WEBSITE);
  const paper = agreementHtml({ ...(agreement?.view as NonNullable<typeof agreement>["view"]), signature: null });
  expect(paper).toContain("Tax (exempt)");
  expect(paper).toContain("by certificate 85-8012345678C-1");
  expect(paper).not.toContain("Tax (8%)");
  expect(paper).not.toMatch(/plus tax|Tax is/);
});

it("is decided at signing: the certificate's last day counts, the next one does not", async () => {
  await signedBooking(world);
  exemptAll();
  const made = await prepare();
  expect(toSign(made, instantAt(day("2026-12-05"), 23)).price).toMatchObject({ tax: 0, total: 37900 });
  const ended = toSign(made, instantAt(day("2026-12-06"), 0)).price;
  expect(ended).toMatchObject({ tax: 3032, total: 40932 });
  expect(ended.exempt).toBeUndefined();
  // Another certificate than the one that the price was fixed with is not what was agreed.
  world.db.orm.update(customers).set({ exemption_certificate: "other" }).run();
  expect(toSign(made).price.total).toBe(40932);
  expect(exemptionOf(world.db.orm, made.booking.customer_id, day("2026-12-06"))).toBeNull();
});

const STRANGER = { firstName: "Not", lastName: "Exempt", email: "not@example.com", phone: "(407) 555-0199" };

it("is the exempt customer's own: who puts somebody else into the order by the link signs it with tax", async () => {
  await signedBooking(world);
  exemptAll();
  const made = await prepare();
  const withContact = (contactInfo: typeof STRANGER) =>
    world.db.write((tx) =>
      saveDraft(tx, world.deed(), made.draft.id, { data: { ...made.draft.data, contactInfo } }, 30),
    );
  await withContact({ ...made.draft.data.contactInfo, phone: STRANGER.phone });
  expect(toSign(made).price).toMatchObject({ tax: 0, total: 37900 });
  await withContact(STRANGER);
  expect(toSign(made).price).toMatchObject({ tax: 3032, total: 40932 });
});

const correct = async (made: Awaited<ReturnType<typeof prepare>>, changes: Partial<DraftData>) => {
  const draft = findDraft(world.db.orm, made.draft.id) ?? expect.fail("no draft");
  const deed = world.deed<StaffActor>(STAFF);
  const form = {
    mine: { ...draft.data, ...changes },
    seen: draft.version,
    endOf: () => plus(world.clock.at, 20 * DAY),
    rights: NO_RIGHTS,
  };
  expect(await world.db.write((tx) => correctPrepared(tx, deed, world.settings(), made.draft.id, form))).toMatchObject({
    ok: true,
  });
  return getBooking(world.db.orm, made.booking.id).price;
};

it("stays with an order that the office puts right, and goes when it is for somebody else", async () => {
  await signedBooking(world);
  exemptAll();
  const made = await prepare();
  expect(await correct(made, { rentalDays: 8 })).toMatchObject({ tax: 0, total: 40400, exempt: "85-8012345678C-1" });
  const other = await correct(made, { contactInfo: STRANGER });
  expect([other.tax, other.total, other.exempt]).toEqual([3232, 43632, undefined]);
  expect(await correct(made, { contactInfo: made.draft.data.contactInfo })).toMatchObject({ tax: 0, total: 40400 });
});

describe("an order that was signed and is corrected", () => {
  const sign = async (made: Awaited<ReturnType<typeof prepare>>) => {
    const order = toSign(made);
    const draft = findDraft(world.db.orm, made.draft.id) ?? expect.fail("no draft");
    const number = getBooking(world.db.orm, made.booking.id).booking_number;
    const seen = draftAgreement(world.settings(), draft.data, order, number, WEBSITE)?.view.contentSha256 ?? "";
    const signature = { name: "Ada Tester", image: null, ip: "198.51.100.7", userAgent: "vitest" };
    const signed = await world.db.write((tx) =>
      signAgreement(tx, world.deed(CUSTOMER), world.settings(), draft, signature, seen, WEBSITE),
    );
    expect(signed).toMatchObject({ ok: true });
    return getBooking(world.db.orm, made.booking.id).price;
  };
  const EXEMPT = { tax: 0, total: 40400, exempt: "85-8012345678C-1" };

  it("by the office is signed again without tax, also after the price has ended, until the certificate does", async () => {
    await signedBooking(world);
    exemptAll();
    const made = await prepare();
    expect(await sign(made)).toMatchObject({ tax: 0, total: 37900 });
    await correct(made, { rentalDays: 8 });
    expect(toSign(made).price).toMatchObject(EXEMPT);
    expect(await sign(made)).toMatchObject(EXEMPT);
    expect(toSign(made, instantAt(day("2026-12-05"), 23)).price).toMatchObject(EXEMPT);
    expect(toSign(made, instantAt(day("2026-12-06"), 0)).price).toMatchObject({ tax: 3232, total: 43632 });
  });

  it("by the customer, too; not when it is somebody else's now, whoever corrects it", async () => {
    await signedBooking(world);
    exemptAll();
    const made = await prepare();
    await sign(made);
    const change = (data: Partial<DraftData>) =>
      world.db.write((tx) => {
        const draft = findDraft(tx, made.draft.id) ?? expect.fail("no draft");
        saveDraft(tx, world.deed(CUSTOMER), draft.id, { data: { ...draft.data, ...data } }, 30);
      });
    await change({ rentalDays: 8 });
    expect(toSign(made).price).toMatchObject(EXEMPT);
    await change({ contactInfo: STRANGER });
    expect(toSign(made).price).toMatchObject({ tax: 3232, total: 43632 });
    await change({ contactInfo: made.draft.data.contactInfo });
    await correct(made, { contactInfo: STRANGER });
    expect(toSign(made).price).toMatchObject({ tax: 3232, total: 43632 });
  });

  it("has the exemption that the office learned of after it was signed with tax", async () => {
    const made = await prepare();
    expect(await sign(made)).toMatchObject({ tax: 3032 });
    exemptAll();
    // Nobody of the office has put it right yet.
    expect(toSign(made).price).toMatchObject({ tax: 3032 });
    await correct(made, { rentalDays: 8 });
    expect(toSign(made).price).toMatchObject(EXEMPT);
  });
});

it("a price that has ended is renewed without tax, as it is told to the caller", async () => {
  await signedBooking(world);
  exemptAll();
  const { booking } = await prepare();
  world.db.orm.update(bookings).set({ quote_expires_at: world.clock.at }).where(eq(bookings.id, booking.id)).run();
  const now = plus(world.clock.at, 60_000);
  const look = () => lookAtRenewal(world.db.orm, world.settings(), getBooking(world.db.orm, booking.id), now);
  expect(look()).toMatchObject({ ok: true, now: 37900, order: { price: { tax: 0, exempt: "85-8012345678C-1" } } });
  world.db.orm
    .update(customers)
    .set({ exempt_until: day("2026-11-30") })
    .run();
  expect(look()).toMatchObject({ ok: true, now: 40932, order: { price: { tax: 3032 } } });
});

it("what comes after the order has no tax either: more days, a swap, later charges", async () => {
  const { orm } = world.db;
  const { id, price } = await paidBooking(world);
  const [unit] = listUnits(orm, id);
  if (!unit) throw new Error("no unit");
  orm.update(units).set({ state: "on_site" }).where(eq(units.id, unit.id)).run();
  const wish = {
    kind: "swap",
    day: day("2026-12-15"),
    window: "morning",
    size: 20,
    material: "general",
    note: "",
  } as const;
  const byHand: ByHand = {
    unitId: unit.id,
    kind: "day_overage",
    amount: 10_000,
    words: "Late",
    photos: [],
    note: "Seen",
  };
  const taxes = async () => {
    const days = previewChange(orm, world.settings(), unit.id, { kind: "extension", days: 2 }, world.clock.at);
    const swap = describeExtra(orm, world.settings(), getUnit(orm, unit.id), wish, world.clock.at);
    const { taxRate } = readFacts(orm, world.settings(), getBooking(orm, id));
    const added = await world.db.write((tx) =>
      addByHand(tx, world.deed<StaffActor>(STAFF), world.settings(), id, byHand),
    );
    return [days.ok && days.price.tax, swap.ok && swap.price.tax, taxRate, added.ok && added.charge.tax];
  };
  expect(await taxes()).toEqual([400, 3792, 0.08, 800]);
  orm
    .update(bookings)
    .set({ price: { ...price, exempt: "85-8012345678C-1" } })
    .where(eq(bookings.id, id))
    .run();
  expect(await taxes()).toEqual([0, 0, 0, 0]);
});

it("nobody is exempt by typing an exempt company's address on the website", async () => {
  await signedBooking(world);
  exemptAll();
  expect((await signedBooking(world)).price).toMatchObject({ tax: 3032, total: 40932 });
});

it("a price says the rate that it was taxed by, whatever the rate is later", async () => {
  const { price } = await signedBooking(world);
  expect(priceLines(price, 0.09).at(-1)).toMatchObject({ label: "Tax (8%)", cents: 3032 });
  const { taxRate: _older, ...old } = price;
  expect(priceLines(old, 0.09).at(-1)).toMatchObject({ label: "Tax (9%)" });
});

it("a statement is what the books say of a New York month, with what is open at its end", async () => {
  const booking = await paidBooking(world);
  const of = (month: string) => findStatement(world.db.orm, booking.customer_id, month, day("2027-12-31"));
  const december = of("2026-12");
  expect(december).toMatchObject({ from: "2026-12-01", to: "2026-12-31", before: 0, after: 0, open: [] });
  expect(december?.lines.map(({ what, cents }) => [what, cents])).toEqual([
    ["Payment", -40932],
    ["Charge: Rental", 40932],
  ]);
  // The same day in New York, January in London; a charge that nobody paid.
  const late = instantAt(day("2026-12-31"), 23, 30);
  world.db.sqlite
    .prepare(
      "insert into ledger_entries (booking_id, kind, amount, tax, cause, at) values (?, 'dispute', 500, 40, 'x', ?)",
    )
    .run(booking.id, late);
  expect(of("2026-12")).toMatchObject({ after: 540, open: [{ booking: booking.booking_number, cents: 540 }] });
  expect(of("2027-01")).toMatchObject({ before: 540, lines: [], after: 540 });
  expect(of("2026-11")).toMatchObject({ before: 0, lines: [], after: 0, open: [] });
  const csv = [...exportStatement(of("2026-12") as NonNullable<typeof december>)].join("");
  expect(csv.split("\r\n")).toEqual([
    '\ufeff"Date","Booking","What","Amount","Balance"',
    '"2026-12-01",,"Balance before",,0.00',
    `"2026-12-01","${booking.booking_number}","Payment",-409.32,-409.32`,
    `"2026-12-01","${booking.booking_number}","Charge: Rental",409.32,0.00`,
    `"2026-12-31","${booking.booking_number}","Disputed with the bank",5.40,5.40`,
    '"2026-12-31",,"Balance after",,5.40',
    "",
  ]);
  expect(findStatement(world.db.orm, "cus_none", "2026-12", day("2027-12-31"))).toBeNull();
});

it.each([
  ["2026-12", "2026-11", "2027-01"],
  ["2027-01", "2026-12", "2027-02"],
  ["2027-02", "2027-01", "2027-03"],
])("%s lies between %s and %s", (month, before, after) => {
  expect([readMonth(month), otherMonth(month, -1), otherMonth(month, 1)]).toEqual([month, before, after]);
  for (const none of ["", "2026-13", "2026-1", "x2026-12"]) expect(readMonth(none)).toBeNull();
});
