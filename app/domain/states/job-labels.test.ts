import { expect, it } from "vitest";
import { JOB_STATE } from "./job-labels";

it("what a truck brought back may be an emptied dumpster at its customer's: its state names no yard", () => {
  expect(JOB_STATE.returned).not.toMatch(/yard/i);
});
