import Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { dumpsterSizes, pricingMatrix, serviceAreas, settings as settingsTable, zipCodes } from "#db/schema/index";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import type { Content } from "./content.server";

let world: TestWorld;
let content: Content;
beforeEach(async () => {
  content = world = await openWorld();
});
afterEach(() => world.close());

it("gives the same objects until something changes", () => {
  expect(content.settings()).toBe(content.settings());
  expect(content.catalogue()).toBe(content.catalogue());
  expect(content.catalogue().sizes.map(({ size }) => size)).toEqual([15, 20, 25]);
});

it("shows a price that another connection changed by hand", () => {
  expect(content.catalogue().prices[20]).toBe(37900);
  const other = new Database(world.db.sqlite.name);
  other.exec("update pricing_matrix set base_price = 38900 where size_yards = 20");
  other.close();
  expect(content.catalogue().prices[20]).toBe(38900);
});

it("has a new version after a change of each table that pages are made of", async () => {
  const seen = new Set([content.contentVersion()]);
  const changed = async (change: Parameters<typeof world.db.write>[0]) => {
    await world.db.write(change);
    const size = seen.size;
    expect(seen.add(content.contentVersion()).size).toBe(size + 1);
  };
  await changed((tx) =>
    tx.insert(settingsTable).values({ key: "zipClaim", value: 120, updated_at: world.clock.now() }).run(),
  );
  await changed((tx) => tx.update(settingsTable).set({ value: 121 }).run());
  await changed((tx) => tx.delete(settingsTable).run());
  await changed((tx) =>
    tx.update(pricingMatrix).set({ base_price: 38900 }).where(eq(pricingMatrix.size_yards, 20)).run(),
  );
  await changed((tx) => tx.update(dumpsterSizes).set({ description: "Low." }).where(eq(dumpsterSizes.size, 15)).run());
  await changed((tx) => tx.update(serviceAreas).set({ is_active: false }).run());
  await changed((tx) => tx.delete(zipCodes).where(eq(zipCodes.zip, "32801")).run());
});

it("does not keep what a rolled back change showed", async () => {
  const before = content.settings().zipClaim;
  await expect(
    world.db.write((tx) => {
      tx.insert(settingsTable).values({ key: "zipClaim", value: 5, updated_at: world.clock.now() }).run();
      expect(content.settings().zipClaim).toBe(5);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(content.settings().zipClaim).toBe(before);
  await world.db.write((tx) =>
    tx.insert(settingsTable).values({ key: "zipClaim", value: 6, updated_at: world.clock.now() }).run(),
  );
  expect(content.settings().zipClaim).toBe(6);
});
