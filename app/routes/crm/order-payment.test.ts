import { beforeEach, expect, it } from "vitest";
import { bookings, customers, grants, outbox } from "#db/schema/index";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { keepCustomer } from "~/domain/customers/customers.server";
import { prepareBooking, type PhoneOrder } from "~/services/booking/prepare.server";
import { accountOffer } from "~/services/booking/on-account.server";
import { PhoneOrderForm } from "~/ui/office/PhoneOrderForm";
import { draftData, STAFF } from "../../../tests/support/domain";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import { answerOrder } from "./order-answers.server";
import { orderOffer } from "./phone-order.server";

// A customer with terms was told to pay by card, and a minute later, on account: the order is asked how it is paid.
const world = setSoundWorld({ fleet: { 20: 9 } });
const { contactInfo: COMPANY, cart, ...REST } = draftData();
const VALUES = { ...COMPANY, zip: "32801", dumpsterSize: "20", quantity: "1", rentalDays: "7" };
const setTerms = (credit_limit: number | null) =>
  world.db.orm
    .update(customers)
    .set({ terms_days: credit_limit === null ? null : 30, credit_limit })
    .run();
const save = (changes: Partial<PhoneOrder> = {}) =>
  prepareBooking(fakeServices(world), { ...REST, ...COMPANY, lines: cart, ...changes } as never, world.deed(STAFF));
const kept = () => world.db.orm.select().from(bookings).all();
const sent = () => world.db.orm.select().from(outbox).all();
const isOnAccount = () => {
  const [booking] = kept();
  const draft = booking && findDraft(world.db.orm, booking.draft_id ?? "");
  return booking && draft ? accountOffer(fakeServices(world), { booking, draft })?.allowed : null;
};
const shown = async (values: Record<string, string> = VALUES) => {
  const answers = answerOrder(world, values);
  const html = await rendered(PhoneOrderForm, { values, offer: orderOffer(world), answers });
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const chosen = /<input(?=[^>]*name="payment")(?=[^>]*checked)[^>]*value="(\w+)"/.exec(html)?.[1] ?? null;
  const sent = { payment: chosen ?? "", paymentOf: hidden("paymentOf"), paymentPreset: hidden("paymentPreset") };
  return { chosen, said: wordsIn(html), sent };
};
/** The form as it stands in a browser without scripts, sent with what is typed over or chosen (`changes`). */
const sentOn = async (from: Record<string, string>, changes: Record<string, string>) => ({
  ...from,
  ...(await shown(from)).sent,
  ...changes,
});
const STRANGER = "stranger@example.net";
const NOBODY_CONFIRMED = "The link goes where nobody has confirmed that it reaches them.";

beforeEach(() => world.db.write((tx) => void keepCustomer(tx, COMPANY, false, world.clock.at)));

it("is asked of a caller with terms alone, on account to begin with where it has room; what was chosen stays", async () => {
  expect((await shown()).chosen).toBeNull();
  setTerms(1_500_00);
  const asked = await shown();
  expect(asked.chosen).toBe("account");
  expect(asked.said).toContain("On account, within 30 days : $0.00 of $1,500.00 used");
  expect(asked.said).toContain("one link to sign, by email. They pay nothing now.");
  const byCard = await shown(await sentOn(VALUES, { payment: "card" }));
  expect(byCard.chosen).toBe("card");
  expect(byCard.said).toContain("one link to sign and pay, by email");
  setTerms(400_00);
  const full = await shown();
  expect(full.chosen).toBe("card");
  expect(full.said).toContain("This order of $409.32 would pass their limit.");
  // A name and a number of theirs are no secret: to an address that nobody has confirmed nothing goes on account by itself.
  setTerms(1_500_00);
  const stranger = await shown({ ...VALUES, email: STRANGER });
  expect(stranger.chosen).toBe("card");
  expect(stranger.said).toContain(NOBODY_CONFIRMED);
  expect((await shown({ ...VALUES, email: "" })).chosen).toBe("account");
  // Somebody else of the same number is not they; what was prepared has its own page for it.
  expect((await shown({ ...VALUES, email: "", firstName: "Zoe" })).chosen).toBeNull();
  expect(answerOrder(world, { ...VALUES, prepared: "DMP-2026-000001" }).account).toBeNull();
  world.db.orm.update(customers).set({ do_not_serve_at: world.clock.at, do_not_serve_reason: "Never paid." }).run();
  expect((await shown()).chosen).toBeNull();
});

