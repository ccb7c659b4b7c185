import { fileURLToPath } from "node:url";

/** What `~` and `#db` mean to Vite and vitest; in a file of its own, as vitest needs none of what builds the product. */
export const alias = {
  "~": fileURLToPath(new URL("../../app", import.meta.url)),
  "#db": fileURLToPath(new URL("../../db", import.meta.url)),
};
