import { afterEach, beforeEach, expect, it } from "vitest";
import { draftData, openWorld, type TestWorld } from "../../../../tests/support/domain";
import { SIZES } from "../../../../tests/support/prices";
import { PROJECT } from "../../../../tests/support/typed";
import { cartKey, type DraftData } from "./data";
import { findDraft, insertDraft, saveDraft, type Draft } from "./drafts.server";
import { keepProject, saveProject } from "./save-step.server";

let world: TestWorld;
let draft: Draft;
const DONE = ["project", "schedule", "agreement"];
const LINE = { dumpsterSize: 20, quantity: 1, materialCategory: "general" };
beforeEach(async () => {
  world = await openWorld();
  draft = await world.db.write((tx) => insertDraft(tx, draftData({ cart: [] }), world.clock.at, 30, DONE));
});
afterEach(() => world.close());

const stored = () => {
  const found = findDraft(world.db.orm, draft.id);
  if (!found) throw new Error("the draft is gone");
  return found;
};
const save = (changes: Record<string, string>) =>
  world.db.write((tx) => saveProject(tx, world.deed(), world.settings(), draft, { ...PROJECT, ...changes }, SIZES));
const otherTab = (changes: Partial<DraftData>) =>
  world.db.write((tx) => saveDraft(tx, world.deed(), draft.id, { data: { ...stored().data, ...changes } }, 30));

it("a project that is right is done, and puts back nothing that another tab saved meanwhile", async () => {
  await otherTab({ address: "9 New Street" });
  expect(await save({ dumpsterSize: "15" })).toMatchObject({ ok: true, done: true });
  expect(stored()).toMatchObject({
    data: { dumpsterSize: 15, address: "9 New Street" },
    stepsDone: ["schedule", "agreement", "project"],
  });
});

it("a button that only prices keeps what was typed, and the step is not done any more", async () => {
  expect(await save({ intent: "update", quantity: "3" })).toMatchObject({ ok: true, done: false });
  expect(stored()).toMatchObject({ data: { quantity: 3 }, stepsDone: ["schedule", "agreement"] });
});

it("what is refused is not kept, and what was done stays done", async () => {
  await otherTab({ cart: [LINE, { ...LINE, dumpsterSize: 15 }], dumpsterSize: null });
  const before = stored();
  const cartSeen = cartKey({ cart: [LINE] });
  expect(await save({ intent: "remove:0", line: "none", cartSeen })).toMatchObject({ ok: false });
  expect(await save({ materialCategory: "heavy" })).toMatchObject({ ok: false });
  expect(stored()).toEqual(before);
});

it("what the button of the mailed link keeps is not checked, so the step is not done any more", async () => {
  const sent = { ...PROJECT, materialCategory: "heavy", dumpsterSize: "20" };
  const data = await world.db.write((tx) => keepProject(tx, world.deed(), world.settings(), draft, sent));
  expect(data).toMatchObject({ materialCategory: "heavy", dumpsterSize: 20 });
  expect(stored()).toMatchObject({ data, stepsDone: ["schedule", "agreement"] });
});