it("what stood there by itself is by card while the link goes elsewhere; what was chosen stays, of this account alone", async () => {
  setTerms(1_500_00);
  const typedOver = await sentOn(VALUES, { email: STRANGER });
  expect(typedOver).toMatchObject({ payment: "account", paymentPreset: "account" });
  const now = await shown(typedOver);
  expect([now.chosen, now.said]).toEqual(["card", expect.stringContaining(NOBODY_CONFIRMED)]);
  expect(now.said).toContain("one link to sign and pay, by email");
  // As it stands there, until a person chooses.
  const backAgain = await sentOn(typedOver, { email: VALUES.email });
  expect((await shown(backAgain)).chosen).toBe("account");
  // Chosen by a person: whatever is typed afterwards, and however often the form comes back.
  const chosen = await sentOn(typedOver, { payment: "account" });
  const kept = await shown(chosen);
  expect([kept.chosen, kept.said]).toEqual(["account", expect.stringContaining(NOBODY_CONFIRMED)]);
  expect((await shown(await sentOn(chosen, {}))).chosen).toBe("account");
  // Of somebody else's account it was not said.
  expect((await shown({ ...chosen, paymentOf: "cus_other" })).chosen).toBe("card");
});

it("begins by card where the link goes to a number as well that nobody confirmed", async () => {
  setTerms(1_500_00);
  const other = { ...VALUES, phone: "(407) 555-8888" };
  expect((await shown(other)).chosen).toBe("account");
  const texted = await shown({ ...other, smsConsent: "on" });
  expect([texted.chosen, texted.said]).toEqual(["card", expect.stringContaining(NOBODY_CONFIRMED)]);
  expect((await shown({ ...VALUES, smsConsent: "on" })).chosen).toBe("account");
  // Their number, and by text alone.
  expect((await shown({ ...VALUES, email: "", smsConsent: "on" })).chosen).toBe("account");
});

it("is asked again where it is saved with what only stood there, or was said of another account", async () => {
  setTerms(1_500_00);
  const of = world.db.orm.select().from(customers).get()?.id ?? "";
  const contact = { ...COMPANY, email: STRANGER };
  const asked = { ok: false, fields: { payment: "This caller has terms. Look at how it is paid, then save again." } };
  const said = (paymentAsked: PhoneOrder["paymentAsked"], changes: Partial<PhoneOrder> = contact) =>
    save({ payment: "account", paymentAsked: paymentAsked ?? null, ...changes });
  expect(await said({ of, isChosen: false })).toEqual(asked);
  expect(await said({ of, isChosen: false }, { phone: "(407) 555-8888", smsConsent: true })).toEqual(asked);
  expect(await said({ of: "cus_other", isChosen: true })).toEqual(asked);
  expect(await said({ of: "cus_other", isChosen: true }, { payment: "card" })).toEqual(asked);
  expect([kept(), sent()]).toEqual([[], []]);
  expect(await said({ of, isChosen: false }, {})).toMatchObject({ ok: true, isNew: true });
  expect(isOnAccount()).toBe(true);
  expect(await said({ of, isChosen: true }, { ...contact, address: "2 Other Road" })).toMatchObject({ isNew: true });
});

it("a second save that says it otherwise is told how it is paid, and changes nothing", async () => {
  setTerms(1_500_00);
  await save({ payment: "card" });
  expect(await save({ payment: "card" })).toEqual({ ok: true, bookingNumber: expect.any(String), isNew: false });
  expect(await save({ payment: "account" })).toMatchObject({ isNew: false, isPaid: "card" });
  expect(isOnAccount()).toBe(false);
  const other = { address: "2 Other Road" };
  await save({ payment: "account", ...other });
  expect(await save({ payment: "account", ...other })).not.toHaveProperty("isPaid");
  expect(await save({ payment: "card", ...other })).toMatchObject({ isNew: false, isPaid: "account" });
  expect(kept()).toHaveLength(2);
});

it("goes on account with one message; by card as it is said", async () => {
  setTerms(1_500_00);
  expect(await save({ payment: "account" })).toMatchObject({ ok: true });
  expect(isOnAccount()).toBe(true);
  expect(sent().filter(({ kind }) => kind.endsWith("sign-request"))).toHaveLength(1);
  expect(await save({ payment: "card", address: "2 Other Road" })).toMatchObject({ ok: true });
  expect(
    world.db.orm
      .select()
      .from(grants)
      .all()
      .filter(({ right }) => right === "on_account"),
  ).toHaveLength(1);
});

it("is not saved before it is said, and nothing of an order is kept that cannot go on account", async () => {
  expect(await save({ payment: "account" })).toEqual({
    ok: false,
    fields: { "": "Whoever this order is for has no terms. An admin grants them in the customer’s record." },
  });
  setTerms(400_00);
  expect(await save()).toEqual({
    ok: false,
    fields: { payment: "This caller has terms. Look at how it is paid, then save again." },
  });
  expect(await save({ payment: "account" })).toEqual({
    ok: false,
    fields: {
      payment: "It is not on account: this order of $409.32 would pass the limit of $400.00.",
    },
  });
  expect([kept(), sent(), world.db.orm.select().from(grants).all()]).toEqual([[], [], []]);
  world.db.orm.update(customers).set({ do_not_serve_at: world.clock.at, do_not_serve_reason: "Never paid." }).run();
  setTerms(1_500_00);
  expect(await save({ payment: "account" })).toMatchObject({
    ok: false,
    fields: { phone: expect.stringContaining("Do not serve") },
  });
  expect(kept()).toEqual([]);
});
