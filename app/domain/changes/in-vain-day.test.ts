import { expect, it } from "vitest";
import { missJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";

const world = setSoundWorld({ fleet: { 20: 1 } });
const { standing, ask, move, unit, pickup, at } = standingRental(world);

it("a day that is refused after a truck in vain asks for nothing: the dumpster is as it was", async () => {
  // Set down two days before it was promised, and asked for at once.
  await standing("2026-12-01");
  await ask();
  at("2026-12-01", 10);
  await move("2026-12-02");
  at("2026-12-02", 10);
  await missJob(world, pickup().id);
  expect([unit().state, pickup().state]).toEqual(["pickup_failed", "attempted"]);
  const before = unit();
  // A Sunday.
  expect(await move("2026-12-06")).toMatchObject({ ok: false, code: "bad_day" });
  expect([unit(), pickup().state]).toEqual([before, "attempted"]);
});
