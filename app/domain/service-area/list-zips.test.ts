import { expect, it } from "vitest";
import { listZips } from "./rules";

it.each<[string, string[], string[]]>([
  ["32801 32803, 32801\n32804-1234", ["32801", "32803", "32804"], []],
  ["zip,city,county\n32801,Orlando,Orange\r\n34747,Kissimmee,Osceola,28.3,-81.5,yes", ["32801", "34747"], []],
  ['"32801","Winter Park"', ["32801"], []],
  ["3280; 328011; abc", [], ["3280", "328011", "abc"]],
  ["Orlando 32801", [], ["Orlando 32801"]],
  ["🙂 34711\n32801", ["32801"], ["🙂 34711"]],
  ["", [], []],
  [" \n ;; , ", [], []],
  ["x".repeat(50_000), [], ["x".repeat(20)]],
])("reads %j", (text, zips, unread) => {
  expect(listZips(text)).toEqual({ zips, unread });
});

it("takes no longer for a long list than in proportion", () => {
  const time = (count: number) => {
    const text = Array.from({ length: count }, (_, i) => `${10000 + (i % 89999)}, Somewhere "quoted"`).join("\n");
    // The shortest of some: what else the machine does only ever makes one longer.
    const times = Array.from({ length: 30 }, () => {
      const begun = performance.now();
      listZips(text);
      return performance.now() - begun;
    });
    return Math.min(...times);
  };
  expect(time(4_000)).toBeLessThan(20 * Math.max(1, time(500)));
});
