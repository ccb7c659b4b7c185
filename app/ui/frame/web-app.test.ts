import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { ROOT } from "../../../tests/support/paths";
import { shortName, webManifest } from "./web-app";

it.each([
  ["Sunline Roll-Off", "Sunline"],
  ["Bin Co", "Bin Co"],
  ["A B C Hauling Inc", "A B C"],
  ["Containerhandel", "Containerhandel"],
  ["Big Dog Bins", "Big Dog Bins"],
])("%s is short for %s", (name, short) => {
  expect(shortName(name)).toBe(short);
});

it("names icons that are there", () => {
  const { icons, shortcuts } = webManifest({ name: "Bin Co", counties: ["Lake"], state: "FL" });
  for (const { src } of [...icons, ...shortcuts.flatMap((one) => one.icons)])
    expect(existsSync(`${ROOT}public${src}`), src).toBe(true);
});
