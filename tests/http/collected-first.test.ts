import { afterAll, beforeAll, expect, it } from "vitest";
import { openDay, payWith } from "../support/booking";
import type { Page } from "../support/form";
import { count, onToday } from "../support/meanwhile";
import { rentals, type Rental } from "../support/rental";
import { startServer, type TestServer } from "../support/server";

/** Trucks that were paid for, or offered, and that cannot come: by plain forms. */
let server: TestServer;
let world: Awaited<ReturnType<typeof rentals>>;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  world = await rentals(server, 20);
});
afterAll(() => server.stop());

/** An emptying on the latest day that is offered, paid for. */
async function boughtHaul(rental: Rental): Promise<void> {
  const haul = await world.own(rental, "haul");
  const last = haul.root.querySelectorAll("#deliveryDate option").at(-1)?.getAttribute("value") ?? "";
  const look = await haul.form("deliveryDate").fill({ deliveryDate: last }).submit();
  expect((await payWith(await look.form("total").submit())).text).toContain("Empty it and bring it back:");
}
const needs = ({ number }: Rental, query = "") => world.staff.open(`/crm/bookings/${number}/needs${query}`);
const main = (page: Page) => page.root.querySelector("main")?.text.replaceAll(/\s+/g, " ") ?? "";

it("asking for the pickup says which paid emptying falls away, takes it back, and its money goes back", async () => {
  const rental = await world.rented();
  await world.setDown(rental);
  await boughtHaul(rental);
  const ask = await world.own(rental, "pickup");
  const falls = /Emptying it on [A-Z]\w+, \w+ \d+ falls away: \$102\.60 goes back\./;
  expect(main(ask)).toMatch(falls);
  expect(main(await needs(rental))).toMatch(falls);
  const asked = await ask.form("seen").submit("request");
  expect(asked.text).toContain("Daily charges stopped on");
  await world.mailed(rental, /: taken back/).toContain("$102.60 goes back to");
  expect(main(await world.own(rental))).not.toContain("Empty it and bring it back:");
});

it("paid for and not possible, it is not sold again, and the office plans it again at no price", async () => {
  const rental = await world.rented();
  await world.setDown(rental);
  await boughtHaul(rental);
  const job = await world.give(rental.number, "dump and return");
  onToday(server, job);
  for (const intent of ["en_route", "arrived"]) await world.driver.post(`/driver/jobs/${job}`, { intent });
  const missed = { intent: "attempted", reason: "Something blocks the place", note: "A van" };
  await world.driver.post(`/driver/jobs/${job}`, missed);
  expect(main(await world.own(rental, "haul"))).toContain("you do not pay again");
  const other = { size: "20", material: "general", window: "anytime", day: openDay(3) };
  expect((await needs(rental, `?${new URLSearchParams({ kind: "swap", ...other })}`)).text).toContain(
    "The customer has paid for another truck that was not possible.",
  );
  const look = await needs(rental, `?${new URLSearchParams({ kind: "dump_and_return", ...other })}`);
  expect(main(look)).toContain("Paid already: $102.60, for the one that was not possible.");
  await look.form("Plan it").submit("plan");
  const proposals =
    "select count(*) from job_proposals p join bookings b on b.id = p.booking_id where b.booking_number = ?";
  expect(count(server, proposals, rental.number)).toBe(0);
  expect(main(await needs(rental))).toContain("$102.60 paid by the customer");
});

it("a press on a job that went to somebody else says so on a driver's page, with the way back", async () => {
  const { job } = await world.rented();
  onToday(server, job);
  await world.staff.post("/crm/dispatch", { intent: "unassign", jobId: job });
  const refused = await world.driver.post(`/driver/jobs/${job}`, { intent: "en_route" });
  expect([refused.status, main(refused)]).toEqual([
    404,
    expect.stringMatching(/^ ?Not on your list.*If you have just done it, call the office\. ?Back to all jobs/),
  ]);
  const over = await world.driver.post("/driver/offers/none", { intent: "accept" });
  expect([over.status, main(over)]).toEqual([
    404,
    expect.stringMatching(/^ ?Not on your list.*This offer is over.*Back to all jobs/),
  ]);
});
