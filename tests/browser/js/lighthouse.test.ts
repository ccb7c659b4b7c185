import { mkdirSync } from "node:fs";
import lighthouse from "lighthouse";
import { afterAll, beforeAll, expect, it } from "vitest";
import { browserCandidates } from "~/adapters/pdf/find-browser.server";
import { startChrome, type Chrome } from "../../../scripts/support/chrome.mjs";
import { ARTIFACTS, FULL } from "../../support/paths";
import { startServer, type TestServer } from "../../support/server";

let server: TestServer | undefined;
let chrome: Chrome | undefined;
beforeAll(async () => {
  if (!FULL) return;
  const dataDir = `${ARTIFACTS}/browser`;
  mkdirSync(dataDir, { recursive: true });
  const candidates = browserCandidates({
    executablePath: process.env.PUPPETEER_EXECUTABLE_PATH || undefined,
    dataDir,
    skipInstalled: process.env.TEST_BROWSER === "bundled",
  });
  [server, chrome] = await Promise.all([startServer(), startChrome(candidates)]);
});
afterAll(async () => {
  await chrome?.stop();
  await server?.stop();
});

// What depends on the machine's speed is measured by `npm run bench`, never here.
it.runIf(FULL)("gives the home page full marks for accessibility, best practices and search", async () => {
  if (!server || !chrome) throw new Error("not started");
  const run = await lighthouse(`${server.url}/`, {
    port: chrome.port,
    output: "json",
    logLevel: "silent",
    onlyCategories: ["accessibility", "best-practices", "seo"],
  });
  if (!run) throw new Error("Lighthouse gave no result");
  const { categories, audits, runtimeError } = run.lhr;
  expect(runtimeError).toBeUndefined();
  const missed = Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
      .map(
        ({ id }) =>
          `${title}: ${audits[id]?.title} ${audits[id]?.explanation ?? ""} ${JSON.stringify(audits[id]?.details ?? "").slice(0, 400)}`,
      ),
  );
  expect(missed).toEqual([]);
  expect(
    Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)])),
  ).toEqual({ accessibility: 100, "best-practices": 100, seo: 100 });
});
