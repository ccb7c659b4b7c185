import { expect, it } from "vitest";
import { instantAt } from "~/domain/kernel/time.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { yardLine } from "./yard-lines";

const row = {
  id: "dmp_1" as Id<"dumpster">,
  number: "20-01",
  size: 20,
  condition: "ok",
  at: null,
  since: instantAt(day("2026-12-01"), 9),
} as const;
const loadAt = (location: "site" | "yard" | "truck", load: "empty" | "full" | "unknown") =>
  yardLine({ ...row, location, load }, "2026").load;

it("what stands at a customer is only said to have been set down empty: they fill it", () => {
  expect([loadAt("site", "empty"), loadAt("yard", "empty"), loadAt("truck", "empty")]).toEqual([
    "In use, not known",
    "Empty",
    "Empty",
  ]);
  expect([loadAt("site", "full"), loadAt("site", "unknown"), loadAt("truck", "full")]).toEqual([
    "Full",
    "Not known",
    "Full",
  ]);
});
