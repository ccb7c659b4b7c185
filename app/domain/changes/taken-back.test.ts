import { expect, it } from "vitest";
import { moveJobTo } from "./move-job.server";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { day } from "../kernel/days";

/** Several moves of one pickup, taken back in turn: the paid day is what it was before each. */
const world = setSoundWorld({ fleet: { 20: 1 } });
const { standing, promised, at, aMinute, deed, rules, unit, pickup, ask, keep, move, undo, storm, stormOver } =
  standingRental(world);
const stands = () => [unit().pickup_date, pickup().was_pickup];
const ASKED = ["2026-12-09", "2026-12-10"];

it.each(["a storm", "the office"])(
  "asked for before its day, put onto it by %s and further by a storm: it is not forgotten on the way back",
  async (who) => {
    await standing();
    at("2026-12-09", 9);
    await ask();
    expect(stands()).toEqual(ASKED);
    aMinute();
    const first = who === "a storm" ? await storm("2026-12-09") : null;
    if (!first) await move("2026-12-10");
    aMinute();
    const second = await storm("2026-12-10");
    expect(stands()).toEqual(["2026-12-11", "2026-12-10"]);
    aMinute();
    await stormOver(second);
    expect(unit().pickup_date).toBe("2026-12-10");
    aMinute();
    if (first) await stormOver(first);
    else expect(await undo()).toEqual({ ok: true });
    expect(stands()).toEqual(ASKED);
    expect(await keep()).toMatchObject({ ok: true });
    expect(unit().pickup_date).toBe("2026-12-10");
  },
);

it("a move from before it was asked for takes along what was noted since", async () => {
  await promised();
  at("2026-12-05", 9);
  await move("2026-12-08");
  aMinute();
  await ask();
  expect(stands()).toEqual(["2026-12-05", "2026-12-08"]);
  aMinute();
  // By somebody else, so that the first can still take back what they did.
  const to = { day: day("2026-12-08"), window: "anytime" } as const;
  await world.db.write((tx) => moveJobTo(tx, deed(), rules(), pickup().id, to));
  aMinute();
  expect(await undo()).toEqual({ ok: true });
  expect(stands()).toEqual(["2026-12-10", null]);
  expect(await keep()).toMatchObject({ ok: true });
  expect(unit().pickup_date).toBe("2026-12-10");
});
