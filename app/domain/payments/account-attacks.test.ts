import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { customers, deliveryWindowDays, grants, rentalAgreements } from "#db/schema/index";
import { CUSTOMER, draftData, openWorld, STAFF, WEBSITE, type TestWorld } from "../../../tests/support/domain";
import type { DraftData } from "../booking/draft/data";
import { findDraft, saveDraft } from "../booking/draft/drafts.server";
import { grantableOrder } from "../booking/draft/grants";
import { rightsFor } from "../booking/draft/grants.server";
import { getBooking } from "../booking/order/bookings.server";
import { mergeCustomer } from "../customers/merge.server";
import { insertContact } from "../customers/contacts.server";
import { prepareQuote } from "../booking/order/place.server";
import { correctPrepared, holdPrepared } from "../booking/order/prepared.server";
import { draftAgreement } from "../documents/agreement.server";
import { orderToSign } from "../documents/sign.server";
import type { Id } from "../kernel/ids.server";
import type { StaffActor } from "../kernel/deed";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import { post } from "./books.server";
import { allowOnAccount, findAccount, NothingLeft, signOrder } from "./account.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
});
afterEach(() => world.close());

const staff = () => world.deed<StaffActor>(STAFF);
const ADA = draftData().contactInfo;
const prepare = async (changes: Partial<DraftData> = {}, isHeld = true) => {
  const quote = await world.db.write((tx) => {
    const data = draftData({ deliveryDate: "2026-12-10", ...changes });
    const made = prepareQuote(tx, staff(), world.settings(), data, plus(world.clock.at, 48 * HOUR));
    if (isHeld) holdPrepared(tx, staff(), world.settings(), made.booking);
    return made;
  });
  return { draft: quote.draft.id, booking: quote.booking.id };
};
type Made = Awaited<ReturnType<typeof prepare>>;
const bookingOf = (made: Made) => getBooking(world.db.orm, made.booking);
const draftOf = (made: Made) => findDraft(world.db.orm, made.draft) ?? expect.fail("no draft");
/** Terms of the customer of this order alone. */
const setTerms = (made: Made, limit = 1000_00) => {
  const id = bookingOf(made).customer_id;
  world.db.orm.update(customers).set({ terms_days: 30, credit_limit: limit }).where(eq(customers.id, id)).run();
  return id;
};
const allow = (made: Made) => world.db.write((tx) => allowOnAccount(tx, staff(), world.settings(), bookingOf(made)));
const write = (made: Made, changes: Partial<DraftData>) =>
  world.db.write((tx) =>
    saveDraft(tx, world.deed(CUSTOMER), made.draft, { data: { ...draftOf(made).data, ...changes } }, 14),
  );
const has = (made: Made) =>
  rightsFor(world.db.orm, made.draft, grantableOrder(draftOf(made).data), world.clock.at).has("on_account");
const toSign = (made: Made) => {
  const { orm } = world.db;
  const draft = draftOf(made);
  const rights = rightsFor(orm, draft.id, grantableOrder(draft.data), world.clock.at);
  const order = orderToSign(orm, world.settings(), draft, bookingOf(made), rights, world.clock.at);
  const view = draftAgreement(world.settings(), draft.data, order, bookingOf(made).booking_number, WEBSITE)?.view;
  return view?.contentSha256 ?? expect.fail("nothing to sign");
};
const sign = (made: Made) => {
  const signature = { name: "Ada Tester", image: null, ip: "198.51.100.7", userAgent: "vitest" };
  const seen = toSign(made);
  return world.db.write((tx) =>
    signOrder(tx, world.deed(CUSTOMER), world.settings(), made.draft, signature, seen, WEBSITE),
  );
};
const owed = (id: Id<"customer">) => findAccount(world.db.orm, id)?.owed;
const signatures = () => world.db.orm.select().from(rentalAgreements).all().length;

