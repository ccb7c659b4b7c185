import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ReadJobs } from "./phone-store";
import { readAnew } from "./send-journal";

/** The lists that were asked for, in their order: each is answered when the test says so. */
let asked: ((name: string) => void)[] = [];
let kept: string[] = [];
beforeEach(() => {
  [asked, kept] = [[], []];
  vi.stubGlobal(
    "fetch",
    () => new Promise<Response>((resolve) => asked.push((name) => resolve(Response.json({ driver: "d", name })))),
  );
});
afterEach(() => vi.unstubAllGlobals());

/** No browser's database here: what would be kept is looked at. */
const read = () =>
  readAnew("d", ({ name }: ReadJobs) => {
    kept.push(name);
    return Promise.resolve();
  });

it("of two lists that are asked for at once the later one is kept, also where the other one comes after it", async () => {
  const both = [read(), read()];
  asked[1]?.("newer");
  await both[1];
  asked[0]?.("older");
  await both[0];
  expect(kept).toEqual(["newer"]);
});

it("each that comes in its turn is kept", async () => {
  const both = [read(), read()];
  asked[0]?.("first");
  await both[0];
  asked[1]?.("second");
  await both[1];
  expect(kept).toEqual(["first", "second"]);
});
