import { spawn } from "node:child_process";
import { prepare, ROOT } from "./support/setup.mjs";

// `npm run dev`: the sources themselves, with hot reload.
await prepare({ build: false });
const child = spawn(process.execPath, ["--import", "tsx", "server.ts"], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "development" },
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 0));
