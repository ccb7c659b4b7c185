import { beforeEach, describe, expect, it } from "vitest";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { addDays, day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { HOUR, instantAt, MINUTE, plus, type Instant } from "../kernel/time.server";
import { previewCancellation } from "./cancel.server";

/** The tiers of the specification at their exact minutes, through the verb that every page asks. */
const world = setSoundWorld({ fleet: { 20: 4 } });

const feeAt = (id: Id<"booking">, now: Instant): [percent: number, fee: number] => {
  const shown = previewCancellation(world.db.orm, world.settings(), id, null, now);
  if (!shown.ok) throw new Error(shown.code);
  return [shown.percent, shown.fee];
};

// In the week of the change: 48 hours before a morning are not "two days before at eight".
describe.each([
  ["no clock change", "2026-12-10", 8, "2026-12-08 8"],
  ["the clocks went back", "2027-11-08", 8, "2027-11-06 9"],
  ["the clocks went forward", "2027-03-15", 8, "2027-03-13 7"],
] as const)("when %s", (_, delivery, hour, freeUntil) => {
  let id: Id<"booking">;
  let start: Instant;
  beforeEach(async () => {
    world.clock.at = instantAt(addDays(day(delivery), -8), 9);
    ({ id } = await paidBooking(world, { deliveryDate: delivery, deliveryTime: "morning" }));
    start = instantAt(day(delivery), hour);
  });

  it("the customer has the exact minute, and the next one costs", () => {
    expect(
      [48 * HOUR, 48 * HOUR - MINUTE, 24 * HOUR, 24 * HOUR - MINUTE, 0].map((before) =>
        feeAt(id, plus(start, -before)),
      ),
    ).toEqual([
      [0, 0],
      [10, 4_093],
      [10, 4_093],
      [20, 8_186],
      [20, 8_186],
    ]);
  });

  it("the last free minute is 48 hours before, whatever the clock shows then", () => {
    const [on = "", at = ""] = freeUntil.split(" ");
    const last = instantAt(on as Day, Number(at));
    expect(plus(start, -48 * HOUR)).toBe(last);
    const shown = previewCancellation(world.db.orm, world.settings(), id, null, last);
    expect(shown).toMatchObject({ ok: true, percent: 0, deadlines: { freeUntil: last } });
    expect(feeAt(id, plus(last, 1))).toEqual([10, 4_093]);
  });
});

it("an afternoon's tiers count from noon", async () => {
  const { id } = await paidBooking(world, { deliveryDate: "2026-12-10", deliveryTime: "afternoon" });
  const noon = instantAt(day("2026-12-10"), 12);
  expect([feeAt(id, plus(noon, -48 * HOUR))[0], feeAt(id, plus(noon, -48 * HOUR + MINUTE))[0]]).toEqual([0, 10]);
});
