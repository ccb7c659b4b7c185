import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { findAnything } from "./find.server";

// Digits alone are most often a booking's number: it stands first, before a dumpster whose number begins so.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
});
afterEach(() => world.close());

it("the booking that has the digits for its number, then dumpsters; with the word before it, the dumpsters alone", async () => {
  const { booking_number: number } = await paidBooking(world);
  expect(number).toMatch(/-000001$/);
  world.db.sqlite.prepare("update dumpsters set number = '1-07' where id = (select min(id) from dumpsters)").run();
  const found = (typed: string) =>
    findAnything(world.db.orm, typed).map((hit) =>
      hit.kind === "booking" || hit.kind === "dumpster" ? hit.number : hit.kind,
    );
  expect(found("1").slice(0, 2)).toEqual([number, "1-07"]);
  expect(found("00001")[0]).toBe(number);
  expect([found("dumpster 107"), found("Dumpster no. 1-07"), found("1 07")]).toEqual([["1-07"], ["1-07"], ["1-07"]]);
});
