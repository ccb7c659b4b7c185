import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ne } from "drizzle-orm";
import { tasks } from "#db/schema/index";
import type { Locks } from "~/domain/changes/closure-locks.server";
import { closeDay, lookAtClosure, reopenDay } from "~/domain/changes/closures.server";
import { day } from "~/domain/kernel/days";
import { newId, type Id } from "~/domain/kernel/ids.server";
import { HOUR, instantAt, plus } from "~/domain/kernel/time.server";
import { findLead, keepLead, type Lead } from "~/domain/leads/leads.server";
import { closedDayCause } from "~/domain/tasks/closed-days.server";
import { openTask } from "~/domain/tasks/tasks.server";
import { closedWords } from "~/ui/office/StopList";
import type { Overview } from "~/domain/records/overview.server";
import { changeSetting, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { parse } from "node-html-parser";
import { rendered } from "../../../tests/support/rendered";
import { officeRoles, ROLES, type Role } from "../../../tests/support/office-roles";
import type { Visitor, Answer } from "../../../tests/support/visit";
import { action as door } from "./auth";
import OverviewPage, { action, loader } from "./overview";
import { OVERVIEW_INTENTS } from "./overview-intents.server";

const FORMS: Record<string, Record<string, string>> = {
  take: {},
  "give-back": {},
  done: { why: "reached her" },
  snooze: { why: "calls tomorrow", until: "2026-12-02" },
  undo: {},
  "bring-back": {},
  retry: {},
};

let world: TestWorld;
let visitors: Record<Role, Visitor>;
beforeAll(async () => {
  world = await openWorld();
  visitors = await officeRoles(world, door);
});
afterAll(() => world.close());

let lead: Lead;
beforeEach(async () => {
  world.db.sqlite.exec("delete from tasks");
  const wish = { kind: "call_back", phone: "(407) 555-0150", email: "", zip: "32801", message: "" } as const;
  lead = await world.db.write((tx) => keepLead(tx, world.deed(), { ...wish, name: "Kim Roe" }));
});
const stored = () => world.db.orm.select().from(tasks).all();
const id = () => stored()[0]?.id ?? "";
const press = (role: Role, intent: string, fields: Record<string, string> = {}, at = ""): Promise<Answer> =>
  visitors[role].post(action, `/crm/overview${at}`, { intent, task: id(), ...fields });
const open = async (at = "", role: Role = "staff") =>
  (await visitors[role].get(loader, `/crm/overview${at}`)).data as Overview & {
    closed: Locks;
    done: { id: string } | null;
  };
const fieldsOf = (answer: Answer) => (answer.data as { fields: Record<string, string> }).fields;
/** What has to be before the intent can do anything. */
const before: Record<string, () => Promise<unknown>> = {
  "give-back": () => press("staff", "take"),
  undo: () => press("staff", "done", FORMS["done"]),
  "bring-back": () => press("staff", "snooze", FORMS["snooze"]),
  retry: async () => {
    const work = newId("outbox");
    world.db.sqlite.exec(
      `delete from outbox; insert into outbox (id, kind, cause, payload, state, attempts, run_at, created_at) values ('${work}', 'mail.lead', 'x', '{}', 'dead', 78, 0, 0)`,
    );
    world.db.sqlite
      .prepare("update tasks set kind = 'work_given_up', subject_kind = 'work', subject_id = ?, cause = ?")
      .run(work, `work:${work}`);
  },
};

describe("every intent of the overview, by every role", () => {
  it("has a form here", () => expect(Object.keys(FORMS).sort()).toEqual(Object.keys(OVERVIEW_INTENTS).sort()));

  it.each(Object.keys(FORMS).flatMap((name) => ROLES.map((role) => ({ name, role }))))(
    "$name by $role",
    async ({ name, role }) => {
      await before[name]?.();
      const was = stored();
      const answer = await press(role, name, FORMS[name]);
      if (role === "staff" || role === "admin") {
        expect(answer.status).toBe(302);
        expect(answer.location).toBe(
          name === "done" || name === "snooze" ? `/crm/overview?done=${was[0]?.id}` : "/crm/overview",
        );
        expect(stored()).not.toEqual(was);
        return;
      }
      expect(answer.status).toBe(role === "user" ? 403 : 302);
      expect(stored()).toEqual(was);
    },
  );
});

describe("the queue's buttons", () => {
  it("lead back to the view that they were pressed in", async () => {
    const at = "?whose=nobody&after=1~x&stops=pickup&done=tsk_1&whatever=1";
    expect((await press("staff", "take", {}, at)).location).toBe("/crm/overview?whose=nobody&stops=pickup&after=1%7Ex");
  });

  it("take for who pressed, and tell the second who was faster", async () => {
    await press("staff", "take");
    const late = await press("admin", "take");
    expect([late.status, fieldsOf(late)[""]]).toEqual([409, expect.stringContaining("Somebody else has just taken")]);
    expect((await open("?whose=mine")).tasks.rows).toMatchObject([
      { isTaken: true, hint: expect.stringMatching(/ · yours$/) },
    ]);
    expect((await open("?whose=mine", "admin")).tasks.rows).toEqual([]);
    expect((await open("?whose=all", "admin")).tasks.rows).toMatchObject([
      { isTaken: true, hint: expect.stringMatching(/ · Sam Staff has it$/) },
    ]);
  });

  it("want a reason, beside the task's own field, with what was typed kept", async () => {
    for (const intent of ["done", "snooze"]) {
      const refused = await press("staff", intent, { why: "  ", until: "2026-12-04" });
      expect([refused.status, fieldsOf(refused)]).toEqual([
        400,
        { [`why-${id()}`]: "Say why, so that the others know." },
      ]);
      expect((refused.data as { values: object }).values).toMatchObject({ task: id(), until: "2026-12-04" });
      expect(fieldsOf(await press("staff", intent, { why: "x".repeat(201) }))[`why-${id()}`]).toMatch(/200 characters/);
    }
    expect(stored()).toMatchObject([{ state: "open", snoozed_until: null }]);
  });

  it("put off until eight in the morning of a day to come, and of no other", async () => {
    for (const until of ["2026-12-01", "2026-11-30", "", "someday"])
      expect(fieldsOf(await press("staff", "snooze", { why: "later", until }))).toEqual({
        [`until-${id()}`]: "Choose a day that is still to come.",
      });
    await press("staff", "snooze", { why: "later", until: "12/2/2026" });
    expect(stored()).toMatchObject([{ snoozed_until: instantAt(day("2026-12-02"), 8), said: "later" }]);
    expect((await open()).tasks.rows).toEqual([]);
    expect((await open("?whose=snoozed")).tasks.rows).toHaveLength(1);
  });

  it("do a lead's call with the lead, and undo both", async () => {
    await press("staff", "done", { why: "sold two" });
    expect(findLead(world.db.orm, lead.id)?.state).toBe("contacted");
    expect((await open()).tasks.rows).toEqual([]);
    expect((await open(`?done=${id()}`)).done).toMatchObject({ id: id(), who: "Kim Roe" });
    expect((await press("staff", "undo")).status).toBe(302);
    expect(findLead(world.db.orm, lead.id)?.state).toBe("new");
    expect((await open(`?done=${id()}`)).done).toBeNull();
    expect((await open()).tasks.rows).toMatchObject([{ what: "Call back:", who: "Kim Roe" }]);
    const told = world.db.sqlite
      .prepare("select action from events where subject_id in (?, ?) order by id")
      .pluck()
      .all(id(), lead.id);
    expect(told).toEqual(["lead_made", "task_made", "task_done", "lead_moved", "task_reopened", "lead_moved"]);
  });

  it("put a task back where it stood, whose it was, as late as it was", async () => {
    const made = world.clock.at;
    await press("staff", "take");
    world.clock.at = plus(made, 5 * HOUR);
    const was = await open();
    expect(was.tasks.rows).toMatchObject([{ hint: expect.stringMatching(/^since .* · yours$/) }]);
    for (const [there, back] of [
      ["done", "undo"],
      ["snooze", "bring-back"],
    ] as const) {
      await press("staff", there, FORMS[there]);
      expect((await open()).tasks.rows).toEqual([]);
      expect((await press("staff", back)).status).toBe(302);
      expect((await open()).tasks).toEqual(was.tasks);
    }
    world.clock.at = made;
  });

  it("say what was put off and until when, with the way back, and put off still what was done by mistake", async () => {
    const answer = await press("staff", "snooze", FORMS["snooze"]);
    const notice = async () => (await open(answer.location?.split("overview")[1])).done;
    expect(await notice()).toMatchObject({
      id: id(),
      isDone: false,
      snoozed: { until: instantAt(day("2026-12-02"), 8) },
    });
    await press("staff", "done", FORMS["done"]);
    expect(await notice()).toMatchObject({ id: id(), isDone: true });
    await press("staff", "undo");
    expect((await open("?whose=snoozed")).tasks.rows).toHaveLength(1);
    await press("staff", "bring-back");
    await press("staff", "bring-back");
    expect(await notice()).toBeNull();
    expect(stored()).toMatchObject([{ state: "open", snoozed_until: null, said: null }]);
  });

  it("undo nothing that has ended by itself, and know no task of another name", async () => {
    world.db.sqlite.exec("update tasks set kind = 'to_schedule', state = 'closed'");
    for (const intent of ["undo", "done", "take", "retry"]) {
      const late = await press("staff", intent, { why: "x" });
      expect([late.status, fieldsOf(late)[""]]).toEqual([409, expect.stringContaining("done already")]);
    }
    const odd = await press("staff", "done", { task: "tsk_none", why: "x" });
    expect([odd.status, fieldsOf(odd)[""]]).toEqual([409, "This task is not there any more."]);
  });

  it("show the usual view for an address that makes no sense", async () => {
    const odd = await open("?whose=toString&stops=__proto__&after=x&done=%00");
    expect([odd.tasks.rows.length, odd.stops.which, odd.done]).toEqual([1, "today", null]);
  });
});

describe("a closed day", () => {
  const proposed = async () => ((await open()).tasks.rows as unknown as { until: string }[]).map(({ until }) => until);

  it("is none to put a task off to: the next one on which somebody works is proposed", async () => {
    expect(await proposed()).toEqual(["2026-12-02"]);
    await changeSetting(world, "holidays", [day("2026-12-02"), day("2026-12-03")]);
    expect(await proposed()).toEqual(["2026-12-04"]);
  });

  it.each([
    ["2026-12-10", [], "2026-12-02"],
    ["2026-12-03", ["2026-12-02", "2026-12-03"], "2026-12-02"],
    ["2026-12-06", ["2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"], "2026-12-05"],
    ["2026-12-02", ["2026-12-02"], ""],
    ["2026-12-01", ["2026-12-01"], ""],
  ])("what stands on %s is not put off past it (closed: %j)", async (on, closed, until) => {
    await changeSetting(world, "holidays", closed.map(day));
    const about = await world.db.write((tx) => {
      openTask(tx, world.deed(), {
        kind: "closed_day",
        cause: closedDayCause("bkg_x" as Id<"booking">, day(on)),
        subject: { kind: "booking", id: "bkg_x" },
        due: world.clock.at,
      });
      return tx.delete(tasks).where(ne(tasks.kind, "closed_day")).run();
    });
    expect([about.changes, await proposed()]).toEqual([1, [until]]);
  });

  it("is said on the page itself, with the way to what it does", async () => {
    await changeSetting(world, "holidays", [day("2026-12-01")]);
    const page = async (at = "") => parse(await rendered(OverviewPage, {}, await open(at)));
    const stops = (await page()).querySelector("section[aria-labelledby=stops] .notice.warn");
    expect(stops?.text).toBe("Today is a closed day: it is one of the “Closed days” in Settings. See it");
    expect(stops?.querySelector("a")?.getAttribute("href")).toBe("/crm/dispatch/close?day=2026-12-01");
    // What is left of days before does not stand on this one.
    expect((await page("?stops=outstanding")).text).not.toContain("closed day");
    await changeSetting(world, "holidays", []);
    expect((await page()).text).not.toContain("closed day");
  });

  it("is named beside today's stops, with why: not a weekday on which no truck goes out in any week", async () => {
    const words = async () => closedWords((await open()).closed);
    await changeSetting(world, "holidays", []);
    expect(await words()).toBeNull();
    const storm = { day: day("2026-12-01"), part: "morning" as const, reason: "Storm" };
    const looked = lookAtClosure(world.db.orm, world.settings(), storm, world.clock.at);
    const seen = looked.ok ? looked.plan.digest : "";
    await world.db.write((tx) => closeDay(tx, world.deed(STAFF), world.settings(), { ...storm, seen }));
    expect(await words()).toBe("This morning is closed: Storm.");
    await changeSetting(world, "holidays", [storm.day]);
    expect(await words()).toBe("Today is a closed day: it is one of the “Closed days” in Settings.");
    await changeSetting(world, "holidays", []);
    await world.db.write((tx) => reopenDay(tx, world.deed(STAFF), world.settings(), storm.day));
    await changeSetting(world, "deliveryWeekdays", [1]);
    expect(await words()).toBeNull();
    await changeSetting(world, "deliveryWeekdays", [1, 2, 3, 4, 5, 6]);
  });
});
