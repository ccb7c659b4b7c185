import { prepare, ROOT } from "./support/setup.mjs";

// `npm start`: whatever is missing first, then the server in this very process, so that signals reach it.
process.env.NODE_ENV ||= "production";
await prepare();
process.chdir(ROOT);
await import(new URL("../build/server.mjs", import.meta.url).href);
