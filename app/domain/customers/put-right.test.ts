import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { events } from "#db/schema/index";
import { draftData, openWorld, paidBooking, sign, STAFF, type TestWorld } from "../../../tests/support/domain";
import { findDraft, saveDraft } from "../booking/draft/drafts.server";
import { NO_RIGHTS } from "../booking/draft/grants";
import { editBooking, editTexts } from "../booking/office/edit.server";
import type { EditTexts } from "../booking/office/edit";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { prepareQuote } from "../booking/order/place.server";
import { correctPrepared } from "../booking/order/prepared.server";
import type { Id } from "../kernel/ids.server";
import { DAY, plus } from "../kernel/time.server";
import { findCaller } from "../records/caller.server";
import { prefillOf } from "../records/customer-record.server";
import { insertContact, listContacts } from "./contacts.server";
import { keepCustomer } from "./customers.server";
import { familyOf, getCustomer, nameOf } from "./family.server";
import { mergeCustomer } from "./merge.server";

// The next order of a customer begins with their record: a slip that was put right must not come back with it.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  orders = 0;
});
afterEach(() => world.close());

const TYPED = { firstName: "Ana", lastName: "Riuz", email: "ana@gmial.com", phone: "(407) 555-0133" };
const RIGHT = { ...TYPED, lastName: "Ruiz", email: "ana@gmail.com" };
const booking = (id: Id<"booking">) => getBooking(world.db.orm, id);
/** Orders are signed at a moment of their own: the fixture has but one. */
let orders = 0;
async function paid(contact = TYPED): Promise<Booking> {
  const { id } = await paidBooking(world, { contactInfo: contact });
  if (orders++ > 0)
    world.db.sqlite.prepare("update bookings set created_at = created_at + ? where id = ?").run(orders, id);
  return booking(id);
}
const edit = (id: Id<"booking">, changes: Partial<EditTexts>) => {
  const seen = editTexts(booking(id));
  return world.db.write((tx) => editBooking(tx, world.deed(STAFF), id, { mine: { ...seen, ...changes }, seen }));
};
const open = (id: Id<"customer">) =>
  listContacts(world.db.orm, familyOf(world.db.orm, id)).flatMap((one) => (one.ended_at === null ? [one.value] : []));
const lines = (id: Id<"customer">) =>
  listContacts(world.db.orm, [id]).flatMap((one) => (one.kind === "phone" ? [[one.value, one.extension]] : []));
const customerOf = (id: Id<"booking">) => getCustomer(world.db.orm, booking(id).customer_id);
const nextOrder = (id: Id<"booking">) => prefillOf(world.db.orm, booking(id).customer_id).values;
const actions = () =>
  world.db.orm
    .select()
    .from(events)
    .all()
    .flatMap(({ subject_kind, action }) => (subject_kind === "customer" ? [action] : []));

it("of a paid order: the next one is filled in with the new address and name, and the wrong ones reach nobody", async () => {
  const { id } = await paid();
  expect(await edit(id, { lastName: RIGHT.lastName, email: RIGHT.email })).toMatchObject({ ok: true });
  expect(nextOrder(id)).toMatchObject({ lastName: "Ruiz", email: "ana@gmail.com" });
  expect(open(customerOf(id).id).sort()).toEqual(["+14075550133", "ana@gmail.com"]);
  expect(nameOf(customerOf(id))).toBe("Ana Ruiz");
  expect(actions().sort()).toEqual(["contact_added", "contact_ended", "customer_changed"]);

  expect(await edit(id, { phone: "(407) 555-0134" })).toMatchObject({ ok: true });
  expect(findCaller(world.db.orm, "407 555 0133", world.clock.at)?.known).toEqual([]);
  expect(findCaller(world.db.orm, "407 555 0134", world.clock.at)?.known).toHaveLength(1);
});

