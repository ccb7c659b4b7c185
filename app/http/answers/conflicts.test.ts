import { expect, it } from "vitest";
import { instant } from "~/domain/kernel/time.server";
import { conflictProblem } from "./conflicts.server";

it("says to the office what stood there before, and to a caller what stands there: it may have been another's order", () => {
  const wrote = { now: "9 Office Road", by: { kind: "staff", label: "Sam Staff" }, at: instant(0) } as const;
  const conflict = { ...wrote, field: "address", was: "77 Carmen Street", mine: "7 Caller Street" } as const;
  const said = (reader: "customer" | "office") =>
    JSON.stringify(conflictProblem({}, { conflicts: [conflict], kept: [] }, 2, reader));
  expect(said("office")).toMatch(/“9 Office Road.*in place of “77 Carmen Street/);
  expect(said("customer")).toMatch(/Our office wrote “9 Office Road.*You have “7 Caller Street/);
  expect(said("customer")).not.toContain("Carmen");
});
