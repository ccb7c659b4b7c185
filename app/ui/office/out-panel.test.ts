import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import type { BoardView, ChosenJob } from "./board";
import { OutPanel } from "./BoardOut";
import { StepFields } from "./DriverSteps";

it("a job is handed over knowing who has no truck or is away", async () => {
  const drivers = [
    { id: "a", name: "Ann", isActive: true, truck: "Truck 1", isAway: false },
    { id: "b", name: "Bob", isActive: true, truck: null, isAway: false },
    { id: "c", name: "Cy", isActive: true, truck: null, isAway: true },
  ];
  const job = { id: "job_1", kind: "pickup", state: "to_disposal", driverId: "x", facilities: [] };
  const props = { view: { drivers } as unknown as BoardView, job: job as unknown as ChosenJob, hidden: null };
  const words = wordsIn(await rendered(OutPanel, { ...props, problem: undefined }));
  expect(words).toContain("Choose a driver Ann Bob (no truck) Cy (away on this day)");
});

it("who leaves after the customer was asked finds the reason chosen, and is told what leaving too soon costs us", () => {
  const job = { kind: "delivery", state: "arrived", size: 20 } as unknown as DriverJob;
  const form = (more: object) =>
    renderToStaticMarkup(
      createElement(StepFields, { step: "attempted", job, photos: [], problem: undefined, ...more }),
    );
  const chosen = (html: string) => /<option[^>]*selected=""[^>]*>([^<]*)/.exec(html)?.[1];
  const [first, asked] = [form({}), form({ askedFor: "Nobody lets us in" })];
  expect([chosen(first), chosen(asked)]).toEqual(["Choose", "Nobody lets us in"]);
  expect([first, asked].map((html) => /class="hint">([^<]*)/.exec(html)?.[1])).toEqual([
    "Without one there may be no fee.",
    "Without one there may be no fee. If you leave before the time above, there is no fee.",
  ]);
});
