import { expect, it } from "vitest";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { GroupPanels } from "./SetupPanels";

it("closed days stand in a line for each year, and what else has several parts as it is written", async () => {
  const rows: [string, string][] = [
    ["Closed days", "Thu, Nov 26, 2026; Fri, Dec 25, 2026; Fri, Jan 1, 2027"],
    ["Hours", "Mon 8:00; Tue 9:00"],
    ["Opened", "Thu, Nov 26, 2026"],
  ];
  const html = await rendered(
    () => GroupPanels({ groups: [{ id: "days", title: "Days", rows }], address: () => null }),
    {},
  );
  expect(html.match(/<div><b>.*?<\/div>/g)?.map((line) => wordsIn(line).trim())).toEqual([
    "2026: Thu, Nov 26; Fri, Dec 25",
    "2027: Fri, Jan 1",
  ]);
  expect(wordsIn(html)).toContain("Hours Mon 8:00; Tue 9:00 Opened Thu, Nov 26, 2026");
});
