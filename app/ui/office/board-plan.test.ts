import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import type { ShownPlan } from "./board";
import { PlanPanel } from "./BoardPlan";

const PLAN: ShownPlan = {
  ...{ version: "1", isStale: false, by: "Sam", at: "9:00 am", before: 0, after: 0, saved: 0, routes: [], left: [] },
  ...{ idle: [], tooFew: [], besides: false },
};
const said = async (plan: Partial<ShownPlan>) =>
  wordsIn(await rendered(PlanPanel, { plan: { ...PLAN, ...plan }, day: day("2026-12-16") }));

it("a proposal says of each driver who is given nothing new why, and is silent where there is none", async () => {
  const idle = ["Nina has no truck on this day.", "Dale has no truck of their own: Truck 1 is out with Dana."];
  expect(await said({ idle })).toContain(`Given nothing new: ${idle.join(" ")}`);
  expect(await said({})).not.toContain("nothing new:");
});

it("a proposal says of which sizes it gives out more than are in the yard", async () => {
  const tooFew = ["6 dumpsters of 20 yards are to leave today and 3 empty ones are in the yard."];
  expect(await said({ tooFew })).toContain(`Too few dumpsters: ${tooFew[0]}`);
  expect(await said({})).not.toContain("Too few");
});

const left = (count: number, from: string | null): ShownPlan["left"] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ jobId: `job_${from}${i}`, from, why: "Nobody who drives on this day has a truck that is free." },
    job: { kind: "delivery", size: 20, brings: null, address: "1 Main Street", city: "Orlando" },
  })) as never;

it("what a proposal leaves where it is stays with who has it, and where nothing is given out nothing can be accepted", async () => {
  const words = await said({ left: [...left(2, null), ...left(14, "Dale Driver")] });
  expect(words).toContain("2 jobs stay with nobody and need you:");
  expect(words).toContain("14 jobs stay as they are, with the drivers who have them:");
  expect(words).toContain("1 Main Street, Orlando , with Dale Driver.");
  expect(words).toContain("Nothing can be given out.");
  expect(words).not.toContain("0 miles for 0 stops");
  expect(words).not.toContain("Give all of it out");
  const stops = [{ ...left(1, null)[0], driverId: null, position: null }] as never;
  const route = { driverId: "drv_1", name: "Dana", stops, miles: 3, before: 3, saved: 0 } as never;
  expect(await said({ routes: [route] })).toContain("Give all of it out");
  const behind = await said({ routes: [route], left: left(1, "Dale Driver") });
  expect(behind).toContain("with the driver who has it, behind these stops and not in their miles:");
  const besides = "Swaps, emptyings and moves that they have besides are not in these times and miles.";
  expect([words.includes(besides), (await said({ besides: true })).includes(besides)]).toEqual([false, true]);
});
