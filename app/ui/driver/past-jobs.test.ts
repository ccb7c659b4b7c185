import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { day } from "~/domain/kernel/days";
import { PastJobs } from "./PastJobs";

it("says the year of a former job where it is not this one", () => {
  const done = (on: string) =>
    ({ id: on, day: day(on), kind: "pickup", address: "1 Main Street", state: "completed" }) as unknown as DriverJob;
  const html = renderToStaticMarkup(
    createElement(PastJobs, { jobs: [done("2027-01-04"), done("2026-12-30")], today: day("2027-01-05") }),
  );
  expect(html).toMatch(/>Mon, Jan 4: /);
  expect(html).toMatch(/>Wed, Dec 30, 2026: /);
});
