import { expect, it } from "vitest";

it("the program gives a name for why, never words: those are made when it is shown", () => {
  const sources = import.meta.glob<string>("../../{domain,services}/**/*.server.ts", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const calls =
    /\b(?:move(?:Booking|Unit)|releaseHold|(?:close|end)Checkout|withdraw(?:ChangesOf|Change|Balance))\([^;{]*"[A-Za-z]+ [^"]*"/g;
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(
    Object.entries(sources).flatMap(([file, code]) => [...code.matchAll(calls)].map(([call]) => `${file}: ${call}`)),
  ).toEqual([]);
});
