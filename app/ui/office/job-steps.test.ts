import { expect, it } from "vitest";
import type { JobKind, JobState } from "~/domain/states/transitions";
import { attemptReasons, nextSteps, stepLabel } from "./job-steps";

it("the large button is the step that usually follows: at the scale the ticket, not the way to another facility", () => {
  const usual = (kind: JobKind, state: JobState) => nextSteps({ kind, state })[0];
  expect(usual("delivery", "assigned")).toBe("en_route");
  expect(usual("delivery", "serviced")).toBe("completed");
  expect(usual("pickup", "serviced")).toBe("to_disposal");
  expect(usual("pickup", "to_disposal")).toBe("at_disposal");
  expect(usual("pickup", "at_disposal")).toBe("ticketed");
  expect(usual("pickup", "ticketed")).toBe("returned");
  expect(nextSteps({ kind: "pickup", state: "ticketed" })).toEqual(["returned", "next_site"]);
  expect(nextSteps({ kind: "dump_and_return", state: "ticketed" })).toEqual(["returned"]);
  expect(usual("pickup", "returned")).toBe("completed");
  expect(usual("pickup", "completed")).toBeUndefined();
});

it("a button says where it leads from here, the list of what was done what it was", () => {
  expect(stepLabel("to_disposal", "pickup", "serviced")).toBe("To the facility");
  expect(stepLabel("to_disposal", "pickup", "at_disposal")).toBe("To another facility");
  expect(stepLabel("to_disposal", "pickup")).toBe("To the facility");
  expect(stepLabel("serviced", "delivery")).toBe("It is set down");
});

it("what is wrong with a load is no reason where an empty one is brought", () => {
  const ofLoad = (kind: JobKind) => attemptReasons(kind).filter((reason) => /load|in it/.test(reason)).length;
  expect((["delivery", "pickup", "swap", "dump_and_return"] as const).map(ofLoad)).toEqual([0, 2, 2, 2]);
});
