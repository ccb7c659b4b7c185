import { expect, it } from "vitest";

it("the program gives a name for why, never words: those are made when it is shown", () => {
  const sources = import.meta.glob<string>("../../{domain,services,routes}/**/*.server.ts", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const calls =
    /\b(?:move(?:Booking|Unit|Job|Change)|releaseHold|(?:close|end)Checkout|withdraw(?:ChangesOf|Change|Balance|Extra|Errands))\([^;{]*(?:\{[^{}]*\}[^;{]*)?"[A-Za-z]+ [^"]*"|\bwhy = "[a-z]+ [^"]*"/g;
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(
    Object.entries(sources).flatMap(([file, code]) => [...code.matchAll(calls)].map(([call]) => `${file}: ${call}`)),
  ).toEqual([]);
});
