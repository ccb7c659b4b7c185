import { expect, it } from "vitest";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import { day, type Day } from "~/domain/kernel/days";
import { exportStatement, findStatement } from "~/domain/records/statement.server";
import { openSum, statementDays } from "~/domain/records/statement-words";
import { accountStatementPdf, statementName } from "./statement.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

async function december(today: Day) {
  const { customer_id: id, booking_number: number } = await paidBooking(world);
  const statement = findStatement(world.db.orm, id, "2026-12", today) ?? expect.fail("no customer");
  let html = "";
  const render = (page: string) => Promise.resolve(Buffer.from((html = page)));
  const services = { ...fakeServices(world), pdf: { render } } as unknown as Parameters<typeof accountStatementPdf>[0];
  await accountStatementPdf(services, statement);
  return { statement, number, text: html.slice(html.indexOf("<body")).replaceAll(/<[^>]*>/g, " ") };
}

it("a month that goes on is headed to today, on its page, in its file and on its paper", async () => {
  const { statement, text } = await december(day("2026-12-29"));
  expect(statementDays(statement)).toBe("Tue, Dec 1, 2026 to Tue, Dec 29, 2026, so far");
  expect([...exportStatement(statement)].at(-1)).toBe('"2026-12-29",,"Balance so far",,0.00\r\n');
  expect(text).toContain("Tue, Dec 29, 2026, so far");
  expect(text).toContain("Balance so far");
});

it("a month that is over is printed whole, with each movement and its booking", async () => {
  const { statement, number, text } = await december(day("2027-01-05"));
  expect([statementDays(statement), statement.isSoFar]).toEqual(["Tue, Dec 1, 2026 to Thu, Dec 31, 2026", false]);
  for (const words of [
    "Statement",
    number,
    "Charge: Rental",
    "$409.32",
    "Balance before",
    "Balance after",
    "Nothing is open.",
  ])
    expect(text).toContain(words);
});

it("what is open below 0 is said to be the customer's, and not asked for", async () => {
  const { customer_id: id } = await paidBooking(world);
  const statement = findStatement(world.db.orm, id, "2026-12", day("2027-01-05")) ?? expect.fail("no customer");
  const one = { booking: "DMP-2026-000009", since: world.clock.at, due: null };
  let html = "";
  const render = (page: string) => Promise.resolve(Buffer.from((html = page)));
  const services = { ...fakeServices(world), pdf: { render } } as unknown as Parameters<typeof accountStatementPdf>[0];
  await accountStatementPdf(services, { ...statement, open: [{ ...one, cents: -4_093 }] });
  expect(html.replaceAll(/<[^>]*>/g, "")).toContain("DMP-2026-000009: $40.93 in your favor, since Tue, Dec 1, 2026");
  expect([openSum(-4_093, "their"), openSum(4_093, "their")]).toEqual(["$40.93 in their favor", "$40.93"]);
});

it("a rental's statement is named by where the rental is: of one that was cancelled nothing is so far", () => {
  const names = (["on_site", "balance_due", "completed", "cancelled"] as const).map((status) =>
    statementName({ status }),
  );
  expect(names).toEqual(["Statement so far", "Final statement", "Final statement", "Statement"]);
});
