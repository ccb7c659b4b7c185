import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { inFull } from "../support/in-full";
import { arrange, signIn } from "../support/meanwhile";
import { ROOT } from "../support/paths";
import { freePort } from "../support/ports";
import { copyPrepared } from "../support/server";
import { sharedServer } from "../support/shared";

// What the other files rely on without a word: a shared server tells what a file left behind, and none is left over.

afterAll(async () => (await sharedServer()).stop());

it("fails the file that leaves a price or a dumpster changed on the shared server", async () => {
  const server = await sharedServer();
  arrange(server, "update pricing_matrix set base_price = base_price + 1 where size_yards = 20");
  await expect(server.stop()).rejects.toThrow(/left changed on the shared server:\npricing_matrix /);
  arrange(server, "update pricing_matrix set base_price = base_price - 1 where size_yards = 20");
  await server.stop();
});

inFull("fails the file that met an unexpected error on the shared server, and no other", async () => {
  const server = await sharedServer();
  arrange(server, "alter table profiles rename to elsewhere");
  await signIn(server, "staff@example.com");
  arrange(server, "alter table elsewhere rename to profiles");
  await expect(server.stop()).rejects.toThrow(/the server logged \d+ unexpected errors/);
  await server.stop();
});

inFull("ends a server whose test process was killed", async () => {
  const port = await freePort();
  const start = `import("${ROOT}tests/support/process.ts").then((m) => m.spawnServer(${JSON.stringify({ port, dataDir: copyPrepared() })})).then(() => console.log("up"))`;
  const parent = spawn(process.execPath, ["--import", "tsx", "-e", start], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => parent.stdout.once("data", resolve));
  const answers = () =>
    fetch(`http://localhost:${port}/healthz`).then(
      () => true,
      () => false,
    );
  expect(await answers()).toBe(true);
  parent.kill("SIGKILL");
  for (let tries = 0; tries < 100 && (await answers()); tries++) await pause(50);
  expect(await answers()).toBe(false);
});
