import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { DaysOfJobs } from "./DaysOfJobs";

const TODAY = "2026-12-03";
const job = (id: string, state: DriverJob["state"], day = TODAY) =>
  ({
    id,
    state,
    day,
    kind: "delivery",
    size: 20,
    window: "morning",
    priority: "normal",
    address: "1 Orange Avenue",
    placement: "driveway",
    phone: { href: "tel:+14075550133", text: "(407) 555-0133" },
  }) as unknown as DriverJob;

/** The days as a driver reads them: heading and stops, the next one marked. */
function read(jobs: DriverJob[]): string[] {
  const html = renderToStaticMarkup(createElement(DaysOfJobs, { jobs, today: TODAY, to: (id: string) => `/${id}` }));
  return parse(html)
    .querySelectorAll("h2, .job-open")
    .map((one) =>
      one.tagName === "H2"
        ? (one.querySelector(".count")?.text ?? "")
        : `${one.getAttribute("href")}${/Next stop|Now/.exec(one.text)?.[0] ?? ""}`,
    );
}

it("puts what is done last and what is under way first, and marks where to go", () => {
  expect(read([job("a", "completed"), job("b", "attempted"), job("d", "assigned"), job("c", "en_route")])).toEqual([
    "2 of 4 left",
    "/cNow",
    "/d",
    "/a",
    "/b",
  ]);
});

it("marks what is outstanding first, nothing of tomorrow, and nothing where all is done", () => {
  expect(read([job("old", "assigned", "2026-12-01"), job("new", "assigned")])).toEqual([
    "1",
    "/oldNext stop",
    "1",
    "/new",
  ]);
  expect(read([job("a", "dump_later"), job("later", "assigned", "2026-12-04")])).toEqual([
    "0 of 1 left",
    "/a",
    "1",
    "/later",
  ]);
});
