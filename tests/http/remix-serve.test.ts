import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "../support/paths";
import { freePort } from "../support/ports";
import { raw } from "../support/raw";
import { copyPrepared } from "../support/server";

it("shows pages under stock remix-serve, and refuses everything that would change something", async () => {
  const port = await freePort();
  const dataDir = copyPrepared();
  const child = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir },
    stdio: "ignore",
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    rmSync(dataDir, { recursive: true, force: true });
  });
  const url = `http://localhost:${port}`;
  const first = async () => {
    for (let tries = 0; tries < 200; tries++, await pause(50)) {
      const answer = await raw(url).catch(() => null);
      if (answer) return answer;
    }
    throw new Error("remix-serve did not answer");
  };
  const page = await first();
  expect(page.status).toBe(200);
  expect(page.body.toString()).toContain("</html>");

  const post = await raw(url, {
    path: "/book",
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: url },
    body: "intent=continue",
  });
  expect(post.status).toBeGreaterThanOrEqual(400);
  expect(post.headers["set-cookie"]).toBeUndefined();
});
