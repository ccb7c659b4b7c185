import { expect, it } from "vitest";
import { findDraft, saveDraft } from "~/domain/booking/draft/drafts.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { keepCustomer } from "~/domain/customers/customers.server";
import { day } from "~/domain/kernel/days";
import { DAY, plus } from "~/domain/kernel/time.server";
import { draftData, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { PhoneOrderForm } from "~/ui/office/PhoneOrderForm";
import { answerOrder } from "./order-answers.server";
import { orderOffer } from "./phone-order.server";

// The price that is read out from an order's form has the tax that saving it has: of a prepared one, by what the office writes.
const world = setSoundWorld({ fleet: { 20: 9 } });
const COMPANY = { firstName: "Big", lastName: "Co", email: "ap@bigco.com", phone: "(407) 555-0199" };

async function preparedWith(byCaller: Partial<typeof COMPANY>) {
  const { draft, booking } = await world.db.write((tx) => {
    const company = keepCustomer(tx, COMPANY, false, world.clock.at);
    world.db.sqlite
      .prepare("update customers set exemption_certificate = '85-1', exempt_until = '2030-01-01' where id = ?")
      .run(company);
    const data = draftData({ deliveryDate: day("2026-12-22") });
    return prepareQuote(tx, world.deed(STAFF), world.settings(), data, plus(world.clock.at, 7 * DAY));
  });
  const { data } = findDraft(world.db.orm, draft.id) ?? expect.fail("no draft");
  const contactInfo = { ...data.contactInfo, ...byCaller };
  await world.db.write((tx) => saveDraft(tx, world.deed(), draft.id, { data: { ...data, contactInfo } }, 14));
  const { firstName, lastName, email, phone } = contactInfo;
  return { firstName, lastName, email, phone, prepared: booking.booking_number };
}

it("has the tax of an order into which its caller wrote an exempt company's address", async () => {
  const values = await preparedWith({ email: COMPANY.email });
  expect(answerOrder(world, values).exempt).toBeNull();
  // A new order with the same contact is the office's own.
  expect(answerOrder(world, { ...values, prepared: "" }).exempt?.certificate).toBe("85-1");
});

it("has none where the form has the company's address by the office, before that is saved", async () => {
  const values = await preparedWith({});
  expect(answerOrder(world, values).exempt).toBeNull();
  expect(answerOrder(world, { ...values, email: COMPANY.email }).exempt?.certificate).toBe("85-1");
});

it("says by which day it has to be signed where the certificate ends before the price", async () => {
  const { email } = COMPANY;
  await preparedWith({});
  const values = { email, zip: "32801", dumpsterSize: "20", quantity: "1", materialCategory: "general" };
  const said = async (quoteUntil: string) => {
    const typed = { ...values, quoteUntil };
    const answers = answerOrder(world, typed);
    return wordsIn(await rendered(PhoneOrderForm, { values: typed, offer: orderOffer(world), answers }));
  };
  expect(await said("2030-01-01")).not.toContain("Without tax only");
  expect(await said("2030-01-02")).toContain(
    "Without tax only if it is signed by Tue, Jan 1, 2030: their certificate ends then.",
  );
});
