import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { events, tasks } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import type { StaffActor } from "../kernel/deed";
import { DAY, HOUR, plus } from "../kernel/time.server";
import {
  closeTask,
  finishTask,
  forgetClosedTasks,
  giveBackTask,
  needPerson,
  openTask,
  openTaskAgain,
  reopenTask,
  snoozeTask,
  takeTask,
  type NewTask,
} from "./tasks.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld();
  world.db.sqlite.exec("delete from tasks; delete from events");
});
afterEach(() => world.close());

const wanted = (changes: Partial<NewTask> = {}): NewTask => ({
  kind: "lead",
  cause: "lead:led_1",
  subject: { kind: "lead", id: "led_1" },
  due: plus(world.clock.at, HOUR),
  ...changes,
});
const open = (changes: Partial<NewTask> = {}) => world.db.write((tx) => openTask(tx, world.deed(), wanted(changes)));
const close = () => world.db.write((tx) => closeTask(tx, world.deed(), "lead:led_1"));
const stored = () => world.db.orm.select().from(tasks).all();
const id = () => stored()[0]?.id ?? "";
const happened = () =>
  world.db.orm
    .select()
    .from(events)
    .all()
    .map(({ action, actor_label, why }) => [action, actor_label, why]);
const OTHER = { ...STAFF, kind: "admin", id: "acc_other", label: "Alex Admin" } as StaffActor;
const by = (who = STAFF) => ({
  take: () => world.db.write((tx) => takeTask(tx, world.deed(who), id())),
  giveBack: () => world.db.write((tx) => giveBackTask(tx, world.deed(who), id())),
  done: (why = "reached her") => world.db.write((tx) => finishTask(tx, world.deed(who), id(), why)),
  undo: () => world.db.write((tx) => reopenTask(tx, world.deed(who), id())),
  snooze: (ms: number) =>
    world.db.write((tx) => snoozeTask(tx, world.deed(who), id(), plus(world.clock.at, ms), "calls back")),
});

