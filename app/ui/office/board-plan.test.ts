import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import type { ShownPlan } from "./board";
import { PlanPanel } from "./BoardPlan";

const PLAN: ShownPlan = {
  ...{ version: "1", isStale: false, by: "Sam", at: "9:00 am", before: 0, after: 0, saved: 0, routes: [], left: [] },
  idle: [],
};
const said = async (plan: Partial<ShownPlan>) =>
  wordsIn(await rendered(PlanPanel, { plan: { ...PLAN, ...plan }, day: day("2026-12-16") }));

it("a proposal says of each driver who is given nothing new why, and is silent where there is none", async () => {
  const idle = ["Nina has no truck on this day.", "Dale has no truck of their own: Truck 1 is out with Dana."];
  expect(await said({ idle })).toContain(`Given nothing new: ${idle.join(" ")}`);
  expect(await said({})).not.toContain("nothing new:");
});
