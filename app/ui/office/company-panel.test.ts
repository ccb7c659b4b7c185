import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { customers } from "#db/schema/index";
import { keepCustomer } from "~/domain/customers/customers.server";
import { day } from "~/domain/kernel/days";
import { findCustomerRecord } from "~/domain/records/customer-record.server";
import { draftData } from "../../../tests/support/domain";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { CompanyPanel } from "./CustomerFacts";

const world = setSoundWorld({});

it("a certificate that has ended says so from the day after its last one", async () => {
  const id = await world.db.write((tx) => keepCustomer(tx, draftData().contactInfo, false, world.clock.at));
  const [last, after] = [day("2026-12-31"), day("2027-01-01")];
  world.db.orm
    .update(customers)
    .set({ exemption_certificate: "85-1", exempt_until: last })
    .where(eq(customers.id, id))
    .run();
  const said = async (today: typeof last) =>
    wordsIn(
      await rendered(CompanyPanel, {
        record: findCustomerRecord(world.db.orm, id, today) ?? expect.fail("no record"),
        problem: null,
        isAdmin: false,
      }),
    );
  expect(await said(last)).toContain("85-1, until Thursday, December 31, 2026");
  expect(await said(after)).toContain("85-1, ended Thursday, December 31, 2026");
});
