import { afterEach, beforeEach, expect } from "vitest";
import { openWorld, type TestWorld } from "./domain";
import { expectedCounts, listContradictions, storedCounts } from "./invariants";

/** Inventory is counted as its units and holds say, and every booking's units, status and books agree. */
export function expectSound({ db: { orm } }: TestWorld): void {
  expect(storedCounts(orm)).toEqual(expectedCounts(orm));
  expect(listContradictions(orm)).toEqual([]);
}

/** A world of its own for each test of a file, which must be sound when the test ends. */
export function setSoundWorld(options: Parameters<typeof openWorld>[0]): TestWorld {
  const world = {} as TestWorld;
  beforeEach(async () => {
    Object.assign(world, await openWorld(options));
  });
  afterEach(() => {
    try {
      expectSound(world);
    } finally {
      world.close();
    }
  });
  return world;
}