describe("a task", () => {
  it("is one for each cause, however often it is caused, and due as the last one says", async () => {
    await open();
    await open();
    await open({ due: plus(world.clock.at, 2 * HOUR) });
    expect(stored()).toMatchObject([{ state: "open", owner_id: null, due_at: plus(world.clock.at, 2 * HOUR) }]);
    expect(happened()).toEqual([["task_made", "Customer", null]]);
    await open({ cause: "lead:led_2" });
    expect(stored()).toHaveLength(2);
  });

  it("is never due before it was made, and once made does not move on by itself", async () => {
    const made = world.clock.at;
    await open({ due: plus(made, -6 * HOUR) });
    expect(stored()).toMatchObject([{ due_at: made }]);
    world.clock.at = plus(made, DAY);
    await open({ due: plus(made, -6 * HOUR) });
    expect(stored()).toMatchObject([{ due_at: made }]);
  });

  it("ends with its cause, and begins again with it, as nobody's", async () => {
    await open();
    await by().take();
    await by().snooze(HOUR);
    await close();
    await close();
    expect(stored()).toMatchObject([{ state: "closed", ended_at: world.clock.at }]);
    expect(happened().at(-1)).toEqual(["task_closed", "Customer", null]);
    await open();
    expect(stored()).toMatchObject([
      { state: "open", owner_id: null, snoozed_until: null, said: null, ended_at: null },
    ]);
    expect(await world.db.write((tx) => closeTask(tx, world.deed(), "lead:none"))).toBeUndefined();
  });

  it("that a person has done stays done while its cause goes on, and comes back when it begins anew", async () => {
    await open();
    expect((await by().done()).ok).toBe(true);
    expect(happened().at(-1)).toEqual(["task_done", "Sam Staff", "reached her"]);
    await open();
    expect(stored()).toMatchObject([{ state: "done" }]);
    const told = happened().length;
    await world.db.write((tx) => needPerson(tx, world.deed(), false, wanted()));
    // Nobody hears of an end that a person has said already.
    expect(happened()).toHaveLength(told);
    await world.db.write((tx) => needPerson(tx, world.deed(), true, wanted()));
    expect(stored()).toMatchObject([{ state: "open" }]);
  });

  it("of which each time is a beginning comes back from done, and from being put off, due when it was", async () => {
    await open({ again: true });
    await by().done();
    await open({ again: true });
    const due = stored()[0]?.due_at;
    await by().snooze(DAY);
    await open({ again: true, due: plus(world.clock.at, DAY), subject: { kind: "message", id: "msg_2" } });
    expect(stored()).toMatchObject([{ state: "open", due_at: due, snoozed_until: null, subject_id: "msg_2" }]);
  });

  it("is undone once, and not any more when its cause has ended", async () => {
    await open();
    await by().done();
    expect((await by().undo()).ok).toBe(true);
    expect((await by().undo()).ok).toBe(true);
    expect(stored()).toMatchObject([{ state: "open", ended_at: null }]);
    expect(happened().filter(([action]) => action === "task_reopened")).toHaveLength(1);
    await by().done();
    expect(await by().done()).toEqual({ ok: false, code: "ended" });
    await close();
    expect(await by().undo()).toEqual({ ok: false, code: "ended" });
    expect(stored()).toMatchObject([{ state: "closed" }]);
  });

  it("is opened again where what ended its cause is undone, as whose it was; not where a person did it", async () => {
    const again = () => world.db.write((tx) => openTaskAgain(tx, world.deed(), "lead:led_1"));
    await open();
    await by().take();
    await by().done();
    await again();
    expect(stored()).toMatchObject([{ state: "done" }]);
    await close();
    await again();
    expect(stored()).toMatchObject([{ state: "open", owner_id: STAFF.id, ended_at: null }]);
    const told = happened().length;
    await again();
    expect(happened()).toHaveLength(told);
  });

  it("has one owner: nobody takes it from another by accident, anybody gives it back", async () => {
    await open();
    world.db.sqlite.exec(
      "insert into accounts (id, email, password_hash, created_at) values ('acc_other', 'o@example.com', '', 0)",
    );
    await by().take();
    await by().take();
    expect(await by(OTHER).take()).toEqual({ ok: false, code: "taken" });
    expect(stored()).toMatchObject([{ owner_id: STAFF.id }]);
    await by(OTHER).giveBack();
    await by(OTHER).giveBack();
    await by(OTHER).take();
    expect(stored()).toMatchObject([{ owner_id: OTHER.id }]);
    expect(happened().map(([action, who]) => `${action} ${who}`)).toEqual([
      "task_made Customer",
      "task_taken Sam Staff",
      "task_given_back Alex Admin",
      "task_taken Alex Admin",
    ]);
  });

  it("is put off only until a time that is to come, with the reason", async () => {
    await open();
    expect(await by().snooze(0)).toEqual({ ok: false, code: "not_ahead" });
    expect(stored()).toMatchObject([{ snoozed_until: null }]);
    await by().snooze(1);
    expect(stored()).toMatchObject([{ snoozed_until: plus(world.clock.at, 1), said: "calls back" }]);
    expect(happened().at(-1)).toEqual(["task_snoozed", "Sam Staff", "calls back"]);
    expect(await world.db.write((tx) => takeTask(tx, world.deed(STAFF), "tsk_none"))).toEqual({
      ok: false,
      code: "unknown",
    });
  });

  it("is forgotten 90 days after its cause has ended, and never before", async () => {
    for (const cause of ["a", "b", "c"]) await open({ cause });
    world.db.sqlite.exec("update tasks set state = 'closed', ended_at = 0 where cause = 'a'");
    world.db.sqlite.prepare("update tasks set state = 'closed', ended_at = ? where cause = 'b'").run(world.clock.at);
    world.db.sqlite.exec("update tasks set state = 'done', ended_at = 0 where cause = 'c'");
    await forgetClosedTasks(world.db, plus(world.clock.at, 89 * DAY));
    expect(stored().map(({ cause }) => cause)).toEqual(["b", "c"]);
    await forgetClosedTasks(world.db, plus(world.clock.at, 91 * DAY));
    expect(stored().map(({ cause }) => cause)).toEqual(["c"]);
  });
});
