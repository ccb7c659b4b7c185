import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serviceAreas } from "#db/schema/index";
import { newId } from "~/domain/kernel/ids.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { readCoverage } from "./service-area.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const read = () => readCoverage(world.db.orm);

it("names the counties of the active areas, each with its towns, once and in order", () => {
  expect(read().map(({ county }) => county)).toEqual(["Orange", "Osceola", "Seminole"]);
  const orange = read()[0]?.cities ?? [];
  expect(orange).toEqual([...new Set(orange)].sort());
  expect(orange).toContain("Winter Park");
});

it("leaves out towns that have post-office boxes only, and areas that are not active", async () => {
  expect(read().flatMap(({ cities }) => cities)).not.toContain("Mid Florida");
  await world.db.write((tx) =>
    tx.update(serviceAreas).set({ is_active: false }).where(eq(serviceAreas.area_name, "Osceola County")).run(),
  );
  expect(read().map(({ county }) => county)).toEqual(["Orange", "Seminole"]);
});

it("takes the county from the ZIP, not from the area's name, and the name where no ZIP is known", async () => {
  await world.db.write((tx) =>
    tx
      .insert(serviceAreas)
      .values([
        { id: newId("serviceArea"), area_name: "Downtown", zip_codes: ["32801"], created_at: world.clock.now() },
        { id: newId("serviceArea"), area_name: "Lake County", zip_codes: ["34711"], created_at: world.clock.now() },
      ])
      .run(),
  );
  expect(read().map(({ county }) => county)).toEqual(["Lake", "Orange", "Osceola", "Seminole"]);
});
