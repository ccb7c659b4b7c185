import { expect, it } from "vitest";
import { isAtTheGate } from "./job-places";
import { JOB_STATES } from "./transitions";

it("a gate's code is a truck's from when it is given to a driver until it has left the site for good", () => {
  const at = (kind: Parameters<typeof isAtTheGate>[0]["kind"]) =>
    JOB_STATES.filter((state) => isAtTheGate({ kind, state }));
  const there = ["assigned", "en_route", "arrived", "serviced"];
  for (const kind of ["delivery", "pickup", "swap", "relocate", "disposal"] as const)
    expect([kind, at(kind)]).toEqual([kind, there]);
  // It brings back what it has emptied.
  expect(at("dump_and_return")).toEqual([...there, "to_disposal", "at_disposal", "ticketed", "returned"]);
});
