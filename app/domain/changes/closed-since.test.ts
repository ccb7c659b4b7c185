import { expect, it } from "vitest";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { drive, OUT, rented } from "../../../tests/support/charges";
import { listDayOffers } from "./choose-day.server";
import { keptUntil } from "./pickup-request.server";

/** What a storm's closed day does to a dumpster later: who keeps it after all, and who may choose another day free. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const { standing, at, rules, unit, pickup, ask, keep, storm } = standingRental(world);

it.each([
  [false, "2026-12-11"],
  [true, "2026-12-10"],
])(
  "kept after all (may be kept: %s) whose paid day was closed for a storm meanwhile: it stands for %s, as was said",
  async (flexibleExtension, on) => {
    await standing("2026-12-03", { flexibleExtension });
    at("2026-12-05", 9);
    await ask();
    await storm("2026-12-10");
    const said = keptUntil(rules(), unit(), pickup(), flexibleExtension);
    expect(await keep()).toMatchObject({ ok: true });
    expect([said, unit().pickup_date, pickup().day]).toEqual([on, on, on]);
  },
);

it("a delivery that we moved may be put off free until it has come; its pickup then goes as it was told", async () => {
  at("2026-12-01");
  const booking = await rented(world, { deliveryDate: "2026-12-03", flexibleExtension: false });
  await storm("2026-12-03");
  const offers = () => listDayOffers(world.db.orm, booking.id).map(({ what, why }) => `${what} ${why}`);
  expect(offers()).toEqual(["delivery moved"]);
  at("2026-12-04");
  await drive(world, booking, "delivery", OUT);
  expect(offers()).toEqual([]);
});

it("a pickup that we moved may be put off free while it stands there", async () => {
  await standing("2026-12-03", { flexibleExtension: false });
  at("2026-12-08");
  await storm("2026-12-10");
  expect(listDayOffers(world.db.orm, unit().booking_id)).toMatchObject([{ what: "pickup", why: "moved" }]);
});
