import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings } from "#db/schema/index";
import {
  draftData,
  freshDraft,
  openWorld,
  paidBooking,
  sign,
  signedBooking,
  STAFF,
  startedDraft,
  type TestWorld,
} from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { prepareAdditional } from "~/services/booking/additional-dumpster.server";
import { correctBooking, prepareBooking } from "~/services/booking/prepare.server";
import { payOrder } from "~/services/payments/pay.server";
import { saveDraft } from "../booking/draft/drafts.server";
import { seedAccounts } from "../accounts/seed.server";
import { findCustomerRecord } from "../records/customer-record.server";
import { dayAt } from "../kernel/time.server";
import { NO_RIGHTS } from "../booking/draft/grants";
import { checkSchedule } from "../booking/order/schedule-check.server";
import { keepCustomer } from "./customers.server";
import { getCustomer } from "./family.server";
import { findNotServed, serveAgain, stopServing } from "./serve.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const REASON = "Threw a shovel at Bob";
const { contactInfo } = draftData();
const known = () => world.db.write((tx) => keepCustomer(tx, contactInfo, false, world.clock.at));
const mark = async () => {
  const id = await known();
  await world.db.write((tx) => stopServing(tx, world.deed(STAFF) as never, getCustomer(tx, id), REASON));
  return id;
};
const check = (changes: Partial<typeof contactInfo>) =>
  checkSchedule(
    world.db.orm,
    world.settings(),
    draftData({ contactInfo: { ...contactInfo, ...changes } }),
    world.clock.at,
  );

it("the office reads who decided it by their name, in the record as in a refused order; by the address where there is none", async () => {
  const { staff } = await seedAccounts(world.db, world.clock.at);
  const id = await known();
  const deed = { ...world.deed(STAFF), by: { kind: "staff", id: staff, label: "Sam Staff" } };
  await world.db.write((tx) => stopServing(tx, deed as never, getCustomer(tx, id), REASON));
  const by = () => [
    findNotServed(world.db.orm, contactInfo)?.by,
    findCustomerRecord(world.db.orm, id, dayAt(world.clock.at))?.notServed?.by,
  ];
  expect(by()).toEqual(["Sam Staff", "Sam Staff"]);
  world.db.sqlite.prepare("delete from profiles where user_id = ?").run(staff);
  expect(by()).toEqual(["staff@example.com", "staff@example.com"]);
});

it("/book: the schedule step offers a call-back by number or address, and says nothing of why", async () => {
  await mark();
  const phone = { phone: "407 555 0000" };
  const email = { email: "other@example.com" };
  for (const changes of [{}, phone, email]) {
    const answer = check({ firstName: "Somebody", ...changes });
    expect(answer).toMatchObject({ ok: false, offerCallBack: "call_back" });
    expect(JSON.stringify(answer)).not.toMatch(/shovel|serve|refus|block/i);
  }
  expect(check({ ...phone, ...email })).toMatchObject({ ok: true });
});

it("/book: signing asks again, and takes it once they are served again", async () => {
  const draft = await startedDraft(world);
  const id = await mark();
  expect(await sign(world, draft)).toMatchObject({ ok: false, code: "obstacle", byPhone: true });
  expect(world.db.orm.select().from(bookings).all()).toEqual([]);
  await world.db.write((tx) => serveAgain(tx, world.deed(STAFF) as never, getCustomer(tx, id), "paid for the shovel"));
  expect(await sign(world, draft)).toMatchObject({ ok: true });
});

it("/book: whoever is not served any more signs nothing by another number and address in an order of theirs", async () => {
  const booking = await signedBooking(world);
  await mark();
  const draft = freshDraft(world, booking.draft_id ?? expect.fail("no draft"));
  const other = { ...contactInfo, phone: "(407) 555-0000", email: "other@example.com" };
  await world.db.write((tx) =>
    saveDraft(tx, world.deed(), draft.id, { data: { ...draft.data, contactInfo: other } }, 14),
  );
  expect(await sign(world, freshDraft(world, draft.id))).toMatchObject({ ok: false, code: "obstacle", byPhone: true });
});

it("/book: paying asks again, holds nothing and keeps no consent", async () => {
  const booking = await signedBooking(world);
  const draft = freshDraft(world, booking.draft_id as never);
  await mark();
  const paid = await payOrder(fakeServices(world), world.deed(), { booking, draft, rights: NO_RIGHTS });
  expect(paid).toMatchObject({ ok: false, code: "obstacle", byPhone: true });
  expect(world.db.orm.select().from(bookings).get()?.card_consent_at).toBeNull();
});

it("additional dumpster: is made in a call, in the same words for everybody", async () => {
  const booking = await paidBooking(world);
  const lines = [{ size: 20, quantity: 1, material: "general", rentalDays: 7 }] as const;
  const ask = () => prepareAdditional(fakeServices(world), world.deed(), booking, [...lines]);
  await mark();
  const answer = await ask();
  expect(answer).toMatchObject({ ok: false, byPhone: true });
  expect(JSON.stringify(answer)).not.toMatch(/shovel|serve|refus|block/i);
  expect(world.db.orm.select().from(bookings).all()).toHaveLength(1);
});

it("phone order: staff read who decided it, when and why, and nothing is saved", async () => {
  await mark();
  const { contactInfo: contact, cart, ...rest } = draftData();
  const order = { ...rest, ...contact, lines: cart } as never;
  const prepared = await prepareBooking(fakeServices(world), order, world.deed(STAFF));
  expect(prepared).toMatchObject({ ok: false });
  const message = prepared.ok ? "" : prepared.fields["phone"];
  expect(message).toContain(REASON);
  expect(message).toContain("test-staff@example.com");
  expect(world.db.orm.select().from(bookings).all()).toEqual([]);
});

it("phone order: one that is prepared is not put right under another number either, whoever typed that", async () => {
  const { contactInfo: contact, cart, ...rest } = draftData();
  const order = { ...rest, ...contact, lines: cart };
  const services = fakeServices(world);
  const deed = world.deed(STAFF) as never;
  expect(await prepareBooking(services, order as never, deed)).toMatchObject({ ok: true });
  const [booking] = world.db.orm.select().from(bookings).all();
  await mark();
  const other = { ...order, phone: "(407) 555-0000", email: "other@example.com" };
  const put = await correctBooking(services, booking ?? expect.fail("no order"), other as never, 1, deed);
  expect(put).toMatchObject({ ok: false, fields: { phone: expect.stringContaining(REASON) as string } });
});
