import { prepare } from "./setup.mjs";

// In a process of its own: a build stands still until its tools are done, and the tests that need none go on beside it.
await prepare();
