import { defineConfig } from "vitest/config";
import { alias } from "./scripts/support/alias.mjs";
import { freshGlobs } from "./tests/support/fresh-globs";

// The Remix plugin is not loaded here: it cannot run outside a real build.
export default defineConfig({
  plugins: [freshGlobs],
  resolve: { alias },
  test: {
    include: ["app/**/*.test.ts", "app/**/*.test.tsx", "db/**/*.test.ts", "server/**/*.test.ts"],
    environment: "node",
    restoreMocks: true,
    // What was transformed once is read from node_modules by the next run, as long as the file is the same.
    experimental: { fsModuleCache: true },
    // A property of 2,000 orders takes a second; beside lint and types on two busy cores it took seven.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
