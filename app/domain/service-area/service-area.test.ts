import { afterEach, beforeEach, expect, it } from "vitest";
import { instant } from "../kernel/time.server";
import { newId } from "../kernel/ids.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import type { Db } from "#db/client.server";
import { serviceAreas } from "#db/schema/index";
import { eq } from "drizzle-orm";
import { findServiceArea } from "./service-area.server";

let db: Db;
let close: () => void;
beforeEach(async () => ({ db, close } = await temporaryDatabase()));
afterEach(() => close());

const add = (area_name: string, zip_codes: string[], created_at: number, is_active = true) =>
  db.write((tx) =>
    tx
      .insert(serviceAreas)
      .values({ id: newId("serviceArea"), area_name, zip_codes, created_at: instant(created_at), is_active })
      .run(),
  );
const named = (zip: string) => findServiceArea(db.orm, zip)?.area_name ?? null;

it("finds the newest active area that names a ZIP, in whatever order they were made", async () => {
  await add("new", ["32801", "32803"], 2);
  await add("old", ["32801", "32801", "32804"], 1);
  await add("closed", ["32801", "32805"], 3, false);
  expect(["32801", "32803", "32804", "32805", "32899", ""].map(named)).toEqual(["new", "new", "old", null, null, null]);
});

it("follows an area's list, its state and its end, by whatever hand", async () => {
  await add("area", ["32801", "32803"], 1);
  const change = (values: Partial<typeof serviceAreas.$inferInsert>) =>
    db.write((tx) => tx.update(serviceAreas).set(values).where(eq(serviceAreas.area_name, "area")).run());
  await change({ zip_codes: ["32803", "32804"] });
  expect(["32801", "32803", "32804"].map(named)).toEqual([null, "area", "area"]);
  await change({ is_active: false });
  expect(named("32803")).toBeNull();
  await change({ is_active: true });
  expect(named("32803")).toBe("area");
  db.sqlite.prepare("update service_areas set zip_codes = 'no list'").run();
  expect(named("32803")).toBeNull();
  await change({ zip_codes: ["32803"] });
  await db.write((tx) => tx.delete(serviceAreas).run());
  expect(named("32803")).toBeNull();
});
