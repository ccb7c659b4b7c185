import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings } from "#db/schema/index";
import { saveDraft } from "~/domain/booking/draft/drafts.server";
import type { Instant } from "~/domain/kernel/time.server";
import { findPrepared, preparedValues } from "~/domain/records/prepared-record.server";
import { prepareBooking } from "~/services/booking/prepare.server";
import {
  CUSTOMER,
  draftData,
  openedCheckout,
  openWorld,
  sessionFacts,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { fakeServices, fakeStripe } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action } from "./prepared";
import { overWords } from "./prepared-over.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

async function atTheTill(changes: object = {}) {
  const stripe = fakeStripe();
  const { staff } = await officeRoles(world, door, stripe);
  const { contactInfo, cart, ...rest } = draftData();
  const order = { ...rest, ...contactInfo, lines: cart, ...changes } as never;
  const made = await prepareBooking(fakeServices(world), order, world.deed(STAFF));
  if (!made.ok) throw new Error(JSON.stringify(made.fields));
  const number = made.bookingNumber;
  const prepared = findPrepared(world.db.orm, number) ?? expect.fail("not prepared");
  const values = preparedValues(prepared, world.settings(), world.clock.at);
  const sent = { ...values, seen: String(prepared.draft.version), intent: "save" };
  return {
    prepared,
    sent,
    number,
    pay: async () => {
      const paid = sessionFacts(await openedCheckout(world, prepared.booking));
      stripe.sessions.set(paid.sessionId, paid);
    },
    post: (form: Record<string, string | string[]>) =>
      staff.post(action, `/crm/bookings/${number}/order`, form, { number }),
  };
}

it("a correction during which the card company says that it was paid is shown again, not passed over", async () => {
  const { sent, number, pay, post } = await atTheTill();
  await pay();
  const answer = await post({ ...sent, address: "9 Office Road" });
  expect([answer.status, answer.data]).toEqual([
    409,
    {
      gone: "It was paid meanwhile. What you sent came after that.",
      heading: `Order ${number}: not saved`,
      typed: ["street address: 9 Office Road"],
      back: { label: "Edit the record", to: `/crm/bookings/${number}/edit` },
    },
  ]);
  expect(world.db.orm.select().from(bookings).get()?.address).toBe("123 Main Street");
});

it("what was emptied or unticked too late is told as well, and what the caller wrote meanwhile is not said to be theirs", async () => {
  const { prepared, sent, pay, post } = await atTheTill({
    specialInstructions: "Ring first",
    ecoFriendlyOptions: true,
  });
  const data = { ...prepared.draft.data, city: "Maitland" };
  await world.db.write((tx) => saveDraft(tx, world.deed(CUSTOMER), prepared.draft.id, { data }, 14));
  await pay();
  const unticked: Record<string, string | string[]> = { ...sent, specialInstructions: "" };
  delete unticked["ecoFriendlyOptions"];
  const answer = await post(unticked);
  expect((answer.data as { typed: string[] }).typed.toSorted()).toEqual([
    "notes for the driver: nothing",
    expect.stringMatching(/: no$/),
  ]);
});

it.each([
  ["confirmed", 1, "It was paid meanwhile."],
  // Its money went back.
  ["cancelled", 1, "It was cancelled meanwhile."],
  ["expired", null, "It is not open any more: expired."],
] as const)("says why nothing is saved any more: %s", (status, paid_at, words) => {
  expect(overWords({ status, paid_at: paid_at as Instant | null })).toBe(words);
});
