import { expect, it } from "vitest";
import type { DumpsterRecord as Record } from "~/domain/records/yard.server";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { DumpsterHistory } from "./DumpsterRecord";

it("a dumpster's history does not name it in each line, and names another one", async () => {
  const at = Date.UTC(2026, 11, 22, 15);
  const event = { at, actor_label: "Dale Driver", why: null, booking: null, action: "dumpster_moved" };
  const data = (number: string) => ({ number, is: { location: "truck", load: "empty" } });
  const history = [
    { ...event, id: 2, data: data("20-01") },
    { ...event, id: 1, data: data("20-011") },
  ];
  const words = wordsIn(await rendered(DumpsterHistory, { record: { number: "20-01", history } as unknown as Record }));
  expect(words).toContain("History On a truck, empty Dec 22, 2026, 10:00 am , Dale Driver");
  expect(words).toContain("Dumpster 20-011: on a truck, empty");
});
