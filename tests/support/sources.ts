import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** The product's own code with its text, without tests; paths from the root. */
export function productFiles(): { file: string; text: string }[] {
  return readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join("app", name))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));
}
