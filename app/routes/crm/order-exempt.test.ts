import { afterEach, beforeEach, expect, it } from "vitest";
import { findDraft, saveDraft } from "~/domain/booking/draft/drafts.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { keepCustomer } from "~/domain/customers/customers.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { answerOrder } from "./order-answers.server";

// The price beside an order's form is the one that saving and signing make of it.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  await world.db.write((tx) => {
    const company = { firstName: "Big", lastName: "Co", email: "ap@bigco.com", phone: "(407) 555-0199" };
    const id = keepCustomer(tx, company, false, world.clock.at);
    tx.run(`update customers set exemption_certificate = '85-1', exempt_until = '2030-01-01' where id = '${id}'`);
  });
});
afterEach(() => world.close());

it("is without tax for a company that the office types, and with it for one that a caller wrote into theirs", async () => {
  const [mine, company] = [
    { firstName: "Ada", lastName: "Tester", email: "ada@example.com", phone: "(407) 555-0133" },
    { firstName: "Ada", lastName: "Tester", email: "ap@bigco.com", phone: "(407) 555-0133" },
  ];
  const exempt = (values: Record<string, string>) => answerOrder(fakeServices(world), values).exempt;
  expect([exempt(mine), exempt(company)]).toEqual([null, "85-1"]);
  const { draft, booking } = await world.db.write((tx) =>
    prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(), plus(world.clock.at, DAY)),
  );
  const prepared = { prepared: booking.booking_number };
  expect([exempt({ ...mine, ...prepared }), exempt({ ...company, ...prepared })]).toEqual([null, "85-1"]);
  const { data } = findDraft(world.db.orm, draft.id) ?? expect.fail("no draft");
  const contactInfo = { ...data.contactInfo, email: "ap@bigco.com" };
  await world.db.write((tx) => saveDraft(tx, world.deed(), draft.id, { data: { ...data, contactInfo } }, 14));
  expect(exempt({ ...company, ...prepared })).toBeNull();
});
