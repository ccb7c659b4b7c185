import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { driverPaths } from "~/driver-paths";
import { keepJobs } from "./phone-store";
import { sendJournal } from "./send-journal";

/** No browser's database here: what would be kept is looked at. */
vi.mock("./phone-store", () => ({
  deviceId: () => Promise.resolve("phone"),
  unsentOf: () => Promise.resolve([]),
  photosOf: () => Promise.resolve([]),
  markSteps: () => Promise.resolve(),
  keepJobs: vi.fn(() => Promise.resolve()),
}));

/** The lists that were asked for, in their order: each is answered when the test says so. */
let asked: ((name: string) => void)[] = [];
beforeEach(() => {
  asked = [];
  vi.mocked(keepJobs).mockClear();
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", (path: string) =>
    path === driverPaths.jobs
      ? new Promise<Response>((resolve) => asked.push((name) => resolve(Response.json({ driver: "d", name }))))
      : Promise.resolve(Response.json({ accepted: [], waiting: [], conflicts: [], refused: [] })),
  );
});
afterEach(() => vi.unstubAllGlobals());

const kept = () => vi.mocked(keepJobs).mock.calls.map(([{ name }]) => name);

it("keeps no list that was asked for before the one that it has, when it comes after it", async () => {
  const both = Promise.all([sendJournal("d"), sendJournal("d")]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.("newer");
  await vi.waitFor(() => expect(kept()).toEqual(["newer"]));
  asked[0]?.("older");
  await both;
  expect(kept()).toEqual(["newer"]);
});

it("keeps each that comes in its turn", async () => {
  const both = Promise.all([sendJournal("d"), sendJournal("d")]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[0]?.("first");
  await vi.waitFor(() => expect(kept()).toEqual(["first"]));
  asked[1]?.("second");
  await both;
  expect(kept()).toEqual(["first", "second"]);
});
