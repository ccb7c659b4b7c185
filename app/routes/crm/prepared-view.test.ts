import { afterEach, beforeEach, expect, it } from "vitest";
import { messages } from "#db/schema/index";
import { saveDraft } from "~/domain/booking/draft/drafts.server";
import { holdPrepared, noteOpened } from "~/domain/booking/order/prepared.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { addDays } from "~/domain/kernel/days";
import { dayAt, DAY, HOUR, instantAt, plus } from "~/domain/kernel/time.server";
import { findPrepared } from "~/domain/records/prepared-record.server";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { preparedView } from "./prepared-view.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  // Ten to seven: texts wait for eight.
  world.clock.at = instantAt(addDays(dayAt(world.clock.at), 1), 6, 50);
});
afterEach(() => world.close());

const AS_IT_IS = { isSignedAsItIs: true, isHeldAsItIs: true, undeliverable: null, fixed: null };

/** What the office reads of the link of an order that was prepared just now. */
async function prepare(email: string, goodFor: number) {
  const data = draftData({ smsConsent: true, contactInfo: { ...draftData().contactInfo, email } });
  const deed = world.deed<StaffActor>(STAFF);
  const { booking } = await world.db.write((tx) =>
    prepareQuote(tx, deed, world.settings(), data, plus(world.clock.at, goodFor)),
  );
  const view = () => {
    const record = findPrepared(world.db.orm, booking.booking_number);
    if (!record) throw new Error("not prepared");
    const { ways, unsent } = preparedView(record, "http://localhost", world.clock.at, AS_IT_IS);
    return { ways, unsent };
  };
  return { booking, view };
}

it("in the quiet hours it is not said that a text was sent, but when it leaves", async () => {
  const { view } = await prepare("", DAY);
  expect(view()).toEqual({ ways: [], unsent: expect.stringMatching(/^No text message leaves before .* 8:00 am\.$/) });
  expect((await prepare("ada@example.com", DAY)).view().ways).toEqual(["email to ada@example.com"]);
  world.clock.at = plus(world.clock.at, 2 * HOUR);
  expect(view().unsent).toBe("");
  expect(view().ways).toEqual([expect.stringContaining("text message to")]);
});

it("a price that ends before its text may leave is said, also afterwards", async () => {
  const { booking, view } = await prepare("", HOUR);
  expect(view().unsent).toMatch(/The price ends by then: read the link out, add an email, or choose a later day\.$/);
  world.clock.at = plus(world.clock.at, 2 * HOUR);
  expect(view()).toEqual({ ways: [], unsent: "It reached nobody while the price was good." });
  const at = { created_at: world.clock.at, updated_at: world.clock.at };
  const text = {
    direction: "out",
    channel: "sms",
    template: "sms.sign-request",
    sender: "",
    subject: "",
    body: "",
  } as const;
  const id = "msg_late" as (typeof messages.$inferInsert)["id"];
  world.db.orm
    .insert(messages)
    .values({ id, cause: "late", ...text, ...at, state: "sent", recipient: booking.phone, booking_id: booking.id })
    .run();
  expect(view()).toMatchObject({ ways: [expect.stringContaining("text message to")], unsent: "" });
});

it("a step that was ticked on another day says on which: a price may hold for weeks", async () => {
  const { booking } = await prepare("ada@example.com", 9 * DAY);
  await world.db.write((tx) => noteOpened(tx, world.deed(), booking.id));
  const opened = () => {
    const record = findPrepared(world.db.orm, booking.booking_number);
    return record && preparedView(record, "http://localhost", world.clock.at, AS_IT_IS).steps[1]?.at;
  };
  expect(opened()).toBe("6:50 am");
  world.clock.at = plus(world.clock.at, DAY);
  expect(opened()).toMatch(/^[A-Z][a-z]{2} \d+, 6:50 am$/);
});

