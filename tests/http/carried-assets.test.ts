import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { builtCode } from "../../server/build";
import { carryOver } from "../../scripts/support/carry.mjs";
import { httpServer, listen } from "../../server/listen";
import { raw } from "../support/raw";

const DAY_MS = 86_400_000;

/** A build's folder with these hashed files, each as old as said. */
function buildWith(root: string, name: string, files: Record<string, number>, now: number): string {
  const folder = join(root, name);
  mkdirSync(join(folder, "client/assets"), { recursive: true });
  mkdirSync(join(folder, "server"), { recursive: true });
  writeFileSync(join(folder, "server/index.js"), "export const routes = {}; export const entry = { module: {} };");
  for (const [file, days] of Object.entries(files)) {
    writeFileSync(join(folder, "client/assets", file), `"${name}"`);
    utimesSync(join(folder, "client/assets", file), (now - days * DAY_MS) / 1000, (now - days * DAY_MS) / 1000);
  }
  return folder;
}

it("answers the hashed files of earlier builds for 30 days after a deploy, each with its own text", async () => {
  const root = mkdtempSync(join(tmpdir(), "roll-off-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const now = Date.now();
  const before = buildWith(
    root,
    "before",
    {
      "home-aaaaaaaa.js": 2,
      "home-aaaaaaaa.js.br": 2,
      "same-bbbbbbbb.js": 2,
      "late-cccccccc.js": 29,
      "gone-dddddddd.js": 31,
    },
    now,
  );
  const after = buildWith(root, "after", { "home-eeeeeeee.js": 0, "same-bbbbbbbb.js": 0 }, now);
  carryOver(join(before, "client/assets"), join(after, "client/assets"), now);
  carryOver(join(root, "no-build"), join(after, "client/assets"), now);
  expect(readdirSync(join(after, "client/assets")).sort()).toEqual([
    "home-aaaaaaaa.js",
    "home-aaaaaaaa.js.br",
    "home-eeeeeeee.js",
    "late-cccccccc.js",
    "same-bbbbbbbb.js",
  ]);
  // Its age goes on: carried over again and again it still ends.
  expect(Math.round((now - statSync(join(after, "client/assets/late-cccccccc.js")).mtimeMs) / DAY_MS)).toBe(29);

  const code = await builtCode(after);
  const server = httpServer((req, res) => code.files(req, res, () => res.writeHead(404).end()));
  const url = `http://127.0.0.1:${await listen(server, "127.0.0.1", 0)}`;
  onTestFinished(() => void server.close());
  const [old, own, gone] = await Promise.all(
    ["home-aaaaaaaa", "home-eeeeeeee", "gone-dddddddd"].map((name) => raw(url, { path: `/assets/${name}.js` })),
  );
  expect([old?.status, own?.status, gone?.status]).toEqual([200, 200, 404]);
  expect([old?.body.toString(), own?.body.toString()]).toEqual(['"before"', '"after"']);
  expect(old?.headers["cache-control"]).toContain("immutable");
});