it("keeps what the record had before, what another order has, and what the office wrote there", async () => {
  const first = await paid(RIGHT);
  world.clock.at = plus(world.clock.at, DAY);
  const second = await paid(RIGHT);
  expect(second.customer_id).toBe(first.customer_id);
  await edit(second.id, { phone: "(407) 555-0135" });
  expect(open(first.customer_id).sort()).toEqual(["+14075550133", "+14075550135", "ana@gmail.com"]);
  // Both slips of one kind: the first has it still.
  await edit(second.id, { email: "ana2@gmail.com" });
  expect(nextOrder(second.id)).toMatchObject({ email: "ana@gmail.com", phone: "(407) 555-0133" });
  // The name of who was known before is the office’s to change, on their record.
  await edit(second.id, { lastName: "Ruis" });
  expect(nameOf(customerOf(second.id))).toBe("Ana Ruiz");

  const added = await paid({ ...RIGHT, email: "bo@example.com", firstName: "Bo", phone: "(407) 555-0150" });
  world.db.sqlite.prepare("update customer_contacts set label = 'Home' where value = 'bo@example.com'").run();
  await edit(added.id, { email: "bo2@example.com" });
  expect(open(added.customer_id).sort()).toEqual(["+14075550150", "bo2@example.com", "bo@example.com"]);
});

it.each([
  [0, 1],
  [1, 0],
])("of two orders with the same slip it is gone once both are put right, order %s first", async (...order) => {
  const both = [await paid(TYPED), await paid(TYPED)];
  for (const which of order) await edit(both[which]?.id ?? expect.fail(), { email: RIGHT.email });
  expect(open(both[0]?.customer_id ?? expect.fail()).sort()).toEqual(["+14075550133", "ana@gmail.com"]);
});

it("an extension alone follows by the same rules, and stays one contact", async () => {
  const typed = { ...RIGHT, phone: "(407) 555-0133 ext. 21" };
  const both = [await paid(typed), await paid(typed)] as const;
  const { customer_id } = both[0];
  const put = (which: Booking, extension: string) => edit(which.id, { phone: `(407) 555-0133${extension}` });
  const isKept = (extension: string | null) => expect(lines(customer_id)).toEqual([["+14075550133", extension]]);
  await put(both[0], " ext. 12");
  // The other order has the former one still.
  isKept("21");
  await put(both[1], " ext. 12");
  isKept("12");
  expect(actions()).toEqual(["contact_added", "contact_ended"]);
  expect(nextOrder(both[1].id)).toMatchObject({ phone: "(407) 555-0133 ext. 12" });
  // What another wrote on the record, and whom another record has too, stay.
  world.db.sqlite.prepare("update customer_contacts set label = 'Office' where kind = 'phone'").run();
  for (const one of both) await put(one, "");
  isKept("12");
});

it("of an extension that came without one follows, and not where another record has the number", async () => {
  const { id, customer_id } = await paid(RIGHT);
  await edit(id, { phone: "(407) 555-0133 x12" });
  expect(lines(customer_id)).toEqual([["+14075550133", "12"]]);
  const bo = { ...RIGHT, firstName: "Bo", email: "bo@example.com" };
  await world.db.write((tx) => keepCustomer(tx, bo, false, world.clock.at));
  await edit(id, { phone: "(407) 555-0133 x13" });
  expect(lines(customer_id)).toEqual([["+14075550133", "12"]]);
});

it("keeps what the office wrote on a record that was merged into it", async () => {
  const { id, customer_id } = await paid(TYPED);
  const other = await world.db.write((tx) => {
    const made = keepCustomer(tx, { ...RIGHT, firstName: "Bo", email: "bo@example.com" }, false, world.clock.at);
    mergeCustomer(tx, world.deed(STAFF), made, customer_id);
    return made;
  });
  world.db.sqlite.prepare("update customer_contacts set label = 'Office' where customer_id = ?").run(other);
  await edit(id, { phone: "(407) 555-0134" });
  expect(open(customer_id)).toContain("+14075550133");
});

