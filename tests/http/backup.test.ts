import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { copyPhotos } from "../../scripts/support/photos.mjs";
import { bookAndPay, bookingNumberOn } from "../support/booking";
import { TextBrowser } from "../support/form";
import { query } from "../support/orders";
import { ROOT } from "../support/paths";
import { copyPrepared, serverForTest } from "../support/server";

function run(script: string, dataDir: string, ...args: string[]): string {
  return execFileSync(process.execPath, [`scripts/${script}.mjs`, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  }).trim();
}
function folder(make: () => string): string {
  const dataDir = make();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

it("a backup of a running server brings its bookings and photographs back elsewhere, and leaves what is there", async () => {
  const dataDir = folder(copyPrepared);
  const server = await serverForTest({ dataDir });
  const number = bookingNumberOn(await bookAndPay(new TextBrowser(server.url)));
  const month = join(dataDir, "files/photos/2026-11");
  mkdirSync(month, { recursive: true });
  for (const name of ["pho_a.jpg", "pho_b.jpg", ".pho_c.jpg.123.tmp"]) writeFileSync(join(month, name), name);

  const file = run("backup", dataDir).split("\n").at(-1) ?? "";
  expect(file).toMatch(/backups.roll-off-.*\.sqlite$/);
  // Again: nothing has to be copied twice, and nothing that went on the disk goes from the backup.
  rmSync(join(month, "pho_b.jpg"));
  run("backup", dataDir);

  const other = folder(() => mkdtempSync(join(tmpdir(), "roll-off-")));
  mkdirSync(join(other, "files/photos/2026-11"), { recursive: true });
  writeFileSync(join(other, "files/photos/2026-11/pho_a.jpg"), "mine");
  expect(run("restore", other, file)).toContain("and 1 photograph");
  const photo = (name: string) => join(other, "files/photos/2026-11", name);
  expect(readFileSync(photo("pho_a.jpg"), "utf8")).toBe("mine");
  expect(readFileSync(photo("pho_b.jpg"), "utf8")).toBe("pho_b.jpg");
  expect(existsSync(photo(".pho_c.jpg.123.tmp"))).toBe(false);
  const found = query<{ booking_number: string }>(
    other,
    "select booking_number from bookings where booking_number = ?",
    number,
  );
  expect(found).toEqual([{ booking_number: number }]);
});

it.each(["backup", "doctor"])("%s asked for help, or misspelt, says what it does and does nothing", (script) => {
  const dataDir = folder(copyPrepared);
  const told = (word: string) =>
    spawnSync(process.execPath, [`scripts/${script}.mjs`, word], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: "utf8",
    });
  for (const [word, code] of [
    ["--help", 0],
    ["here", 1],
  ] as const) {
    const { status, stdout, stderr } = told(word);
    expect([status, stdout, stderr]).toEqual([code, "", expect.stringContaining(`npm run ${script} `)]);
  }
  expect(existsSync(join(dataDir, "backups"))).toBe(false);
});

it("a copy that breaks off on another disk is no photograph, and is made anew; one that goes meanwhile stops nothing", () => {
  const from = folder(() => mkdtempSync(join(tmpdir(), "roll-off-")));
  const to = folder(() => mkdtempSync(join(tmpdir(), "roll-off-")));
  for (const name of ["pho_a.jpg", "pho_b.jpg"]) writeFileSync(join(from, name), `all of ${name}`);
  const link = () => {
    throw new Error("another disk");
  };
  const full = (_file: string, target: string) => {
    writeFileSync(target, "half");
    throw new Error("no room");
  };
  expect(() => copyPhotos(from, to, { link, copy: full })).toThrow("no room");
  expect(existsSync(join(to, "pho_a.jpg"))).toBe(false);

  const asOneGoes = (file: string, target: string) => {
    if (file.endsWith("pho_b.jpg")) rmSync(file);
    copyFileSync(file, target);
  };
  expect(copyPhotos(from, to, { link, copy: asOneGoes })).toBe(1);
  expect(readFileSync(join(to, "pho_a.jpg"), "utf8")).toBe("all of pho_a.jpg");
  expect(existsSync(join(to, "pho_b.jpg"))).toBe(false);
});
