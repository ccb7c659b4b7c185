import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addDays, day } from "~/domain/kernel/days";
import { findGroup, type SetupGroup } from "~/domain/setup/groups";
import { readSetupGroup } from "~/domain/setup/pages.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import type { Answer, Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { loader as settingsLoader } from "./settings";
import { action } from "./setup-group";

// The closed days of Settings: what is refused, what is named after saving, what is asked before.
let world: TestWorld;
let admin: Visitor;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
  ({ admin } = await officeRoles(world, door));
});
afterAll(() => world.close());
beforeEach(() => world.db.sqlite.exec("delete from settings"));

const save = (typed: Record<string, string>) => {
  const { seen } = readSetupGroup(world.db.orm, findGroup("settings", "days") as SetupGroup);
  return admin.post(action, "/crm/settings/days", { intent: "save", seen, ...typed }, { group: "days" });
};
const answered = (answer: Answer) => answer.data as { fields: Record<string, string>; values: Record<string, string> };

it("refuses days that are new to the list and can only be slips of a year; those of former years stay", async () => {
  const former = ["2020-07-04", "2026-12-25"];
  world.db.sqlite
    .prepare("insert into settings (key, value, updated_at) values ('holidays', ?, 1)")
    .run(JSON.stringify(former));
  const add = (...typed: string[]) =>
    save({ deliveryWeekdays: "Monday", holidays: [...former, ...typed].join("\n"), why: "x" });
  expect(answered(await add("11/30/2020", "11/30/2099")).fields["holidays"]).toBe(
    "Closed days: Mon, Nov 30, 2020: over already. Check the year, or take it out. Mon, Nov 30, 2099: more than 3 years ahead. Check the year, or take it out.",
  );
  expect((await add("11/30/2027")).status).toBe(302);
  expect(world.settings().holidays).toEqual(["2020-07-04", "2026-12-25", "2027-11-30"]);
});

it("says after closing a day what is planned on it, and nothing of one that was closed or free before", async () => {
  const before = world.settings().holidays;
  await paidBooking(world, { deliveryDate: "2026-12-10" });
  await paidBooking(world, { deliveryDate: "2026-12-11" });
  await paidBooking(world, { deliveryDate: "2026-12-14" });
  const close = async (...closed: string[]) => {
    const typed = { deliveryWeekdays: "Monday", holidays: [...before, ...closed].join("\n"), why: "party" };
    return (await save(typed)).location;
  };
  // Mondays alone: that closes every other weekday, pickups included.
  expect(await close()).toBe("/crm/settings?saved=days&closed=2026-12-10.2026-12-11.2026-12-17.2026-12-18");
  const to = await close("2026-12-10", "2026-12-14");
  expect(to).toBe("/crm/settings?saved=days&closed=2026-12-14");
  const { data } = await admin.get(settingsLoader, to ?? "");
  expect(data).toMatchObject({
    closed: [
      {
        day: "2026-12-14",
        on: "Monday, December 14, 2026",
        stops: { deliveries: 1, pickups: 0, others: 0 },
        prepared: [],
      },
    ],
  });
  // A Tuesday in between would be none on which a truck goes out.
  expect(await close()).toBe("/crm/settings?saved=days&opened=2026-12-14");
  expect((await admin.get(settingsLoader, "/crm/settings?saved=days&opened=2026-12-14")).data).toMatchObject({
    opened: [{ day: "2026-12-14", on: "Monday, December 14, 2026", held: null }],
  });
  const odd = await admin.get(settingsLoader, "/crm/settings?saved=days&closed=x.2026-99-01.");
  expect(odd.data).toMatchObject({ closed: [] });
});

it("asks once before all closed days to come are opened, with everything typed", async () => {
  const was = world.settings().holidays;
  const typed = { deliveryWeekdays: "Friday", windowCapacity: "9", holidays: "", why: "new list" };
  const asked = answered(await save(typed));
  expect(asked.fields["opening"]).toMatch(
    /^Nothing is saved yet\. This opens all \d closed days to come: Fri, Dec 25, 2026; Fri, Jan 1, 2027/,
  );
  expect(asked.values).toMatchObject(typed);
  expect([world.settings().holidays, world.settings().windowCapacity === 9]).toEqual([was, false]);
  const saved = await save({ ...typed, opening: "on" });
  expect(saved.location).toMatch(/^\/crm\/settings\?saved=days.*&opened=2026-12-25\.2027-01-01/);
  expect([world.settings().holidays, world.settings().windowCapacity]).toEqual([[], 9]);
});

it("refuses a list that is longer than anybody's unread, beside its field, with all of it kept", async () => {
  const was = world.settings().holidays;
  const holidays = "2027-12-24 – –\n".repeat(401).trim();
  const refused = answered(await save({ deliveryWeekdays: "Monday", holidays, why: "x" }));
  expect(refused.fields["holidays"]).toMatch(
    /^Closed days: Too long to be read\. Write at most 400 lines and 8,000 letters/,
  );
  expect(refused.values["holidays"]).toBe(holidays);
  // As much as fits is read, and still stands there whole where something in it is wrong.
  const days = Array.from({ length: 200 }, (_, i) => `${addDays(day("2027-01-01"), i)} Wednesday`).join("\n");
  const misread = answered(await save({ deliveryWeekdays: "Monday", holidays: `${days}\nsome day`, why: "x" }));
  expect(misread.fields["holidays"]).toMatch(/^Closed days: “some day”: no day that we know/);
  expect(misread.values["holidays"]).toBe(`${days}\nsome day`);
  expect(world.settings().holidays).toEqual(was);
});