it("takes the place of the slip: what a stranger brought to the record meanwhile is not what a new order begins with", async () => {
  const { id } = await paid(TYPED);
  world.clock.at = plus(world.clock.at, 1000);
  const stranger = await world.db.write((tx) =>
    keepCustomer(tx, { ...TYPED, email: "stranger@example.org" }, false, world.clock.at),
  );
  expect(stranger).toBe(booking(id).customer_id);
  await edit(id, { email: RIGHT.email });
  expect(nextOrder(id)).toMatchObject({ email: "ana@gmail.com" });
});

it("is not held up by a record that strangers filled with contacts", async () => {
  const { id, customer_id } = await paid(TYPED);
  for (let i = 0; i < 20; i++)
    await world.db.write((tx) =>
      insertContact(tx, customer_id, { kind: "email", value: `x${i}@example.org` }, plus(world.clock.at, i + 1)),
    );
  await edit(id, { email: RIGHT.email });
  expect(nextOrder(id)).toMatchObject({ email: "ana@gmail.com" });
});

describe("changes nothing", () => {
  it("of somebody else whose address was typed", async () => {
    const ana = await world.db.write((tx) => keepCustomer(tx, RIGHT, false, world.clock.at));
    const { id, customer_id } = await paid({ ...RIGHT, firstName: "Bo", phone: "(407) 555-0150" });
    expect(customer_id).toBe(ana);
    await edit(id, { firstName: "Bob", email: "bo@example.com" });
    expect(nameOf(customerOf(id))).toBe("Ana Ruiz");
    expect(open(ana).sort()).toEqual(["+14075550133", "ana@gmail.com"]);
    expect(actions()).toEqual([]);
  });

  it("of the name, nor of what reaches them, of a record that was there before the order", async () => {
    const ana = await world.db.write((tx) => keepCustomer(tx, TYPED, false, world.clock.at));
    world.clock.at = plus(world.clock.at, DAY);
    orders = 1;
    const { id, customer_id } = await paid(TYPED);
    expect(customer_id).toBe(ana);
    await edit(id, { lastName: RIGHT.lastName });
    expect(nameOf(customerOf(id))).toBe("Ana Riuz");
    expect(open(ana).sort()).toEqual(["+14075550133", "ana@gmial.com"]);
  });

  it("with an address that another record has: whose it is, staff see on both", async () => {
    await world.db.write((tx) =>
      keepCustomer(tx, { ...RIGHT, firstName: "Bo", phone: "(407) 555-0150" }, false, world.clock.at),
    );
    const { id, customer_id } = await paid(TYPED);
    await edit(id, { email: RIGHT.email });
    expect(open(customer_id).sort()).toEqual(["+14075550133", "ana@gmial.com"]);
  });

  it.each([
    ["terms", "terms_days = 30, credit_limit = 100000"],
    ["a certificate", "exemption_certificate = '85-1', exempt_until = '2030-01-01'"],
    [
      "that it is not served",
      "do_not_serve_at = 1, do_not_serve_reason = 'x', do_not_serve_by = (select id from accounts)",
    ],
  ])("on a record for which an admin decided: %s", async (_, facts) => {
    const { id, customer_id } = await paid(TYPED);
    world.db.sqlite.prepare(`update customers set ${facts} where id = ?`).run(customer_id);
    await edit(id, { lastName: RIGHT.lastName, email: RIGHT.email, phone: "(407) 555-0134" });
    expect(open(customer_id).sort()).toEqual(["+14075550133", "ana@gmial.com"]);
    expect(nameOf(customerOf(id))).toBe("Ana Riuz");
  });

  it("of a family: which of the merged records a name belongs to, nobody knows", async () => {
    const { id, customer_id } = await paid(TYPED);
    const other = await world.db.write((tx) =>
      keepCustomer(
        tx,
        { ...RIGHT, firstName: "Bo", email: "bo@example.com", phone: "(407) 555-0150" },
        false,
        world.clock.at,
      ),
    );
    await world.db.write((tx) => mergeCustomer(tx, world.deed(STAFF), other, customer_id));
    await edit(id, { lastName: RIGHT.lastName });
    expect(nameOf(customerOf(id))).toBe("Ana Riuz");
    // What came with the order is replaced wherever in the family it is.
    await edit(id, { lastName: TYPED.lastName, email: RIGHT.email });
  });
});

