import { defineConfig } from "vitest/config";
import { alias } from "./scripts/support/alias.mjs";
import { freshGlobs } from "./tests/support/fresh-globs";

const SECOND = 1000;
/** As for the servers (tests/support/process.ts): much is thrown away at once, and most of the code runs a few times. */
const FOR_A_SHORT_LIFE = ["--interrupt-budget=1000000", "--min-semi-space-size=16"];
/** Three thousand ports each, that no lane beside it listens on (tests/support/ports.ts). */
const PORTS = { http: 20_000, browser: 23_000, faults: 26_000, growth: 29_000 };
const suite = (name: keyof typeof PORTS, folder: string, maxWorkers: number) => ({
  plugins: [freshGlobs],
  resolve: { alias },
  test: {
    name,
    include: [`tests/${folder}/**/*.test.ts`],
    environment: "node" as const,
    globalSetup: ["tests/support/prepare.ts"],
    testTimeout: 60 * SECOND,
    hookTimeout: 90 * SECOND,
    maxWorkers,
    env: { PORTS_FROM: String(PORTS[name]) },
    // Growth is told by the clock: there V8 optimizes as it does in a long life.
    execArgv: name === "growth" ? [] : FOR_A_SHORT_LIFE,
    // Vitest's own second is less than a busy machine may take; who waits for something goes on as soon as it is there.
    expect: { poll: { timeout: 10 * SECOND } },
    // A process keeps its modules from file to file, and with them the shared server and browser (tests/support/shared.ts).
    isolate: false,
    fileParallelism: maxWorkers > 1,
  },
});

// Suites against the built server; bounded for two cores, of which a file that waits uses none.
export default defineConfig({
  test: {
    // As for the unit tests (vitest.config.ts).
    experimental: { fsModuleCache: true },
    projects: [
      suite("http", "http", 5),
      suite("browser", "browser", 5),
      suite("faults", "faults", 1),
      // Two files, a core each.
      suite("growth", "growth", 2),
    ],
  },
});
