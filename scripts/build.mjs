import { rebuild } from "./support/setup.mjs";

await rebuild();
