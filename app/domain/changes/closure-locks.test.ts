import { expect, it } from "vitest";
import { changeSetting, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { day, type Day } from "../kernel/days";
import type { ClosedPart } from "../settings/closings";
import { readLocks } from "./closure-locks.server";
import { closeDay, lookAtClosure } from "./closures.server";

const world = setSoundWorld({ fleet: { 20: 1 } });
const [THURSDAY, FRIDAY, SUNDAY] = [day("2026-12-10"), day("2026-12-11"), day("2026-12-13")];
const close = (on: Day, part: ClosedPart, reason: string) =>
  world.db.write((tx) => {
    const closing = { day: on, part, reason };
    const looked = lookAtClosure(tx, world.settings(), closing, world.clock.at);
    const seen = looked.ok ? looked.plan.digest : expect.fail(looked.code);
    closeDay(tx, world.deed(STAFF), world.settings(), { ...closing, seen });
  });

it("says of each day what holds it closed, with its own reason", async () => {
  await close(THURSDAY, "morning", "Storm");
  await close(FRIDAY, "day", "Inventory");
  await changeSetting(world, "holidays", [FRIDAY]);
  const locks = (on: Day) => readLocks(world.db.orm, on);
  expect(locks(THURSDAY)).toEqual({ settings: null, dispatch: { part: "morning", reason: "Storm" } });
  expect(locks(FRIDAY)).toEqual({ settings: "listed", dispatch: { part: "day", reason: "Inventory" } });
  expect(locks(SUNDAY)).toEqual({ settings: "weekday", dispatch: null });
  expect(locks(day("2026-12-14"))).toEqual({ settings: null, dispatch: null });
});
