import { describe, expect, it } from "vitest";
import { listClosures, planClosure } from "~/domain/changes/closure-read.server";
import { undoClosure } from "~/domain/changes/closure-undo.server";
import { closeDay } from "~/domain/changes/closures.server";
import { day } from "~/domain/kernel/days";
import { openWorld, STAFF } from "../../../tests/support/domain";
import { moveClock, readClockMove, readSpan } from "./move.server";

describe("moving the sandbox's clock", () => {
  it("reads spans", () => {
    expect(readSpan("3d")).toBe(3 * 86_400_000);
    expect(readSpan(" 2H ")).toBe(7_200_000);
    expect(readSpan("-30m")).toBe(-1_800_000);
    expect(readSpan("1w")).toBe(7 * 86_400_000);
    for (const bad of ["", "3", "d", "3 days", "1e9d", "3y"]) expect(readSpan(bad)).toBeNull();
  });

  it("reads moments and refuses the rest", () => {
    expect(readClockMove({ now: "2026-12-01T13:00:00Z" })).toEqual({ to: Date.UTC(2026, 11, 1, 13) });
    expect(readClockMove({ advance: "1d" })).toEqual({ by: 86_400_000 });
    for (const bad of [null, 3, {}, { now: "soon" }, { advance: "soon" }, { now: null }])
      expect(readClockMove(bad)).toBeNull();
  });

  it("takes the notice of a closed day along, as the mails that wait for it", async () => {
    const world = await openWorld({ fleet: { 20: 1 } });
    const wish = { day: day("2026-12-03"), part: "day", reason: "Tropical storm" } as const;
    const seen = planClosure(world.db.orm, world.settings(), wish, world.clock.at).digest;
    const done = await world.db.write((tx) =>
      closeDay(tx, world.deed(STAFF), world.settings(), { ...wish, seen }, Date.now()),
    );
    if (!done.ok) throw new Error(done.code);
    const { id, told_at } = done.closure;
    const untilTold = () => listClosures(world.db.orm, wish.day)[0]?.untilTold ?? -1;
    await moveClock(world.db, { by: 4 * 60_000 });
    expect(untilTold()).toBeGreaterThan(0);
    expect(untilTold()).toBeLessThanOrEqual(told_at - Date.now() - 4 * 60_000 + 1_000);
    // Back again nothing is told later than it was.
    await moveClock(world.db, { by: -4 * 60_000 });
    expect(untilTold()).toBeLessThanOrEqual(6 * 60_000);
    await moveClock(world.db, { by: 86_400_000 });
    expect(untilTold()).toBe(0);
    expect(await world.db.write((tx) => undoClosure(tx, world.deed(STAFF), world.settings(), id))).toEqual({
      ok: false,
      code: "told",
    });
    world.close();
  });
});