describe("whose account it is", () => {
  it("is the signing customer's: another name at the number makes it an order for a card, on nobody's account", async () => {
    const byPhone = { contactInfo: { ...ADA, email: "" }, smsConsent: true };
    const made = await prepare(byPhone);
    const company = setTerms(made);
    expect(await allow(made)).toEqual({ ok: true });
    await write(made, { contactInfo: { ...byPhone.contactInfo, lastName: "Somebody" } });
    expect(await sign(made)).toMatchObject({ ok: true, booking: { status: "pending_payment", account_days: null } });
    expect(bookingOf(made).customer_id).not.toBe(company);
    expect(owed(company)).toBe(0);
  });

  it("is not that of another customer with the same address", async () => {
    const other = await prepare({
      contactInfo: { ...ADA, firstName: "Bo", phone: "(407) 555-0144", email: "" },
      smsConsent: true,
    });
    const made = await prepare();
    const company = setTerms(made);
    await allow(made);
    await world.db.write((tx) =>
      insertContact(tx, bookingOf(other).customer_id, { kind: "email", value: ADA.email }, world.clock.at),
    );
    await write(made, { contactInfo: { ...ADA, firstName: "Bo" } });
    expect(await sign(made)).toMatchObject({ ok: true, booking: { status: "pending_payment" } });
    expect([bookingOf(made).customer_id, owed(company)]).toEqual([bookingOf(other).customer_id, 0]);
  });

  it("is not opened by typing a company's address into one's own order, nor kept once the order is another's", async () => {
    const company = await prepare();
    setTerms(company);
    const made = await prepare({
      contactInfo: { ...ADA, firstName: "Eve", phone: "(407) 555-0166", email: "eve@example.com" },
    });
    await write(made, { contactInfo: ADA });
    expect(await allow(made)).toEqual({ ok: false, code: "no_account" });
    await write(company, { contactInfo: { ...ADA, phone: "(407) 555-0166", email: "eve@example.com" } });
    expect(await allow(company)).toEqual({ ok: false, code: "no_account" });
  });
});

describe("what is owed on an account", () => {
  const OTHER = { contactInfo: { ...ADA, firstName: "Bo", phone: "(407) 555-0144", email: "bo@example.com" } };
  const owe = (made: Made, kind: "charge" | "payment", amount: number) =>
    world.db.write((tx) =>
      post(tx, staff(), { booking_id: made.booking, kind, amount, cause: `${kind}:${made.booking}` }),
    );

  it("is of the customer and all who were merged into them, asked by either record", async () => {
    const [made, former] = [await prepare(), await prepare(OTHER)];
    const company = setTerms(made);
    await owe(former, "charge", 300_00);
    expect(owed(company)).toBe(0);
    const other = bookingOf(former).customer_id;
    await world.db.write((tx) => mergeCustomer(tx, { ...staff(), by: { ...STAFF, kind: "admin" } }, other, company));
    expect([owed(company), owed(other)]).toEqual([300_00, 300_00]);
  });

  it("is not less because we owe them something on another booking", async () => {
    const [made, paid] = [await prepare(), await prepare({ address: "7 Second Street" })];
    const company = setTerms(made);
    await owe(made, "charge", 300_00);
    await owe(paid, "payment", 200_00);
    expect(owed(company)).toBe(300_00);
  });
});

describe("an order on account", () => {
  it("is not signed past a window that is full, or that has begun, where its dumpsters are not held", async () => {
    const made = await prepare();
    setTerms(made);
    await allow(made);
    await write(made, { deliveryDate: "2026-12-11" });
    const full = (taken: number) =>
      world.db.orm
        .insert(deliveryWindowDays)
        .values({ day: "2026-12-11" as never, delivery_window: "morning", taken })
        .onConflictDoUpdate({ target: [deliveryWindowDays.day, deliveryWindowDays.delivery_window], set: { taken } })
        .run();
    full(6);
    await expect(sign(made)).rejects.toThrow(NothingLeft);
    expect([signatures(), bookingOf(made).status]).toEqual([0, "quoted"]);
    full(0);
    await write(made, { deliveryDate: "2026-12-03" });
    world.clock.at = instantAt("2026-12-03" as never, 9);
    expect(await sign(made)).toMatchObject({ ok: false, code: "obstacle" });
    expect(signatures()).toBe(0);
  });

  it("is allowed until its price ends, and not any more afterwards: renewed first", async () => {
    const made = await prepare();
    setTerms(made);
    await allow(made);
    const given = world.db.orm.select().from(grants).where(eq(grants.right, "on_account")).get();
    expect(given?.ends_at).toBe(bookingOf(made).quote_expires_at);
    world.clock.at = plus(world.clock.at, 49 * HOUR);
    expect(await allow(made)).toEqual({ ok: false, code: "price_over" });
  });

  it("stays on it when the office gives its price another end, and ends when the office makes it another order", async () => {
    const made = await prepare();
    setTerms(made);
    await allow(made);
    const correct = (changes: Partial<DraftData>, hours: number) =>
      world.db.write((tx) =>
        correctPrepared(tx, staff(), world.settings(), made.draft, {
          mine: { ...draftOf(made).data, ...changes },
          seen: draftOf(made).version,
          endOf: () => plus(world.clock.at, hours * HOUR),
          rights: new Set(),
        }),
      );
    expect(await correct({ specialInstructions: "Gate 4" }, 72)).toMatchObject({ ok: true });
    expect(has(made)).toBe(true);
    const [before, after] = [world.clock.at, plus(world.clock.at, 71 * HOUR)];
    world.clock.at = after;
    expect(has(made)).toBe(true);
    world.clock.at = before;
    await correct({ rentalDays: 14 }, 96);
    expect(has(made)).toBe(false);
  });
});
