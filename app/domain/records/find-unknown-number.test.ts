import { expect, it } from "vitest";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { findByNumber } from "./find-number.server";
import { findAnything } from "./find.server";
import { findOrNear } from "./find-near.server";

const DAN = { firstName: "Dan", lastName: "Dmp", email: "dan@example.com" };
const world = setSoundWorld({ fleet: { 20: 3 } });

it("finds nothing by a booking's number that nobody has, whoever's telephone number it looks like", async () => {
  await paidBooking(world, { contactInfo: { ...DAN, phone: "(202) 600-0123" } });
  const { orm } = world.db;
  expect(findAnything(orm, "(202) 600-0123")).not.toEqual([]);
  for (const said of ["DMP-2026-000123", "dmp 2026 123", " dmp2026 000123 "]) {
    expect([said, findByNumber(orm, said), findAnything(orm, said)]).toEqual([said, null, []]);
    expect(findOrNear(orm, said)).toEqual({ hits: [], isNear: false });
  }
});

it("finds by a booking's number that booking alone, whoever's telephone number it looks like", async () => {
  const { booking_number: number } = await paidBooking(world);
  expect(number).toBe("DMP-2026-000001");
  await paidBooking(world, { contactInfo: { ...DAN, phone: "(202) 600-0001" } });
  for (const said of [number, "dmp 2026 1", "INV-2026-000001"])
    expect([said, findAnything(world.db.orm, said)]).toEqual([
      said,
      [expect.objectContaining({ kind: "booking", number })],
    ]);
});
