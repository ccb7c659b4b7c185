import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { ThisYear } from "./bits";
import { CloseDay, type CloseDayView } from "./CloseDay";

/** As the server renders it, inside a router: forms and links ask for one. */
async function wordsOf(element: ReactElement): Promise<string> {
  const { dataRoutes, query } = createStaticHandler([{ path: "/", element }]);
  const context = await query(new Request("http://localhost/"));
  if (context instanceof Response) throw new Error("redirected");
  const page = createElement(StaticRouterProvider, { router: createStaticRouter(dataRoutes, context), context });
  return renderToStaticMarkup(page)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}
const closing = (on: string, to: string) =>
  wordsOf(
    createElement(
      ThisYear.Provider,
      { value: "2026" },
      createElement(CloseDay, {
        problem: null,
        view: {
          day: day(on),
          today: day("2026-12-30"),
          minutes: 10,
          closures: [],
          locks: { settings: null, dispatch: null },
          isAdmin: false,
          values: {},
          plan: {
            closing: { day: day(on), part: "day", reason: "storm" },
            jobs: [
              {
                jobId: "job_1",
                kind: "delivery",
                size: 20,
                brings: null,
                booking: "DMP-2026-000001",
                name: "Ada",
                window: "morning",
                to: { day: day(to), window: "morning", pickup: null },
                note: "",
                pickup: null,
              },
            ],
            goesOut: [],
            underWay: 0,
            prepared: [],
            digest: "",
          },
        } as unknown as CloseDayView,
      }),
    ),
  );

it("a closed day and what it moves say the year where it is another one", async () => {
  expect(await closing("2026-12-31", "2027-01-02")).toMatch(/Thursday, December 31 .*Sat, Jan 2, 2027 , morning/);
  expect(await closing("2027-01-04", "2027-01-05")).toMatch(
    /Monday, January 4, 2027 Back to the board.*January 4, 2027: 1 job moves/,
  );
  expect(await closing("2026-12-30", "2026-12-31")).not.toContain(", 2026");
});
