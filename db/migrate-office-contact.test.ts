import { expect, it } from "vitest";
import { setSoundWorld } from "../tests/support/sound";
import { draftData, STAFF } from "../tests/support/domain";
import { findDraft, saveDraft } from "~/domain/booking/draft/drafts.server";
import { NO_RIGHTS } from "~/domain/booking/draft/grants";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { correctPrepared } from "~/domain/booking/order/prepared.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import { migrate } from "./migrate.server";

// A database of before: whom the office has said that an order is for is not what its caller wrote, though the office saved over that.
const world = setSoundWorld({ fleet: { 20: 9 } });
const ends = () => plus(world.clock.at, 7 * DAY);
type Who = Partial<Record<"firstName" | "lastName" | "email" | "phone", string>>;

async function broughtUpToDate(byCaller: Who, byOffice: Who = {}) {
  const { id } = await world.db.write(
    (tx) => prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(), ends()).draft,
  );
  const draft = () => findDraft(world.db.orm, id) ?? expect.fail("no draft");
  const dataWith = (who: Who, gateCode = "") => ({
    ...draft().data,
    gateCode,
    contactInfo: { ...draft().data.contactInfo, ...who },
  });
  await world.db.write((tx) => saveDraft(tx, world.deed(), id, { data: dataWith(byCaller) }, 14));
  await world.db.write((tx) =>
    correctPrepared(tx, world.deed(STAFF), world.settings(), id, {
      mine: dataWith(byOffice, "12"),
      seen: draft().version,
      endOf: ends,
      rights: NO_RIGHTS,
    }),
  );
  world.db.sqlite.exec("alter table booking_drafts drop column office_contact");
  world.db.sqlite.exec("delete from schema_migrations where name = '0108_office_contact'");
  expect(await migrate(world.db)).toEqual(["0108_office_contact"]);
  return draft().officeContact;
}
const ADA = { email: "ada@example.com", phone: "+14075550133", name: "ada tester" };

it("keeps a contact that nobody but the office wrote", async () => {
  expect(await broughtUpToDate({})).toEqual(ADA);
});

it.each<[Who, keyof typeof ADA]>([
  [{ email: "ap@bigco.com" }, "email"],
  [{ phone: "(407) 555-0199" }, "phone"],
  [{ firstName: "Big" }, "name"],
  [{ lastName: "Co" }, "name"],
])("leaves out what its caller wrote: %o", async (who, part) => {
  expect(await broughtUpToDate(who)).toEqual({ ...ADA, [part]: "" });
});

it("takes what the office wrote after its caller", async () => {
  expect(await broughtUpToDate({ email: "ap@bigco.com" }, { email: "Ap@Big.com" })).toEqual({
    ...ADA,
    email: "ap@big.com",
  });
});