it("asks about an address that looks mistyped, and about no other", async () => {
  const meantOf = async (email: string) => {
    const { booking } = await prepare(email, DAY);
    const record = findPrepared(world.db.orm, booking.booking_number);
    return record && preparedView(record, "http://localhost", world.clock.at, AS_IT_IS).meant;
  };
  expect([await meantOf("ada@gmial.com"), await meantOf("ada@gmail.com"), await meantOf("")]).toEqual([
    "ada@gmail.com",
    null,
    null,
  ]);
});

it("tells that the gate code was put right, and not what it is", async () => {
  const { booking } = await prepare("ada@example.com", DAY);
  const draft = findPrepared(world.db.orm, booking.booking_number)?.draft;
  if (!draft) throw new Error("not prepared");
  for (const gateCode of ["#4410", ""])
    await world.db.write((tx) =>
      saveDraft(tx, world.deed<StaffActor>(STAFF), draft.id, { data: { ...draft.data, gateCode } }, 30),
    );
  const record = findPrepared(world.db.orm, booking.booking_number);
  const view = record && preparedView(record, "http://localhost", world.clock.at, AS_IT_IS);
  expect(view?.writes).toMatchObject([{ words: "gate code: •••• → nothing" }]);
});

it("asks for another signature only where one was given, and for the order of then", async () => {
  const { booking } = await prepare("ada@example.com", DAY);
  const record = findPrepared(world.db.orm, booking.booking_number);
  const signed = (at: typeof world.clock.at | null, isAsItIs: boolean) =>
    record &&
    preparedView({ ...record, steps: { ...record.steps, signed: at } }, "http://localhost", world.clock.at, {
      ...AS_IT_IS,
      isSignedAsItIs: isAsItIs,
    }).steps[2];
  expect(signed(null, false)).toEqual({ name: "Signed", at: null });
  expect(signed(world.clock.at, true)).toEqual({ name: "Signed", at: "6:50 am" });
  expect(signed(world.clock.at, false)).toEqual({
    name: "To be signed again: the agreement is another one now",
    at: null,
  });
});

it("says that dumpsters are held only of the order that they are held for", async () => {
  const { booking } = await prepare("ada@example.com", DAY);
  await world.db.write((tx) => holdPrepared(tx, world.deed(), world.settings(), booking));
  const record = findPrepared(world.db.orm, booking.booking_number);
  const held = (isHeldAsItIs: boolean) =>
    record && preparedView(record, "http://localhost", world.clock.at, { ...AS_IT_IS, isHeldAsItIs }).held;
  expect(held(true)).toMatch(/^until /);
  expect(held(false)).toBeNull();
});

it("once it is signed the end of its price is not the form's any more, while that is good", async () => {
  const { booking } = await prepare("ada@example.com", DAY);
  const keepsEnd = () => {
    const record = findPrepared(world.db.orm, booking.booking_number);
    return record && preparedView(record, "http://localhost", world.clock.at, AS_IT_IS).keepsEnd;
  };
  expect(keepsEnd()).toBe(false);
  world.db.sqlite.prepare("update bookings set status = 'pending_payment'").run();
  expect(keepsEnd()).toBe(true);
  world.clock.at = plus(world.clock.at, 2 * DAY);
  expect(keepsEnd()).toBe(false);
});

it("on account nobody is to pay: signed, it is booked", async () => {
  const { booking } = await prepare("ada@example.com", DAY);
  const record = findPrepared(world.db.orm, booking.booking_number);
  if (!record) throw new Error("not prepared");
  const steps = (onAccount: boolean, paying: typeof world.clock.at | null = null) =>
    preparedView(
      { ...record, steps: { ...record.steps, paying } },
      "http://localhost",
      world.clock.at,
      AS_IT_IS,
      onAccount,
    )
      .steps.slice(3)
      .map(({ name }) => name);
  expect(steps(false)).toEqual(["Payment page open", "Paid"]);
  expect(steps(true)).toEqual([]);
  expect(steps(true, world.clock.at)).toEqual(["Payment page open"]);
});
