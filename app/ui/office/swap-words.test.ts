import { createElement, Fragment, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import type { Problem } from "~/http/answers/forms.server";
import { JobHeading, jobFacts } from "./DriverJob";
import { ReportFields } from "./DriverReport";
import { StepFields } from "./DriverSteps";

const swap = (more: Partial<DriverJob>) =>
  ({
    kind: "swap",
    state: "assigned",
    size: 25,
    dumpster: "25-01",
    priority: "normal",
    brings: 20,
    bringsDumpster: null,
    ...more,
  }) as DriverJob;
const words = (job: DriverJob) => [
  renderToStaticMarkup(createElement(JobHeading, { job }))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim(),
  ...jobFacts(job).flatMap(([name, value]) => (/one$|Dumpster/.test(name) ? [`${name}: ${value}`] : [])),
];
const hint = (job: DriverJob) =>
  /(?:A \d+-yard one|We have [\d-]+)/.exec(
    renderToStaticMarkup(createElement(StepFields, { step: "serviced", job, photos: null, problem: undefined })),
  )?.[0];

it("tell a driver what to bring before the truck leaves, and which number was loaded", () => {
  expect(words(swap({}))).toEqual([
    "Swap · bring 20, take 25 yards Assigned",
    "Empty one: any empty 20-yard one",
    "Full one: 25-01",
  ]);
  expect(hint(swap({}))).toBe("A 20-yard one");
  expect(words(swap({ bringsDumpster: "20-03" }))).toContain("Empty one: 20-03");
  expect(hint(swap({ bringsDumpster: "20-03" }))).toBe("We have 20-03");
});

it("leave the other jobs as they are, and what a phone kept from before", () => {
  expect(words(swap({ brings: 25 }))[0]).toBe("Swap · 25 yards Assigned");
  const { brings: _, bringsDumpster: __, ...old } = swap({});
  expect(words(old as DriverJob)).toEqual(["Swap · 25 yards Assigned", "Dumpster: 25-01"]);
  expect(words(swap({ kind: "delivery", brings: null, dumpster: null, size: 20 }))).toEqual([
    "Delivery · 20 yards Assigned",
    "Dumpster: any empty 20-yard one",
  ]);
});

it("ask for their second number apart from what is reported: each label leads to its own field", () => {
  const idsOf = (...parts: ReactElement[]) =>
    [...renderToStaticMarkup(createElement(Fragment, null, ...parts)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const step = (problem?: Problem) =>
    createElement(StepFields, { step: "serviced", job: swap({}), photos: null, problem });
  const report = (problem?: Problem) => createElement(ReportFields, { photos: [], problem });
  const wrong: Problem = { ok: false, fields: { secondNumber: "Look again." }, values: {} };
  for (const ids of [idsOf(step(), report()), idsOf(step(wrong), report()), idsOf(step(), report(wrong))])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  // Where the summary of what is wrong leads to.
  expect(idsOf(step(wrong))).toContain("secondNumber");
  expect(idsOf(report(wrong))).toContain("secondNumber");
});
