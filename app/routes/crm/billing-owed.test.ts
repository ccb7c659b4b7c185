import { afterAll, beforeAll, expect, it } from "vitest";
import { formatCents } from "~/domain/kernel/money";
import { DAY, plus } from "~/domain/kernel/time.server";
import { changeSetting, openWorld, type TestWorld } from "../../../tests/support/domain";
import { onAccount } from "../../../tests/support/money";
import { officeRoles, ROLES, type Role } from "../../../tests/support/office-roles";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { fakeStripe, type Visitor } from "../../../tests/support/visit";
import { OwedTable } from "~/ui/office/OwedTable";
import { action as door } from "./auth";
import { loader as page } from "./billing-owed";
import { loader as file } from "./billing-owed-csv";

let world: TestWorld;
let visitors: Record<Role, Visitor>;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  await changeSetting(world, "windowCapacity", 100);
  visitors = await officeRoles(world, door, fakeStripe());
});
afterAll(() => world.close());

type Shown = Parameters<typeof OwedTable>[0];

it.each(ROLES)("who owes on account is read, and taken as a file, by the office: %s", async (role) => {
  const [shown, taken] = [
    await visitors[role].get(page, "/crm/billing/owed"),
    await visitors[role].get(file, "/crm/billing/owed.csv"),
  ];
  if (role === "admin" || role === "staff") {
    expect(shown.data).toEqual({ rows: [], all: { count: 0, owed: 0, pastDue: 0 } });
    expect(taken.status).toBe(200);
  } else expect([shown.status, taken.status]).toEqual(Array(2).fill(role === "user" ? 403 : 302));
});

it("each row leads to the statement; the last one is the sum, and what is past due is said", async () => {
  const first = await onAccount(world);
  const total = first.total_amount;
  const read = async () => (await visitors.staff.get(page, "/crm/billing/owed")).data as Shown;
  const words = async () => wordsIn(await rendered(OwedTable, await read()));
  expect(await rendered(OwedTable, await read())).toContain(`href="/crm/customers/${first.customer_id}/statement"`);
  expect(await words()).toContain(
    "Tue, Dec 1 , 1 order by Thu, Dec 31 $409.32 Together 1 customer Nothing is past due $409.32",
  );
  world.clock.at = plus(world.clock.at, 5 * DAY);
  await onAccount(world, { address: "2 Other Road", deliveryDate: "2026-12-15" });
  expect(await words()).toContain("2 orders by Thu, Dec 31 to Tue, Jan 5");
  world.clock.at = plus(world.clock.at, 27 * DAY);
  visitors = await officeRoles(world, door, fakeStripe());
  expect(await words()).toContain(
    `2 orders ${formatCents(total)} past due since Thu, Dec 31 ; the rest by Tue, Jan 5 ${formatCents(2 * total)} Together 1 customer ${formatCents(total)} past due ${formatCents(2 * total)}`,
  );
});
