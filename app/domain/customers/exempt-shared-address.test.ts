import { expect, it } from "vitest";
import { draftData, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { findOrderExemption } from "../booking/draft/order-exemption.server";
import { findDraft, saveDraft } from "../booking/draft/drafts.server";
import { prepareQuote } from "../booking/order/place.server";
import { day } from "../kernel/days";
import { dayAt, DAY, plus } from "../kernel/time.server";
import { insertContact } from "./contacts.server";
import { keepCustomer } from "./customers.server";

// An address that an exempt company and one of its people share: whose it is says the name that the office has written.
const world = setSoundWorld({ fleet: { 20: 9 } });
const AP = "ap@bigco.com";
const COMPANY = { firstName: "Big", lastName: "Co", email: AP, phone: "(407) 555-0199" };
const JOE = { firstName: "Joe", lastName: "Worker", email: "joe@example.com", phone: "(407) 555-0111" };

async function prepareFor(who: typeof JOE): Promise<string> {
  return world.db.write((tx) => {
    const company = keepCustomer(tx, COMPANY, false, world.clock.at);
    world.db.sqlite
      .prepare("update customers set exemption_certificate = '85-1', exempt_until = '2030-01-01' where id = ?")
      .run(company);
    world.clock.at = plus(world.clock.at, DAY);
    insertContact(tx, keepCustomer(tx, JOE, false, world.clock.at), { kind: "email", value: AP }, world.clock.at);
    const data = draftData({ deliveryDate: day("2026-12-22"), contactInfo: { ...draftData().contactInfo, ...who } });
    return prepareQuote(tx, world.deed(STAFF), world.settings(), data, plus(world.clock.at, 7 * DAY)).draft.id;
  });
}
const draft = (id: string) => findDraft(world.db.orm, id) ?? expect.fail("no draft");
const exemptAs = async (id: string, name: { firstName: string; lastName: string }) => {
  const { data } = draft(id);
  const written = { ...data, contactInfo: { ...data.contactInfo, ...name } };
  await world.db.write((tx) => saveDraft(tx, world.deed(), draft(id).id, { data: written }, 14));
  return findOrderExemption(world.db.orm, draft(id), draft(id).data, dayAt(world.clock.at))?.certificate ?? null;
};

it("is not exempt once its caller writes the company's name beside it", async () => {
  const id = await prepareFor({ ...JOE, email: AP });
  expect(await exemptAs(id, JOE)).toBeNull();
  expect(await exemptAs(id, COMPANY)).toBeNull();
});

it("stays exempt under the name that the office wrote, as its caller spells it, and not under another's", async () => {
  const id = await prepareFor(COMPANY);
  expect(await exemptAs(id, { firstName: "BIG ", lastName: "co" })).toBe("85-1");
  expect(await exemptAs(id, JOE)).toBeNull();
});
