import { expect, it } from "vitest";
import { customers, outbox } from "#db/schema/index";
import { keepCustomer } from "~/domain/customers/customers.server";
import { findPrepared, preparedValues } from "~/domain/records/prepared-record.server";
import { accountOffer } from "~/services/booking/on-account.server";
import { prepareBooking } from "~/services/booking/prepare.server";
import { draftData, STAFF } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action } from "./prepared";

const world = setSoundWorld({ fleet: { 20: 9 } });

/** An order on account whose caller has read its message, in the form of its page; `press` presses a button beside it. */
async function onAccount() {
  const { contactInfo, cart, ...rest } = draftData();
  await world.db.write((tx) => void keepCustomer(tx, contactInfo, false, world.clock.at));
  world.db.orm.update(customers).set({ terms_days: 30, credit_limit: 1_500_00 }).run();
  const { staff } = await officeRoles(world, door);
  const order = { ...rest, ...contactInfo, lines: cart, payment: "account" } as never;
  const made = await prepareBooking(fakeServices(world), order, world.deed(STAFF));
  if (!made.ok) throw new Error(JSON.stringify(made.fields));
  const { bookingNumber: number } = made;
  world.db.orm.update(outbox).set({ state: "done" }).run();
  const now = () => findPrepared(world.db.orm, number) ?? expect.fail("not prepared");
  return {
    isAllowed: () => accountOffer(fakeServices(world), now())?.allowed,
    press: (intent: string, typed: object) => {
      const values = preparedValues(now(), world.settings(), world.clock.at);
      const form = { ...values, seen: String(now().draft.version), intent, ...typed };
      return staff.post(action, `/crm/bookings/${number}/order`, form, { number });
    },
    again: () =>
      world.db.orm
        .select()
        .from(outbox)
        .all()
        .filter(({ kind, state }) => kind === "mail.sign-request" && state === "waiting").length,
  };
}

it("a change that ends the account, and by card with it: the caller read the other, so the link goes out again", async () => {
  const { press, again, isAllowed } = await onAccount();
  const answer = await press("card", { rentalDays: "9" });
  expect([answer.status, answer.location]).toEqual([302, expect.stringContaining("told=card&saved=saved")]);
  expect([isAllowed(), again()]).toEqual([false, 1]);
});

it("a change that ends the account, and on account with it: it goes there as the caller read, so nothing is sent", async () => {
  const { press, again, isAllowed } = await onAccount();
  const answer = await press("account", { rentalDays: "9" });
  expect([answer.status, answer.location]).toEqual([302, expect.stringContaining("told=account&saved=saved")]);
  expect([isAllowed(), again()]).toEqual([true, 0]);
});

it("a press that changes nothing sends nothing, and one that changes how it is paid sends the link", async () => {
  const { press, again, isAllowed } = await onAccount();
  await press("account", {});
  expect([isAllowed(), again()]).toEqual([true, 0]);
  await press("card", {});
  expect([isAllowed(), again()]).toEqual([false, 1]);
});
