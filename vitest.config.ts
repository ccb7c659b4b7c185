import { defineConfig } from "vitest/config";
import { alias } from "./vite.config";

// The Remix plugin is not loaded here: it cannot run outside a real build.
export default defineConfig({
  resolve: { alias },
  test: { include: ["app/**/*.test.ts", "app/**/*.test.tsx", "db/**/*.test.ts"], environment: "node", restoreMocks: true },
});
