import { afterEach, beforeEach, expect, it } from "vitest";
import { customerContacts, events } from "#db/schema/index";
import { draftData, openWorld, paidBooking, sign, STAFF, type TestWorld } from "../../../tests/support/domain";
import { findDraft, saveDraft } from "../booking/draft/drafts.server";
import { NO_RIGHTS } from "../booking/draft/grants";
import { editBooking, editTexts } from "../booking/office/edit.server";
import type { EditTexts } from "../booking/office/edit";
import { getBooking } from "../booking/order/bookings.server";
import { prepareQuote } from "../booking/order/place.server";
import { correctPrepared } from "../booking/order/prepared.server";
import type { Id } from "../kernel/ids.server";
import { DAY, plus } from "../kernel/time.server";
import { findCaller } from "../records/caller.server";
import { prefillOf } from "../records/customer-record.server";
import { addContact, listContacts } from "./contacts.server";
import { keepCustomer } from "./customers.server";
import { familyOf, getCustomer, nameOf } from "./family.server";

// The next order of a customer begins with their record: a slip that was put right must not come back with it.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const TYPED = { firstName: "Ana", lastName: "Riuz", email: "ana@gmial.com", phone: "(407) 555-0133" };
const RIGHT = { ...TYPED, lastName: "Ruiz", email: "ana@gmail.com" };
const booking = (id: Id<"booking">) => getBooking(world.db.orm, id);
const paid = (contact = TYPED) => paidBooking(world, { contactInfo: contact });
const edit = (id: Id<"booking">, changes: Partial<EditTexts>) => {
  const seen = editTexts(booking(id));
  return world.db.write((tx) => editBooking(tx, world.deed(STAFF), id, { mine: { ...seen, ...changes }, seen }));
};
const open = (id: Id<"customer">) =>
  listContacts(world.db.orm, familyOf(world.db.orm, id)).flatMap((one) => (one.ended_at === null ? [one.value] : []));
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

it("keeps what the record had before, what another order has, and what the office added", async () => {
  const first = await paid(RIGHT);
  world.clock.at = plus(world.clock.at, DAY);
  const second = await paid(RIGHT);
  expect(second.customer_id).toBe(first.customer_id);
  await edit(second.id, { lastName: "Ruis", phone: "(407) 555-0134" });
  // The name of who was known before is the office’s to change, on their record.
  expect(nameOf(customerOf(second.id))).toBe("Ana Ruiz");
  expect(open(first.customer_id).sort()).toEqual(["+14075550133", "ana@gmail.com"]);
  await edit(second.id, { lastName: "Ruiz", phone: "(407) 555-0135" });
  expect(open(first.customer_id).sort()).toEqual(["+14075550133", "+14075550135", "ana@gmail.com"]);

  const added = await paid({ ...RIGHT, email: "bo@example.com", firstName: "Bo", phone: "(407) 555-0150" });
  await world.db.write((tx) => {
    const customer = getCustomer(tx, added.customer_id);
    tx.delete(customerContacts).run();
    addContact(tx, world.deed(STAFF), customer, { kind: "email", value: "bo@example.com" }, "Home");
    addContact(tx, world.deed(STAFF), customer, { kind: "phone", value: "+14075550150", extension: null }, "");
  });
  await edit(added.id, { email: "bo2@example.com" });
  expect(open(added.customer_id)).toContain("bo@example.com");
});

it("changes nothing of somebody else whose address was typed", async () => {
  const ana = await world.db.write((tx) => keepCustomer(tx, RIGHT, false, world.clock.at));
  const { id, customer_id } = await paid({ ...RIGHT, firstName: "Bo", phone: "(407) 555-0150" });
  expect(customer_id).toBe(ana);
  await edit(id, { firstName: "Bob", email: "bo@example.com" });
  expect(nameOf(customerOf(id))).toBe("Ana Ruiz");
  expect(open(ana).sort()).toEqual(["+14075550133", "ana@gmail.com"]);
  expect(actions()).toEqual([]);
});

it("of a prepared order, by the office, and by its caller with the next signature", async () => {
  const { id, draft_id } = await world.db.write((tx) => {
    const data = draftData({ contactInfo: TYPED });
    const ends = plus(world.clock.at, 7 * DAY);
    return prepareQuote(tx, world.deed(STAFF), world.settings(), data, ends).booking;
  });
  const draft = () => findDraft(world.db.orm, draft_id ?? "") ?? expect.fail("no draft");
  world.clock.at = plus(world.clock.at, DAY / 24);
  const mine = { ...draft().data, contactInfo: RIGHT };
  const correction = { mine, seen: 1, expiresAt: plus(world.clock.at, 7 * DAY), rights: NO_RIGHTS };
  await world.db.write((tx) => correctPrepared(tx, world.deed(STAFF), world.settings(), draft().id, correction));
  expect(nextOrder(id)).toMatchObject({ lastName: "Ruiz", email: "ana@gmail.com" });
  expect(open(customerOf(id).id)).not.toContain("ana@gmial.com");

  const data = { ...draft().data, contactInfo: { ...RIGHT, email: "ana.ruiz@example.com" } };
  await world.db.write((tx) => saveDraft(tx, world.deed(), draft().id, { data }, 14));
  expect(open(customerOf(id).id)).toContain("ana@gmail.com");
  expect(await sign(world, draft())).toMatchObject({ ok: true });
  expect(nextOrder(id)).toMatchObject({ email: "ana.ruiz@example.com" });
  expect(open(customerOf(id).id).sort()).toEqual(["+14075550133", "ana.ruiz@example.com"]);
});