describe("a prepared order", () => {
  const prepare = async () => {
    const { id, draft_id } = await world.db.write((tx) => {
      const data = draftData({ contactInfo: TYPED });
      const ends = plus(world.clock.at, 7 * DAY);
      return prepareQuote(tx, world.deed(STAFF), world.settings(), data, ends).booking;
    });
    world.clock.at = plus(world.clock.at, DAY / 24);
    const draft = () => findDraft(world.db.orm, draft_id ?? "") ?? expect.fail("no draft");
    const correct = (mine: object, by = STAFF) =>
      world.db.write((tx) => {
        const data = { ...draft().data, ...mine };
        const seen = draft().version;
        const correction = { mine: data, seen, endOf: () => plus(world.clock.at, 7 * DAY), rights: NO_RIGHTS };
        return correctPrepared(tx, world.deed(by), world.settings(), draft().id, correction);
      });
    /** What the caller types into their own form. */
    const write = (contactInfo: typeof TYPED) =>
      world.db.write((tx) => saveDraft(tx, world.deed(), draft().id, { data: { ...draft().data, contactInfo } }, 14));
    return { id, draft, correct, write };
  };

  it("is followed where the office puts it right", async () => {
    const { id, correct } = await prepare();
    const before = booking(id).customer_id;
    expect(await correct({ contactInfo: RIGHT })).toEqual({ ok: true, changed: true });
    expect(booking(id).customer_id).toBe(before);
    expect(nextOrder(id)).toMatchObject({ lastName: "Ruiz", email: "ana@gmail.com" });
    expect(open(before)).not.toContain("ana@gmial.com");
  });

  it("is exempt for nobody whose address its caller typed", async () => {
    const { id, correct, write } = await prepare();
    const company = await world.db.write((tx) =>
      keepCustomer(tx, { ...RIGHT, firstName: "Big", lastName: "Co", email: "ap@bigco.com" }, false, world.clock.at),
    );
    world.db.sqlite
      .prepare("update customers set exemption_certificate = '85-1', exempt_until = '2030-01-01' where id = ?")
      .run(company);
    await write({ ...TYPED, email: "ap@bigco.com" });
    expect(await correct({ gateCode: "12" })).toEqual({ ok: true, changed: true });
    expect(booking(id).price.tax).toBeGreaterThan(0);
    // Typed by the office, it is the office's word.
    await write({ ...TYPED, email: "x@example.com" });
    expect(await correct({ contactInfo: { ...TYPED, email: "ap@bigco.com" } })).toEqual({ ok: true, changed: true });
    expect(booking(id).price.tax).toBe(0);
  });

  it("is not the office's word where its caller wrote it: not with their signature, nor with what the office saves after", async () => {
    const { id, draft, correct, write } = await prepare();
    const { customer_id } = booking(id);
    await write({ ...TYPED, firstName: "Zed", email: "evil@example.org" });
    expect(await correct({ gateCode: "12" }, { ...STAFF, kind: "admin" })).toEqual({ ok: true, changed: true });
    await write({ ...TYPED, email: "evil2@example.org" });
    expect(await sign(world, draft())).toMatchObject({ ok: true });
    expect(nameOf(getCustomer(world.db.orm, customer_id))).toBe("Ana Riuz");
    expect(open(customer_id)).toEqual(expect.arrayContaining(["+14075550133", "ana@gmial.com"]));
    expect(actions().filter((action) => action !== "contact_added")).toEqual([]);
  });
});
