import { expect, it } from "vitest";
import { openWorld, paidBooking } from "../../../../tests/support/domain";
import { exportBookings } from "./export.server";
import { listBookings } from "./search.server";

it("of a list by money has what came in and what went back then, each in its column", async () => {
  const world = await openWorld({ fleet: { 20: 1 } });
  await paidBooking(world, {});
  const { orm } = world.db;
  const rows = listBookings(orm, {}).rows.map((row) => ({ ...row, moved: { came: 50_000, went: 12_050 } }));
  const lines = [...exportBookings(orm, () => ({ rows, next: null }), { byMoney: true })].join("").trim().split("\r\n");
  world.close();
  const [names, values] = lines.map((line) =>
    line
      .split(",")
      .slice(-5, -3)
      .map((cell) => cell.replaceAll('"', "")),
  );
  expect(names).toEqual(["Came in then", "Went back then"]);
  expect(values?.map(Number)).toEqual([500, 120.5]);
});
