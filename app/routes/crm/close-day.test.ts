import { expect, it } from "vitest";
import type { Problem } from "~/http/answers/forms.server";
import { closeDay, lookAtClosure, reopenDay } from "~/domain/changes/closures.server";
import { day as dayOf } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import { findGroup } from "~/domain/setup/groups";
import { readSetupGroup } from "~/domain/setup/pages.server";
import { changeSetting, paidBooking, STAFF } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { CloseDay, type CloseDayView } from "~/ui/office/CloseDay";
import { action as door } from "./auth";
import { action, loader } from "./close-day";
import { action as saveSettings } from "./setup-group";

const world = setSoundWorld({ fleet: { 20: 2 } });

it("a day that cannot be closed says why where it is looked at, and one that can shows what it moves", async () => {
  const { staff } = await officeRoles(world, door);
  const look = async (day: string) => {
    const { data } = await staff.get(loader, `/crm/dispatch/close?day=${day}&part=day&reason=Storm`);
    const { wrong, plan } = data as { wrong: Problem | null; plan: unknown };
    return [wrong?.fields ?? null, plan !== null];
  };
  expect(await look("2026-11-02")).toEqual([{ day: "That day has passed." }, false]);
  expect(await look("2026-12-25")).toEqual([{ day: "No truck goes out on that day anyway." }, false]);
  expect(await look("2026-12-03")).toEqual([null, true]);
});

it("names the settings where they hold the day as well: opened here alone, it stays closed", async () => {
  const roles = await officeRoles(world, door);
  const on = dayOf("2026-12-24");
  const locks = async (role: "staff" | "admin" = "staff", day: string = on) => {
    const { data } = await roles[role].get(loader, `/crm/dispatch/close?day=${day}`);
    const { locks: held, isAdmin } = data as { locks: { settings: unknown; dispatch: unknown }; isAdmin: boolean };
    return [held.settings, held.dispatch, isAdmin];
  };
  const [{ db }, storm] = [world, { day: on, part: "day" as const, reason: "Storm" }];
  const looked = lookAtClosure(db.orm, world.settings(), storm, world.clock.at);
  const seen = looked.ok ? looked.plan.digest : "";
  await db.write((tx) => closeDay(tx, world.deed(STAFF), world.settings(), { ...storm, seen }));
  expect(await locks()).toEqual([null, { part: "day", reason: "Storm" }, false]);
  await changeSetting(world, "holidays", [on]);
  expect(await locks("admin")).toEqual(["listed", { part: "day", reason: "Storm" }, true]);
  await db.write((tx) => reopenDay(tx, world.deed(STAFF), world.settings(), on));
  expect(await locks()).toEqual(["listed", null, false]);
  expect(await locks("staff", "2026-12-27")).toEqual(["weekday", null, false]);
  expect(await locks("staff", "2026-12-28")).toEqual([null, null, false]);
});

it("tells at once who was told nothing this morning of a day that is opened, here or in the settings", async () => {
  const roles = await officeRoles(world, door);
  world.clock.at = instantAt(dayOf("2026-12-01"), 10);
  const on = dayOf("2026-12-02");
  const { id } = await paidBooking(world, { deliveryDate: on, deliveryTime: "morning" });
  const cause = `mail.day-before:${id}:2026-12-01`;
  const left = () => {
    world.db.sqlite.exec("delete from outbox");
    world.db.sqlite
      .prepare(
        "insert into outbox (id, kind, cause, booking_id, payload, state, attempts, run_at, created_at, done_at, last_error) values ('obx_x', 'mail.day-before', ?, ?, ?, 'done', 1, 0, 0, 1, 'not sent: the day is closed by now')",
      )
      .run(cause, id, JSON.stringify({ bookingId: id, day: "2026-12-01" }));
  };
  const state = () => world.db.sqlite.prepare("select state from outbox where cause = ?").pluck().get(cause);
  const storm = () =>
    world.db.write((tx) => {
      const wish = { day: on, part: "afternoon" as const, reason: "Storm" };
      const looked = lookAtClosure(tx, world.settings(), wish, world.clock.at);
      const seen = looked.ok ? looked.plan.digest : "";
      const done = closeDay(tx, world.deed(STAFF), world.settings(), { ...wish, seen });
      return done.ok ? done.closure.id : expect.fail(done.code);
    });
  await storm();
  left();
  await roles.staff.post(action, "/crm/dispatch/close", { intent: "open", day: on });
  expect(state()).toBe("waiting");
  const closure = await storm();
  left();
  await roles.staff.post(action, "/crm/dispatch/close", { intent: "undo", closure });
  expect(state()).toBe("waiting");
  left();
  const { seen } = readSetupGroup(world.db.orm, findGroup("settings", "days") ?? expect.fail("no group"));
  const sent = { intent: "save", seen, bookingHorizonDays: "80", deliveryWeekdays: "Wednesday", why: "open" };
  await roles.admin.post(saveSettings, "/crm/settings/days", sent, { group: "days" });
  expect(state()).toBe("waiting");
});

it("a storm's list says which of its bookings are on hold, and never why", async () => {
  const { staff } = await officeRoles(world, door);
  const held = await paidBooking(world, { deliveryDate: "2026-12-08" });
  world.db.sqlite.prepare("update bookings set on_hold_reason = 'Stolen?' where id = ?").run(held.id);
  const other = await paidBooking(world, { deliveryDate: "2026-12-08", deliveryTime: "afternoon" });
  const { data } = await staff.get(loader, "/crm/dispatch/close?day=2026-12-08&part=day&reason=Storm");
  const view = data as CloseDayView;
  expect(view.plan?.jobs.map(({ booking, isOnHold }) => [booking, isOnHold]).toSorted()).toEqual([
    [held.booking_number, true],
    [other.booking_number, false],
  ]);
  const html = await rendered(CloseDay, { view, problem: undefined });
  expect(wordsIn(html).match(/On hold/g)).toHaveLength(1);
  expect(html).not.toContain("Stolen");
});
