import { afterEach, beforeEach, expect, it } from "vitest";
import { leads, tasks } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { listHistory } from "../events/events.server";
import type { StaffActor } from "../kernel/deed";
import { HOUR, plus } from "../kernel/time.server";
import { takeTask } from "../tasks/tasks.server";
import { closeLead, findClosed, findClosing, noteLead, undoClosing } from "./close.server";
import { findLead, keepLead, moveLead, type Lead } from "./leads.server";

const OTHER = { ...STAFF, id: "acc_other", label: "Alex Other" } as StaffActor;
let world: TestWorld;
let lead: Lead;
beforeEach(async () => {
  world = await openWorld();
  await world.db.write((tx) => tx.delete(tasks).run());
  await world.db.write((tx) => tx.delete(leads).run());
  const asked = {
    kind: "call_back",
    name: "Kim Roe",
    phone: "(407) 555-0133",
    email: "",
    zip: "",
    message: "",
  } as const;
  lead = await world.db.write((tx) => keepLead(tx, world.deed(), asked));
});
afterEach(() => world.close());

const state = () => findLead(world.db.orm, lead.id)?.state;
const task = () => world.db.orm.select().from(tasks).get();
const close = (why: string, by = STAFF) => world.db.write((tx) => closeLead(tx, world.deed(by), lead, why));
const undo = (closing = findClosed(world.db.orm, lead.id)?.closing ?? 0) =>
  world.db.write((tx) => undoClosing(tx, world.deed(STAFF), lead, closing));
const history = () =>
  listHistory(world.db.orm, "lead", [lead.id]).map(({ action, to_state, why }) => [action, to_state, why]);

it("is closed for a reason, by whom and when, and opened again with whose call it was and how late it is", async () => {
  await world.db.write((tx) => takeTask(tx, world.deed(STAFF), task()?.id ?? ""));
  const was = task();
  world.clock.at = plus(world.clock.at, 2 * HOUR);
  await close("went elsewhere");
  expect([state(), task()?.state]).toEqual(["closed", "closed"]);
  expect(findClosing(world.db.orm, lead)).toMatchObject({
    at: world.clock.at,
    actor_label: STAFF.label,
    why: "went elsewhere",
  });
  world.clock.at = plus(world.clock.at, HOUR);
  expect(await undo()).toEqual({ ok: true });
  expect([state(), task()]).toEqual(["new", was]);
  expect(findClosed(world.db.orm, lead.id)).toBeNull();
  expect(history().slice(0, 2)).toEqual([
    ["lead_moved", "new", null],
    ["lead_moved", "closed", "went elsewhere"],
  ]);
});

it("keeps what was half typed for the others with its closing, and not where that is refused", async () => {
  const closeWith = (why: string, note: string, by = STAFF) =>
    world.db.write((tx) => closeLead(tx, world.deed(by), lead, why, note));
  await closeWith("went elsewhere", "Has a brother in Oviedo");
  const kept = history();
  expect(kept.slice(0, 2)).toEqual([
    ["lead_noted", null, "Has a brother in Oviedo"],
    ["lead_moved", "closed", "went elsewhere"],
  ]);
  expect(await closeWith("another reason", "Another note")).toMatchObject({ ok: false });
  expect(history()).toEqual(kept);
});

it("that was called already is that again, without a task", async () => {
  await world.db.write((tx) => moveLead(tx, world.deed(), lead.id, "contacted"));
  world.clock.at = plus(world.clock.at, HOUR);
  await close("booked");
  await undo();
  expect([state(), task()?.state]).toEqual(["contacted", "closed"]);
});

it("is closed once: a double click is one, another reason is refused, an older way back undoes no newer closing", async () => {
  await close("booked");
  const first = findClosed(world.db.orm, lead.id)?.closing ?? 0;
  expect(await close("booked")).toEqual({ ok: true });
  expect(await close("spam")).toEqual({ ok: false, code: "not_allowed" });
  expect(await close("booked", OTHER)).toEqual({ ok: false, code: "not_allowed" });
  await undo(first);
  expect(await undo(first)).toEqual({ ok: true });
  await close("spam", OTHER);
  expect(await undo(first)).toEqual({ ok: false, code: "not_allowed" });
  expect(state()).toBe("closed");
});

it("has notes, each once", async () => {
  const note = (words: string, by = STAFF) => world.db.write((tx) => noteLead(tx, world.deed(by), lead, words));
  await note("Call after six");
  await note("Call after six");
  await note("Call after six", OTHER);
  expect(history().filter(([action]) => action === "lead_noted")).toHaveLength(2);
});
