import { afterAll, beforeAll, expect, it } from "vitest";
import { keepForm } from "~/domain/accounts/kept-forms.server";
import { sessions } from "#db/schema/index";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { officeRoles, type Role } from "../../../tests/support/office-roles";
import type { Visitor } from "../../../tests/support/visit";
import { action as door } from "../crm/auth";
import { loader } from "./layout";

const PAGE = "/driver/jobs/job_1";
let world: TestWorld;
let visitors: Record<Role, Visitor>;
let key: string;
beforeAll(async () => {
  world = await openWorld();
  visitors = await officeRoles(world, door);
  const former = world.db.orm
    .select()
    .from(sessions)
    .all()
    .find(({ user_id }) => user_id === driverId());
  const fields = { intent: "attempted", reason: "gate", note: "Gate locked, nobody there" };
  key = (await keepForm(world.db, { sessionId: former?.id ?? "" }, { path: PAGE, fields })) ?? "";
});
afterAll(() => world.close());

const driverId = () =>
  world.db.sqlite.prepare("select id from accounts where email = 'driver@example.com'").pluck().get() as string;
const sentTo = async (role: Role, page = `${PAGE}?typed=${key}`) =>
  ((await visitors[role].get(loader, page)).data as { sent?: { values: object; title?: string } | null }).sent;

it("what a driver sent as their session had ended is brought to that page again, and to nobody else", async () => {
  expect(await sentTo("driver")).toMatchObject({
    title: "You were signed out meanwhile",
    values: { note: "Gate locked, nobody there" },
  });
  expect(await sentTo("driver", `/driver/jobs/job_2?typed=${key}`)).toBeNull();
  expect(await sentTo("driver", PAGE)).toBeNull();
  world.db.sqlite.exec("update kept_forms set user_id = (select id from accounts where email = 'driver2@example.com')");
  expect(await sentTo("driver")).toBeNull();
});
