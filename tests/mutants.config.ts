import { defineConfig } from "vitest/config";
import { alias } from "../scripts/support/alias.mjs";

// The tests that stand beside what is mutated (scripts/mutants.mjs): each mutant is tried by these alone.
export default defineConfig({
  resolve: { alias },
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: JSON.parse(process.env.MUTANT_TESTS ?? "[]") as string[],
    environment: "node",
    restoreMocks: true,
    isolate: false,
    testTimeout: 30_000,
  },
});
