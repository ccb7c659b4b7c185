import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findServiceArea } from "~/domain/service-area/service-area.server";
import { openDatabase } from "./client.server";
import { migrate } from "./migrate.server";

const FOLDER = new URL("./migrations/", import.meta.url);

it("finds the areas that were there before ZIPs had an index of their own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "migrate-"));
  const db = openDatabase(join(folder, "roll-off.sqlite"));
  const before = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql") && name < "0096")
    .sort()
    .map((name) => ({ name: name.slice(0, -4), sql: readFileSync(new URL(name, FOLDER), "utf8") }));
  await migrate(db, before);
  const add = db.sqlite.prepare(
    "insert into service_areas (id, area_name, is_active, zip_codes, created_at) values (?, ?, 1, ?, 1)",
  );
  add.run("sar_a", "Orange", '["32801","32801","32803"]');
  add.run("sar_b", "broken", "[");
  await migrate(db);
  expect(findServiceArea(db.orm, "32801")?.area_name).toBe("Orange");
  expect(findServiceArea(db.orm, "32803")?.area_name).toBe("Orange");
  db.close();
  rmSync(folder, { recursive: true, force: true });
});
