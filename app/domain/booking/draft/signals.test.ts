import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { liveSignals } from "#db/schema/index";
import { CUSTOMER, draftData, openWorld, STAFF, type TestWorld } from "../../../../tests/support/domain";
import { DAY, plus } from "../../kernel/time.server";
import { prepareQuote } from "../order/place.server";
import { findDraft, saveDraft } from "./drafts.server";
import { listWritesSince } from "./writes.server";

let world: TestWorld;
let id: ReturnType<typeof prepareQuote>["draft"]["id"];
const prepare = () =>
  world.db.write((tx) => {
    const data = draftData({ specialInstructions: `${Math.random()}` });
    return prepareQuote(tx, world.deed(STAFF), world.settings(), data, plus(world.clock.at, DAY)).draft.id;
  });
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  id = await prepare();
});
afterEach(() => {
  vi.restoreAllMocks();
  return world.close();
});

const write = (specialInstructions: string, of = id, by: typeof STAFF | typeof CUSTOMER = CUSTOMER) =>
  world.db.write((tx) => saveDraft(tx, world.deed(by), of, { data: draftData({ specialInstructions }) }, 30));
const told = (topic: string) =>
  world.db.orm
    .select()
    .from(liveSignals)
    .all()
    .filter((signal) => signal.kind === "draft_written" && signal.topic === topic).length;

it("are 30 a minute for a draft; what is written beyond that is saved all the same", async () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 11, 1, 15));
  for (let i = 0; i < 33; i++) await write(`Gate ${i}`);
  expect([told("office"), told(`draft:${id}`)]).toEqual([30, 30]);
  expect(findDraft(world.db.orm, id)).toMatchObject({ version: 34, data: { specialInstructions: "Gate 32" } });
  // Another order is told of, and this one again a minute later.
  await write("Another", await prepare());
  expect(told("office")).toBe(31);
  now.mockReturnValue(Date.UTC(2026, 11, 1, 15, 1));
  await write("Later");
  expect(told(`draft:${id}`)).toBe(31);
});

it("say what the other wrote since a page was made: from what it shows to what stands there, not one's own", async () => {
  const seen = findDraft(world.db.orm, id)?.version ?? 0;
  const was = findDraft(world.db.orm, id)?.data.specialInstructions;
  await write("First", id, STAFF);
  await write("Second", id, STAFF);
  const since = (by: typeof STAFF | typeof CUSTOMER, from = seen) => listWritesSince(world.db.orm, id, from, by);
  expect(since(CUSTOMER)).toMatchObject([{ field: "specialInstructions", was, now: "Second" }]);
  expect(since(STAFF)).toEqual([]);
  expect(since(CUSTOMER, seen + 2)).toEqual([]);
  await write("Mine again");
  expect(since(CUSTOMER)).toEqual([]);
  expect(since(STAFF)).toMatchObject([{ now: "Mine again" }]);
});
