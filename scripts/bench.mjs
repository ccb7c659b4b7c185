import { prepare, ROOT } from "./support/setup.mjs";

// `npm run bench`, or one part of it: `npm run bench -- visitor`. The tests' own helpers (TypeScript) are used here
// too.
await prepare();
process.chdir(ROOT);
const { register } = await import("tsx/esm/api");
register();
await import("./bench/main.mjs");
