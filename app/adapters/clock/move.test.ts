import { describe, expect, it } from "vitest";
import { readClockMove, readSpan } from "./move.server";

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
});
